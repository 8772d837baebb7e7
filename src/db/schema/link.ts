import { foreignKey, index, integer, pgTable, primaryKey, serial, timestamp, unique } from 'drizzle-orm/pg-core';
import { collection } from './collection.ts';
import { node } from './node.ts';
import { userAccount } from './user.ts';

/** Collections and datasets that a collection shows beside its own. Source: collections.md 11.2. */
export const nodeLink = pgTable(
  'node_link',
  {
    id: serial('id').primaryKey(),
    /** The collection or dataset that is shown. */
    linkedNodeId: integer('linked_node_id').notNull(),
    /** The collection that shows it. */
    linkingCollectionId: integer('linking_collection_id').notNull(),
    creatorId: integer('creator_id'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'node_link_linked_node_id_fk', columns: [table.linkedNodeId], foreignColumns: [node.id] }).onDelete('cascade'),
    foreignKey({
      name: 'node_link_linking_collection_id_fk',
      columns: [table.linkingCollectionId],
      foreignColumns: [collection.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'node_link_creator_id_fk', columns: [table.creatorId], foreignColumns: [userAccount.id] }),
    unique('node_link_key').on(table.linkedNodeId, table.linkingCollectionId),
    index('node_link_linking_collection_idx').on(table.linkingCollectionId),
  ],
);

/** Collections that a collection presents first, in order. Source: collections.md 11.2. */
export const featuredCollection = pgTable(
  'featured_collection',
  {
    collectionId: integer('collection_id').notNull(),
    featuredCollectionId: integer('featured_collection_id').notNull(),
    displayOrder: integer('display_order').notNull(),
  },
  (table) => [
    primaryKey({ name: 'featured_collection_pk', columns: [table.collectionId, table.featuredCollectionId] }),
    foreignKey({ name: 'featured_collection_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'featured_collection_featured_collection_id_fk',
      columns: [table.featuredCollectionId],
      foreignColumns: [collection.id],
    }).onDelete('cascade'),
    index('featured_collection_featured_idx').on(table.featuredCollectionId),
  ],
);
