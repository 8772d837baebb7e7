import { eq, sql } from 'drizzle-orm';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import { anyOf } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { dataset } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';
import { grantedOn } from './granted.ts';
import { published } from './visible.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';

export interface NodePlace {
  readonly id: number;
  readonly path: number[];
  readonly permissionPath: number[];
}

const insertStatement = prepared((db) =>
  db
    .insert(node)
    .select(
      sql`select given.id, ${sql.placeholder('kind')}::node_kind, ${sql.placeholder('ownerId')}::int,
        ${sql.placeholder('ownerPath')}::int[] || given.id, given.id || ${sql.placeholder('ownerPermissionPath')}::int[],
        ${sql.placeholder('creatorId')}::int, now(), ${sql.placeholder('publishedAt')}::timestamptz
        from (select nextval('node_id_seq')::int as id) given`,
    )
    .returning({ id: node.id, path: node.path, permissionPath: node.permissionPath, createdAt: node.createdAt })
    .prepare('node_insert'),
);

/**
 * Numbers a new node and stores its place below its owner (none for the root). A permission root starts a permission
 * path of its own; anything else goes on with its owner's.
 */
export async function insertNode(
  db: Queryable,
  values: {
    kind: NodeKind;
    owner: NodePlace | null;
    creatorId: number | null;
    permissionRoot: boolean;
    publishedAt?: Date | null;
  },
): Promise<NodePlace & { readonly createdAt: Date }> {
  const { owner } = values;
  const [row] = await insertStatement(db).execute({
    kind: values.kind,
    ownerId: owner?.id ?? null,
    ownerPath: owner?.path ?? [],
    ownerPermissionPath: values.permissionRoot ? [] : (owner?.permissionPath ?? []),
    creatorId: values.creatorId,
    publishedAt: values.publishedAt?.toISOString() ?? null,
  });
  if (row === undefined) throw new Error('The node was not stored.');
  return row;
}

/** Number of direct children of each node that has any. */
export async function countChildren(db: Queryable, ownerIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ ownerId: node.ownerId, count: sql<number>`count(*)::int` })
    .from(node)
    .where(sql`${node.ownerId} = ${anyOf(ownerIds, 'int')}`)
    .groupBy(node.ownerId);
  return new Map(rows.map((row) => [row.ownerId ?? 0, row.count]));
}

/** A collection, dataset or file of any kind, and what some identities hold on it. */
export interface NodeGrants {
  readonly id: number;
  readonly kind: NodeKind;
  readonly granted: number;
}

/** What a collection, dataset or file goes by. */
export interface NodeName {
  readonly id: number;
  readonly kind: NodeKind;
  readonly published: boolean;
  /** Of a collection. */
  readonly alias: string | null;
  /** Of a dataset. */
  readonly persistentId: string | null;
}

/** Finds what some objects go by, in no order. One statement; none for none. */
export async function listNodeNames(db: Queryable, ids: readonly number[]): Promise<NodeName[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      id: node.id,
      kind: node.kind,
      published: sql<boolean>`${published}`,
      alias: collection.alias,
      persistentId: persistentIdOf(dataset),
    })
    .from(node)
    .leftJoin(collection, eq(collection.id, node.id))
    .leftJoin(dataset, eq(dataset.id, node.id))
    .where(sql`${node.id} = ${anyOf(ids, 'int')}`);
}

const grantsStatement = prepared((db) =>
  db
    .select({ id: node.id, kind: node.kind, granted: grantedOn(node.permissionPath, sql.placeholder('identities')) })
    .from(node)
    // A join, so that the columns are named with their table: `grantedOn` asks other tables.
    .innerJoin(sql`unnest((select ${sql.placeholder('ids')}::int[])) asked(id)`, sql`asked.id = ${node.id}`)
    .prepare('node_grants'),
);

/** What the identities hold on each of the given nodes, in no order. */
export async function listNodeGrants(db: Queryable, ids: readonly number[], identities: readonly string[]): Promise<NodeGrants[]> {
  return grantsStatement(db).execute({ ids, identities });
}

/** Marks a node as published now unless it is already; when. */
export async function markPublished(db: Queryable, id: number): Promise<Date> {
  const [row] = await db
    .update(node)
    .set({ publishedAt: sql`coalesce(${node.publishedAt}, now())` })
    .where(eq(node.id, id))
    .returning({ publishedAt: node.publishedAt });
  if (!row?.publishedAt) throw new Error(`There is no node ${id}.`);
  return row.publishedAt;
}

/** Removes a node that has no children; its dependants go too. */
export async function deleteNode(db: Queryable, id: number): Promise<void> {
  await db.delete(node).where(eq(node.id, id));
}

/** Removes a node and everything below it; ids of what went, files included. */
export async function deleteSubtree(db: Queryable, id: number): Promise<void> {
  // Children first: the foreign key on the owner refuses the other order row by row, but not within one statement.
  await db.execute(sql`delete from ${node} where ${node.path} @> array[${id}]::int[]`);
}

/** Whether an object is in the tree of a collection, itself included. */
export async function isWithin(db: Queryable, id: number, collectionId: number): Promise<boolean> {
  const rows = await db.execute(sql`select from ${node} where id = ${id} and path @> array[${collectionId}]::int[]`);
  return rows.length > 0;
}
