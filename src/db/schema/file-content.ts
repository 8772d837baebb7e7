import { bigint, foreignKey, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { dataFile } from './file.ts';

/** Pictures made from a file, and failures to make one; a picture lies beside the file, under its storage id and `.thumb<N>`. Source: files.md 11.6. */
export const fileThumbnail = pgTable(
  'file_thumbnail',
  {
    dataFileId: integer('data_file_id').notNull(),
    /** Pixels of the longer side. */
    longestSide: integer('longest_side').notNull(),
    /** Null where none could be made; it is not tried again. */
    sizeBytes: integer('size_bytes'),
  },
  (table) => [
    primaryKey({ name: 'file_thumbnail_pk', columns: [table.dataFileId, table.longestSide] }),
    foreignKey({ name: 'file_thumbnail_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
  ],
);

/** How often a published file was downloaded; a file without a row never was. Source: files.md 11.7. */
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
