import { boolean, check, foreignKey, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { bytea } from './bytea.ts';
import { collection } from './collection.ts';
import { dataset } from './dataset.ts';
import { dataFile } from './file.ts';

/** What was chosen as the picture of a dataset; without a row it is that of its first file that has one. Source: datasets.md 14.1. */
export const datasetThumbnail = pgTable(
  'dataset_thumbnail',
  {
    datasetId: integer('dataset_id').primaryKey(),
    /** A file of the dataset. */
    dataFileId: integer('data_file_id'),
    /** A picture that was sent, as PNG in both sizes. */
    card: bytea('card'),
    logo: bytea('logo'),
    /** There is to be none. */
    isNone: boolean('is_none').notNull(),
  },
  (table) => [
    foreignKey({ name: 'dataset_thumbnail_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    foreignKey({ name: 'dataset_thumbnail_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete(
      'cascade',
    ),
    // A file that is deleted takes the choice of it along.
    index('dataset_thumbnail_data_file_idx').on(table.dataFileId),
    check(
      'dataset_thumbnail_one_check',
      sql`(${table.card} is null) = (${table.logo} is null) and num_nonnulls(${table.dataFileId}, ${table.card}) + ${table.isNone}::int = 1`,
    ),
  ],
);

/** The logo of a collection, as PNG in both sizes. */
export const collectionLogo = pgTable(
  'collection_logo',
  {
    collectionId: integer('collection_id').primaryKey(),
    card: bytea('card').notNull(),
    logo: bytea('logo').notNull(),
  },
  (table) => [
    foreignKey({ name: 'collection_logo_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
  ],
);
