import { bigint, foreignKey, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { dataFile } from './file.ts';

/**
 * Thumbnails of a file, and failures to make one; a thumbnail is stored beside the file, under its storage id and `.thumb<N>`. Source:
 * files.md 11.6.
 */
export const fileThumbnail = pgTable(
  'file_thumbnail',
  {
    dataFileId: integer('data_file_id').notNull(),
    /** Pixels of the longer side. */
    longestSide: integer('longest_side').notNull(),
    /** Null if none could be made; it is not retried. */
    sizeBytes: integer('size_bytes'),
  },
  (table) => [
    primaryKey({ name: 'file_thumbnail_pk', columns: [table.dataFileId, table.longestSide] }),
    foreignKey({ name: 'file_thumbnail_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
  ],
);

/** Download counts of published files; a file without a row was never downloaded. Source: files.md 11.7. */
export const fileDownload = pgTable(
  'file_download',
  {
    dataFileId: integer('data_file_id').primaryKey(),
    downloads: bigint('downloads', { mode: 'number' }).notNull(),
    /** Those of them on days whose usage was not counted, such as before `:MDCStartDate`. */
    downloadsOutsideUsage: bigint('downloads_outside_usage', { mode: 'number' }).notNull(),
  },
  (table) => [
    foreignKey({ name: 'file_download_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
  ],
);
