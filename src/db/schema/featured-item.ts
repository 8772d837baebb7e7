import { foreignKey, index, integer, pgEnum, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { FEATURED_ITEM_TYPES } from '../../vocabulary/featured-items.ts';
import { bytea } from './bytea.ts';
import { collection } from './collection.ts';
import { node } from './node.ts';

export const featuredItemType = pgEnum('featured_item_type', FEATURED_ITEM_TYPES);

/** What a collection presents on its page. Source: collections.md 11.2. */
export const featuredItem = pgTable(
  'featured_item',
  {
    id: serial('id').primaryKey(),
    collectionId: integer('collection_id').notNull(),
    itemType: featuredItemType('item_type').notNull(),
    /** HTML that was cleaned; null of what presents an object. */
    content: text('content'),
    displayOrder: integer('display_order').notNull(),
    /** What is presented; null of a text. */
    nodeId: integer('node_id'),
    imageName: text('image_name'),
    /** Media type, found out from the bytes. */
    imageType: text('image_type'),
    /** A megabyte at most, so that it is stored and removed with the item. */
    image: bytea('image'),
  },
  (table) => [
    foreignKey({ name: 'featured_item_collection_id_fk', columns: [table.collectionId], foreignColumns: [collection.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'featured_item_node_id_fk', columns: [table.nodeId], foreignColumns: [node.id] }).onDelete('cascade'),
    index('featured_item_collection_idx').on(table.collectionId, table.displayOrder),
    index('featured_item_node_idx').on(table.nodeId),
  ],
);
