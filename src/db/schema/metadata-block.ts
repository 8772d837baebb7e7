import { sql } from 'drizzle-orm';
import { bigint, boolean, check, foreignKey, index, integer, pgEnum, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { FIELD_TYPES } from '../../vocabulary/metadata.ts';
import { node } from './node.ts';

export const metadataFieldType = pgEnum('metadata_field_type', FIELD_TYPES);

/** Metadata blocks as data: loading one needs no migration. Source: blocks.md 1. */
export const metadataBlock = pgTable(
  'metadata_block',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull().unique('metadata_block_name_key'),
    displayName: text('display_name').notNull(),
    /** Prefix of the linked-data identifiers of fields without a term URI. */
    namespaceUri: text('namespace_uri'),
    /** The collection the block is tied to; a block outlives it. The key points to the node: the collection tables refer to this file. */
    ownerCollectionId: integer('owner_collection_id'),
  },
  (table) => [
    foreignKey({
      name: 'metadata_block_owner_collection_id_fk',
      columns: [table.ownerCollectionId],
      foreignColumns: [node.id],
    }).onDelete('set null'),
  ],
);

/** Field definitions of all blocks; their names share one space. */
export const metadataField = pgTable(
  'metadata_field',
  {
    id: serial('id').primaryKey(),
    blockId: integer('block_id').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    watermark: text('watermark').notNull().default(''),
    fieldType: metadataFieldType('field_type').notNull(),
    /** The compound field it belongs to; compounds nest one level deep. */
    parentId: integer('parent_id'),
    multiple: boolean('multiple').notNull(),
    controlledVocabulary: boolean('controlled_vocabulary').notNull(),
    facetable: boolean('facetable').notNull(),
    advancedSearch: boolean('advanced_search').notNull(),
    required: boolean('required').notNull(),
    displayOnCreate: boolean('display_on_create').notNull(),
    displayFormat: text('display_format').notNull().default(''),
    /** Position in the block, counted over parents and children together, from 0. */
    displayOrder: integer('display_order').notNull(),
    termUri: text('term_uri'),
  },
  (table) => [
    unique('metadata_field_name_key').on(table.name),
    foreignKey({ name: 'metadata_field_block_id_fk', columns: [table.blockId], foreignColumns: [metadataBlock.id] }),
    foreignKey({ name: 'metadata_field_parent_id_fk', columns: [table.parentId], foreignColumns: [table.id] }),
    index('metadata_field_block_order_idx').on(table.blockId, table.displayOrder),
    index('metadata_field_parent_idx').on(table.parentId),
  ],
);

/** Values of the controlled vocabularies. */
export const vocabularyValue = pgTable(
  'vocabulary_value',
  {
    id: serial('id').primaryKey(),
    fieldId: integer('field_id').notNull(),
    value: text('value').notNull(),
    /** Code of the value in its source, such as an ISO 639-3 code; never matched against input. */
    identifier: text('identifier'),
    /** Other spellings that are accepted and stored as `value`. */
    alternates: text('alternates').array().notNull(),
    displayOrder: integer('display_order').notNull(),
  },
  (table) => [
    foreignKey({ name: 'vocabulary_value_field_id_fk', columns: [table.fieldId], foreignColumns: [metadataField.id] }),
    unique('vocabulary_value_field_value_key').on(table.fieldId, table.value),
  ],
);

/** One row, whose version every load of a block raises, so that other processes notice and reload. */
export const metadataCatalog = pgTable(
  'metadata_catalog',
  {
    id: integer('id').primaryKey(),
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (table) => [check('metadata_catalog_single_row_check', sql`${table.id} = 1`)],
);
