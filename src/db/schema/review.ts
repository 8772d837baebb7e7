import { foreignKey, index, integer, pgEnum, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { REVIEW_ACTIONS } from '../../vocabulary/datasets.ts';
import { datasetVersion } from './dataset.ts';
import { userAccount } from './user.ts';

export const reviewAction = pgEnum('review_action', REVIEW_ACTIONS);

/** Submissions of a version for review and its returns, with their reasons. Source: datasets.md 10.1, 10.2. */
export const reviewEvent = pgTable(
  'review_event',
  {
    id: serial('id').primaryKey(),
    datasetVersionId: integer('dataset_version_id').notNull(),
    action: reviewAction('action').notNull(),
    userAccountId: integer('user_account_id').notNull(),
    /** Why a version was returned; null for a submission. */
    reason: text('reason'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'review_event_dataset_version_id_fk',
      columns: [table.datasetVersionId],
      foreignColumns: [datasetVersion.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'review_event_user_account_id_fk', columns: [table.userAccountId], foreignColumns: [userAccount.id] }),
    index('review_event_dataset_version_id_idx').on(table.datasetVersionId),
  ],
);

/** Curation statuses of a version, one row a change; the newest counts. Source: datasets.md 10.3. */
export const curationStatus = pgTable(
  'curation_status',
  {
    id: serial('id').primaryKey(),
    datasetVersionId: integer('dataset_version_id').notNull(),
    /** Null where the status was cleared. */
    label: text('label'),
    /** Null where the system did it. */
    userAccountId: integer('user_account_id'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'curation_status_dataset_version_id_fk',
      columns: [table.datasetVersionId],
      foreignColumns: [datasetVersion.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'curation_status_user_account_id_fk', columns: [table.userAccountId], foreignColumns: [userAccount.id] }),
    index('curation_status_dataset_version_id_idx').on(table.datasetVersionId, table.id),
  ],
);
