import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgEnum, pgSequence, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { NODE_KINDS } from '../../vocabulary/collections.ts';
import { userAccount } from './user.ts';

export const nodeKind = pgEnum('node_kind', NODE_KINDS);

/** One sequence numbers collections, datasets and files. Source: collections.md 1.1. */
export const nodeId = pgSequence('node_id_seq', { startWith: 1, cache: 1 });

/**
 * What collections, datasets and files have in common: their id, their place in the tree and when they were published.
 * Role assignments point here.
 */
export const node = pgTable(
  'node',
  {
    id: integer('id')
      .primaryKey()
      .default(sql`nextval('node_id_seq')`),
    kind: nodeKind('kind').notNull(),
    ownerId: integer('owner_id'),
    /** Ids from the root down to this node, itself included: subtree and ancestor questions are one query. */
    path: integer('path').array().notNull(),
    /** Ids from this node up to the nearest permission root, both included: where assignments count. Source: collections.md 3.3. */
    permissionPath: integer('permission_path').array().notNull(),
    creatorId: integer('creator_id'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** First publication; never unset. */
    publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'node_owner_id_fk', columns: [table.ownerId], foreignColumns: [table.id] }),
    foreignKey({ name: 'node_creator_id_fk', columns: [table.creatorId], foreignColumns: [userAccount.id] }),
    index('node_owner_kind_id_idx').on(table.ownerId, table.kind, table.id),
    index('node_path_idx').using('gin', table.path),
    // Subtrees of collections in depth-first order, a range of this index each.
    index('node_collection_path_idx')
      .on(table.path)
      .where(sql`${table.kind} = 'COLLECTION'`),
    // Collections on which roles of some nodes count.
    index('node_collection_permission_path_idx')
      .using('gin', table.permissionPath)
      .where(sql`${table.kind} = 'COLLECTION'`),
    // Children of a collection in the order of their dates; files, which are most nodes, are asked for by another date.
    index('node_owner_created_idx')
      .on(table.ownerId, table.createdAt, table.id)
      .where(sql`${table.kind} <> 'DATAFILE'`),
    index('node_owner_published_idx')
      .on(table.ownerId, sql`coalesce(${table.publishedAt}, 'infinity'::timestamptz)`, table.id)
      .where(sql`${table.kind} <> 'DATAFILE'`),
    // Unpublished children: few, and the only ones whose permissions are looked up for a count.
    index('node_owner_unpublished_idx')
      .on(table.ownerId)
      .where(sql`${table.kind} <> 'DATAFILE' and ${table.publishedAt} is null`),
    // Files of a dataset from the newest to the oldest.
    index('node_file_date_idx')
      .on(table.ownerId, sql`coalesce(${table.publishedAt}, ${table.createdAt})`, table.id)
      .where(sql`${table.kind} = 'DATAFILE'`),
  ],
);

/**
 * How many published children each collection has, kept by triggers on `node` (see the migration that made it), so that a total costs the
 * same for 2,000 children as for 100,000. In up to 16 parts each, of which a connection adds to its own: publications into one collection
 * do not wait for each other. A part can be negative; their sum is the count.
 */
export const publishedChildren = pgTable(
  'published_children',
  {
    ownerId: integer('owner_id').notNull(),
    part: integer('part').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ name: 'published_children_pk', columns: [table.ownerId, table.part] })],
);
