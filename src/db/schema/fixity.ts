import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, integer, pgEnum, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { FIXITY_OUTCOMES } from '../../vocabulary/integrity.ts';
import { dataset } from './dataset.ts';
import { dataFile } from './file.ts';

export const fixityOutcome = pgEnum('fixity_outcome', FIXITY_OUTCOMES);

/** The outcome of the last fixity check of a file; one row per file. */
export const fixityCheck = pgTable(
  'fixity_check',
  {
    dataFileId: integer('data_file_id').primaryKey(),
    outcome: fixityOutcome('outcome').notNull(),
    /** Null where there was nothing to read. */
    foundSizeBytes: bigint('found_size_bytes', { mode: 'number' }),
    /** By the algorithm of the file's own checksum; null where the bytes were not read to their end. */
    foundChecksum: text('found_checksum'),
    /** The fault as a sentence; null if there is none. */
    fault: text('fault'),
    checkedAt: timestamp('checked_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** Time since which every check has had the same outcome. */
    outcomeSince: timestamp('outcome_since', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'fixity_check_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
    // Faults are few among many, and are what is queried.
    index('fixity_check_fault_idx')
      .on(table.dataFileId)
      .where(sql`${table.fault} is not null`),
  ],
);

/** A walk over all files, or over those of a dataset, in the order of their ids. */
export const fixityRound = pgTable(
  'fixity_round',
  {
    id: serial('id').primaryKey(),
    /** Null for a round over the whole installation. */
    datasetId: integer('dataset_id'),
    requestedBy: text('requested_by').notNull(),
    /** Files that were there when the round began. */
    totalFiles: integer('total_files').notNull(),
    /** The last file that was read; 0 before the first. */
    lastFileId: integer('last_file_id').notNull().default(0),
    checkedFiles: integer('checked_files').notNull().default(0),
    checkedBytes: bigint('checked_bytes', { mode: 'number' }).notNull().default(0),
    faultyFiles: integer('faulty_files').notNull().default(0),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'fixity_round_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    // One at a time for the installation, and one for each dataset.
    uniqueIndex('fixity_round_running_key')
      .on(sql`coalesce(${table.datasetId}, 0)`)
      .where(sql`${table.finishedAt} is null`),
  ],
);
