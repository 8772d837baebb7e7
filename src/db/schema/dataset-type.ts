import { foreignKey, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { license } from './dataset.ts';
import { metadataBlock } from './metadata-block.ts';

/** Kinds of datasets that an installation has, such as `dataset` and `software`. Source: datasets.md 14.1. */
export const datasetType = pgTable('dataset_type', {
  id: serial('id').primaryKey(),
  /** What `dataset.dataset_type` holds. */
  name: text('name').notNull().unique('dataset_type_name_key'),
});

/** Metadata blocks that a type of dataset brings beside those of its collection. */
export const datasetTypeBlock = pgTable(
  'dataset_type_block',
  {
    datasetTypeId: integer('dataset_type_id').notNull(),
    blockId: integer('block_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'dataset_type_block_pk', columns: [table.datasetTypeId, table.blockId] }),
    foreignKey({ name: 'dataset_type_block_type_fk', columns: [table.datasetTypeId], foreignColumns: [datasetType.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'dataset_type_block_block_fk', columns: [table.blockId], foreignColumns: [metadataBlock.id] }).onDelete('cascade'),
  ],
);

/** Licences that datasets of a type may have; without any they may have all. */
export const datasetTypeLicense = pgTable(
  'dataset_type_license',
  {
    datasetTypeId: integer('dataset_type_id').notNull(),
    licenseId: integer('license_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'dataset_type_license_pk', columns: [table.datasetTypeId, table.licenseId] }),
    foreignKey({ name: 'dataset_type_license_type_fk', columns: [table.datasetTypeId], foreignColumns: [datasetType.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'dataset_type_license_license_fk', columns: [table.licenseId], foreignColumns: [license.id] }).onDelete('cascade'),
  ],
);
