import { foreignKey, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { dataFile } from './file.ts';

/** Provenance of the bytes of a file as W3C PROV-JSON; not versioned. Source: files.md 10. */
export const fileProvenance = pgTable(
  'file_provenance',
  {
    dataFileId: integer('data_file_id').primaryKey(),
    /** The document as it was sent: `text`, so that it is given back byte by byte. */
    document: text('document').notNull(),
    /** Which entity of the document is this file. */
    entityName: text('entity_name').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'file_provenance_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
  ],
);
