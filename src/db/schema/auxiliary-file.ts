import { bigint, boolean, foreignKey, integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { dataFile } from './file.ts';

/** A file made from another one, such as a preview; it lies beside it, under its storage id and a tag of its own. Source: files.md 22.5. */
export const auxiliaryFile = pgTable(
  'auxiliary_file',
  {
    id: serial('id').primaryKey(),
    dataFileId: integer('data_file_id').notNull(),
    formatTag: text('format_tag').notNull(),
    formatVersion: text('format_version').notNull(),
    /** The program that made it. */
    origin: text('origin'),
    isPublic: boolean('is_public').notNull(),
    /** What it is for, such as `DP`. */
    type: text('type'),
    contentType: text('content_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /**
     * What follows the storage id of the file and a dot. Never given out twice: bytes that are being removed are not those of
     * a successor with the same tag and version.
     */
    storageTag: text('storage_tag').notNull(),
    checksumAlgorithm: text('checksum_algorithm').notNull(),
    /** Lower-case hexadecimal. */
    checksumValue: text('checksum_value').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'auxiliary_file_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
    unique('auxiliary_file_format_key').on(table.dataFileId, table.formatTag, table.formatVersion),
    unique('auxiliary_file_storage_tag_key').on(table.storageTag),
  ],
);
