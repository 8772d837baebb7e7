import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { node } from '../../schema/node.ts';
import { type CollectionWithGrants, collectionColumns } from './collections.ts';
import { type Onlooker, visible } from '../gate/visible.ts';
import { grantedOn } from '../gate/granted.ts';
import type { PageWindow } from '../../../model/page-window.ts';

/**
 * SQL for "is this collection, or one below it", over a node under another name. Paths compare element by element, so a
 * subtree of collections is one range of their index, in depth-first order.
 */
export function inSubtree(alias: string, collectionId: SQLWrapper): SQL {
  const name = sql.identifier(alias);
  return sql`${name}.kind = 'COLLECTION' and ${name}.path >= (select top.path from ${node} top where top.id = ${collectionId})
    and ${name}.path < (select top.path[1:cardinality(top.path) - 1] || (top.id + 1) from ${node} top where top.id = ${collectionId})`;
}

const collectionId = sql`${sql.placeholder('collectionId')}::int`;
/** Below the collection, not itself, at most so many levels down, and open to the onlooker. */
const below = sql`${inSubtree('node', collectionId)} and ${node.id} <> ${collectionId}
  and cardinality(${node.path}) <= ${sql.placeholder('deepest')}::int and ${visible}`;

/** A path that comes after every other one: no id is as large. */
const BEHIND_ALL = [2_147_483_647];

function pageStatement(order: SQL, suffix: 'first' | 'last') {
  return prepared((db) =>
    db
      .select({ ...collectionColumns, granted: grantedOn(node.permissionPath, sql.placeholder('identities')) })
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(sql`${below} and ${node.path} > ${sql.placeholder('after')}::int[] and ${node.path} < ${sql.placeholder('before')}::int[]`)
      .orderBy(order)
      .limit(sql.placeholder('limit'))
      .prepare(`collection_descendants_${suffix}`),
  );
}

const firstStatement = pageStatement(sql`${node.path}`, 'first');
const lastStatement = pageStatement(sql`${node.path} desc`, 'last');

const countStatement = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(node)
    .where(below)
    .prepare('collection_descendants_count'),
);

/** Which collections below one are asked for. */
export interface DescendantsQuestion {
  readonly collectionId: number;
  /** Length of the longest path that counts. */
  readonly deepest: number;
  readonly onlooker: Onlooker;
}

function valuesOf({ collectionId: id, deepest, onlooker: { identities, superuser } }: DescendantsQuestion) {
  return { collectionId: id, deepest, identities, superuser };
}

/** A window of the collections below one that an onlooker may see, depth first. Places are their paths. */
export async function listDescendants(
  db: Queryable,
  question: DescendantsQuestion,
  {
    after,
    before,
    limit,
    fromEnd = false,
  }: Pick<PageWindow<readonly number[]>, 'after' | 'limit'> & Partial<PageWindow<readonly number[]>>,
): Promise<CollectionWithGrants[]> {
  const values = { ...valuesOf(question), after: after ?? [], before: before ?? BEHIND_ALL, limit };
  const rows = await (fromEnd ? lastStatement : firstStatement)(db).execute(values);
  return fromEnd ? rows.toReversed() : rows;
}

/** Number of collections below one that an onlooker may see. */
export async function countDescendants(db: Queryable, question: DescendantsQuestion): Promise<number> {
  const [row] = await countStatement(db).execute(valuesOf(question));
  return row?.count ?? 0;
}
