import { bigint, foreignKey, integer, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { dataset } from './dataset.ts';

/** Exports of the newest released version of datasets, kept until what they are made of changes. */
export const metadataExport = pgTable(
  'metadata_export',
  {
    id: serial('id').primaryKey(),
    datasetId: integer('dataset_id').notNull(),
    exporter: text('exporter').notNull(),
    /** What it was made of: it counts as long as that is the same. */
    stateKey: text('state_key').notNull(),
    /** SHA-256 of the text, hexadecimal. */
    checksum: text('checksum').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    pieceCount: integer('piece_count').notNull(),
    /** Most exports are no longer than that. */
    firstPiece: text('first_piece').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'metadata_export_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    unique('metadata_export_key').on(table.datasetId, table.exporter),
  ],
);

/** The text of long exports after their first piece. */
export const metadataExportPiece = pgTable(
  'metadata_export_piece',
  {
    exportId: integer('export_id').notNull(),
    /** From 1. */
    position: integer('position').notNull(),
    content: text('content').notNull(),
  },
  (table) => [
    primaryKey({ name: 'metadata_export_piece_pkey', columns: [table.exportId, table.position] }),
    foreignKey({ name: 'metadata_export_piece_export_id_fk', columns: [table.exportId], foreignColumns: [metadataExport.id] }).onDelete(
      'cascade',
    ),
  ],
);
