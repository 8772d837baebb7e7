import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { COLLECTION_TYPES } from '../../vocabulary/collections.ts';
import { metadataBlock, metadataField } from './metadata-block.ts';
import { node } from './node.ts';
import { role } from './role.ts';

export const collectionType = pgEnum('collection_type', COLLECTION_TYPES);

/** Look of a collection in a frontend; all keys optional. Source: collections.md 5.1. */
export type CollectionTheme = Partial<
  Record<
    'backgroundColor' | 'linkColor' | 'linkUrl' | 'logo' | 'logoAlignment' | 'logoBackgroundColor' | 'logoFormat' | 'tagline' | 'textColor',
    string
  >
>;

export const collection = pgTable(
  'collection',
  {
    id: integer('id').primaryKey(),
    alias: text('alias').notNull(),
    name: text('name').notNull(),
    affiliation: text('affiliation'),
    description: text('description'),
    collectionType: collectionType('collection_type').notNull().default('UNCATEGORIZED'),
    /** E-mail addresses in the order given. */
    contactEmails: text('contact_emails').array().notNull(),
    permissionRoot: boolean('permission_root').notNull().default(true),
    metadataBlockRoot: boolean('metadata_block_root').notNull().default(false),
    facetRoot: boolean('facet_root').notNull().default(false),
    blockFacetRoot: boolean('block_facet_root').notNull().default(false),
    theme: json('theme').$type<CollectionTheme>(),
    storageDriver: text('storage_driver'),
    filePidsEnabled: boolean('file_pids_enabled'),
    requireFilesToPublishDataset: boolean('require_files_to_publish_dataset'),
    datasetFileCountLimit: integer('dataset_file_count_limit'),
    /** Set of curation labels for datasets below: the name of one, or `DISABLED`; null takes over the owner's. */
    curationLabelSet: text('curation_label_set'),
    /** The one language of metadata for datasets below; null takes over the owner's. */
    metadataLanguage: text('metadata_language'),
    /** Role given to the creator of a dataset here; null is the keyword `none`. Source: collections.md 5.12. */
    defaultContributorRoleId: integer('default_contributor_role_id'),
  },
  (table) => [
    foreignKey({ name: 'collection_id_fk', columns: [table.id], foreignColumns: [node.id] }).onDelete('cascade'),
    foreignKey({
      name: 'collection_default_contributor_role_id_fk',
      columns: [table.defaultContributorRoleId],
      foreignColumns: [role.id as AnyPgColumn],
    }),
    uniqueIndex('collection_alias_key').on(sql`lower(${table.alias})`),
    // Hardly any collection sets a limit, so the question "is there one above" costs a probe of an empty index.
    index('collection_file_count_limit_idx')
      .on(table.id)
      .where(sql`${table.datasetFileCountLimit} is not null`),
  ],
);

/** Own blocks of a collection; they act only while it is a metadata-block root. */
export const collectionMetadataBlock = pgTable(
  'collection_metadata_block',
  {
    collectionId: integer('collection_id').notNull(),
    metadataBlockId: integer('metadata_block_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'collection_metadata_block_pk', columns: [table.collectionId, table.metadataBlockId] }),
    foreignKey({
      name: 'collection_metadata_block_collection_id_fk',
      columns: [table.collectionId],
      foreignColumns: [collection.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'collection_metadata_block_metadata_block_id_fk',
      columns: [table.metadataBlockId],
      foreignColumns: [metadataBlock.id],
    }),
  ],
);

/** Own facets of a collection in display order; they act only while it is a facet root. */
export const collectionFacet = pgTable(
  'collection_facet',
  {
    collectionId: integer('collection_id').notNull(),
    metadataFieldId: integer('metadata_field_id').notNull(),
    displayOrder: integer('display_order').notNull(),
  },
  (table) => [
    primaryKey({ name: 'collection_facet_pk', columns: [table.collectionId, table.metadataFieldId] }),
    foreignKey({ name: 'collection_facet_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'collection_facet_metadata_field_id_fk',
      columns: [table.metadataFieldId],
      foreignColumns: [metadataField.id],
    }),
  ],
);

/** Blocks that searches of a collection offer as facets; they act only while it is a block-facet root. Source: collections.md 11.2. */
export const collectionBlockFacet = pgTable(
  'collection_block_facet',
  {
    collectionId: integer('collection_id').notNull(),
    metadataBlockId: integer('metadata_block_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'collection_block_facet_pk', columns: [table.collectionId, table.metadataBlockId] }),
    foreignKey({
      name: 'collection_block_facet_collection_id_fk',
      columns: [table.collectionId],
      foreignColumns: [collection.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'collection_block_facet_metadata_block_id_fk',
      columns: [table.metadataBlockId],
      foreignColumns: [metadataBlock.id],
    }),
  ],
);

/** Per-collection tightening of a field. Source: collections.md 5.1, blocks.md 6. */
export const collectionInputLevel = pgTable(
  'collection_input_level',
  {
    collectionId: integer('collection_id').notNull(),
    metadataFieldId: integer('metadata_field_id').notNull(),
    required: boolean('required').notNull(),
    include: boolean('include').notNull(),
    displayOnCreate: boolean('display_on_create'),
  },
  (table) => [
    primaryKey({ name: 'collection_input_level_pk', columns: [table.collectionId, table.metadataFieldId] }),
    foreignKey({
      name: 'collection_input_level_collection_id_fk',
      columns: [table.collectionId],
      foreignColumns: [collection.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'collection_input_level_metadata_field_id_fk',
      columns: [table.metadataFieldId],
      foreignColumns: [metadataField.id],
    }),
    index('collection_input_level_field_idx').on(table.metadataFieldId),
  ],
);

/** Subjects of the datasets that were published in a collection and below it. Source: datasets.md 7.3. */
export const collectionSubject = pgTable(
  'collection_subject',
  {
    collectionId: integer('collection_id').notNull(),
    /** A value of the citation block's vocabulary. */
    subject: text('subject').notNull(),
  },
  (table) => [
    primaryKey({ name: 'collection_subject_pk', columns: [table.collectionId, table.subject] }),
    foreignKey({ name: 'collection_subject_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
  ],
);
