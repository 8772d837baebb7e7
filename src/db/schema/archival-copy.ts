import { foreignKey, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ARCHIVAL_STATES } from '../../vocabulary/datasets.ts';
import { datasetVersion } from './dataset.ts';

export const archivalState = pgEnum('archival_state', ARCHIVAL_STATES);

/** What an archive has told of its copy of a version. Source: datasets.md 14.1. */
export const archivalCopy = pgTable(
  'archival_copy',
  {
    versionId: integer('version_id').primaryKey(),
    state: archivalState('state').notNull(),
    /** Where the copy is, or why there is none. */
    message: text('message').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'archival_copy_version_id_fk', columns: [table.versionId], foreignColumns: [datasetVersion.id] }).onDelete(
      'cascade',
    ),
  ],
);
