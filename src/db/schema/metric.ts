import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';
import { dataset } from './dataset.ts';

/** Usage of a dataset in a month, by country and kind of access. Source: datasets.md 13.1. */
export const usageMonth = pgTable(
  'usage_month',
  {
    datasetId: integer('dataset_id').notNull(),
    /** `yyyy-mm`, in UTC. */
    month: text('month').notNull(),
    /** ISO 3166-1 in lower case; empty if unknown. */
    country: text('country').notNull(),
    machine: boolean('machine').notNull(),
    viewsTotal: bigint('views_total', { mode: 'number' }).notNull(),
    viewsUnique: bigint('views_unique', { mode: 'number' }).notNull(),
    downloadsTotal: bigint('downloads_total', { mode: 'number' }).notNull(),
    downloadsUnique: bigint('downloads_unique', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'usage_month_pk', columns: [table.datasetId, table.month, table.country, table.machine] }),
    foreignKey({ name: 'usage_month_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
  ],
);

/** Recent uses of a session, so that all processes count a double click once and a session once. Deleted after some hours. */
export const usageTrace = pgTable(
  'usage_trace',
  {
    /** Keyed hash of the caller and the hour; it identifies no person. */
    session: bytea('session').notNull(),
    datasetId: integer('dataset_id').notNull(),
    /** What was used: `v` and the id of a version, `f` and the id of a file. */
    resource: text('resource').notNull(),
    lastAt: timestamp('last_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'usage_trace_pk', columns: [table.session, table.datasetId, table.resource] }),
    foreignKey({ name: 'usage_trace_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    index('usage_trace_last_at_idx').on(table.lastAt),
  ],
);

/** Works that cite a dataset, from the citation service. Source: datasets.md 13.2. */
export const datasetCitation = pgTable(
  'dataset_citation',
  {
    datasetId: integer('dataset_id').notNull(),
    url: text('url').notNull(),
    firstSeenAt: timestamp('first_seen_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'dataset_citation_pk', columns: [table.datasetId, table.url] }),
    foreignKey({ name: 'dataset_citation_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
  ],
);
