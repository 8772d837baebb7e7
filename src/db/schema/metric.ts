import { bigint, boolean, date, foreignKey, index, integer, json, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './bytea.ts';
import { collection } from './collection.ts';
import { dataset } from './dataset.ts';
import { dataFile } from './file.ts';

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

/** Downloads of a file on a day, in UTC; a day without any has no row. Source: users-admin.md 15.3. */
export const fileDownloadDay = pgTable(
  'file_download_day',
  {
    dataFileId: integer('data_file_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    downloads: bigint('downloads', { mode: 'number' }).notNull(),
    /** Sessions that downloaded it for the first time, where usage is counted. */
    uniqueDownloads: bigint('unique_downloads', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'file_download_day_pk', columns: [table.dataFileId, table.day] }),
    foreignKey({ name: 'file_download_day_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Metrics of a collection and what is below it, as they were computed last. Source: users-admin.md 15.2. */
export const metricCache = pgTable(
  'metric_cache',
  {
    name: text('name').notNull(),
    collectionId: integer('collection_id').notNull(),
    /** A month or a country; empty for metrics that have none. */
    variant: text('variant').notNull(),
    value: json('value').$type<unknown>().notNull(),
    computedAt: timestamp('computed_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'metric_cache_pk', columns: [table.name, table.collectionId, table.variant] }),
    foreignKey({ name: 'metric_cache_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
    index('metric_cache_computed_at_idx').on(table.computedAt),
  ],
);
