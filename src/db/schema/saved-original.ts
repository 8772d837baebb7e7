import { bigint, foreignKey, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { dataFile } from './file.ts';

/**
 * What was uploaded, where ingest turned a file into another format: it lies beside the file, under its storage id and `.orig`.
 * Source: files.md 12, 18.
 */
export const savedOriginal = pgTable(
  'saved_original',
  {
    dataFileId: integer('data_file_id').primaryKey(),
    fileName: text('file_name'),
    /** Media type; null where it was not recorded. */
    contentType: text('content_type'),
    /** Null where it was not recorded. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
  },
  (table) => [
    foreignKey({ name: 'saved_original_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
  ],
);
