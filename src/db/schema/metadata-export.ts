import { bigint, boolean, date, foreignKey, integer, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
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
    /** Revision of the dataset for exports at which the state was this; null where that is not known, as all of the next three. */
    exportRevision: bigint('export_revision', { mode: 'number' }),
    /** Licence of the version then. */
    licenseId: integer('license_id'),
    /** Collections above the dataset then, from the root. */
    ownerIds: integer('owner_ids').array(),
    /** What was outside the dataset then: a hash. */
    surroundingsKey: text('surroundings_key'),
    /** First day on which it counts no more whatever the state, since an embargo ends or a retention period is over. */
    staleOn: date('stale_on', { mode: 'string' }),
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

/** What was requested for the exports of all datasets, and how far it is. */
export const metadataExportRun = pgTable('metadata_export_run', {
  id: serial('id').primaryKey(),
  /** Exports from before it do not count any more: the newest of these runs is part of what every export was made of. */
  forgets: boolean('forgets').notNull(),
  /** Whether it makes the exports of all published datasets. */
  fills: boolean('fills').notNull(),
  /** Published datasets when it was requested. */
  datasetCount: integer('dataset_count').notNull(),
  doneCount: integer('done_count').notNull().default(0),
  /** Exports that were made; those that were kept already do not count. */
  madeCount: integer('made_count').notNull().default(0),
  failedCount: integer('failed_count').notNull().default(0),
  /** The last dataset that was done; 0 before the first. */
  lastDatasetId: integer('last_dataset_id').notNull().default(0),
  requestedAt: timestamp('requested_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
});
