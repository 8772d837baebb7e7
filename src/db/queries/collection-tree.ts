import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { node } from '../schema/node.ts';

/**
 * SQL for "is this collection, or one below it", over a node under another name. Paths compare element by element, so a
 * subtree of collections is one range of their index, in depth-first order.
 */
export function inSubtree(alias: string, collectionId: SQLWrapper): SQL {
  const name = sql.identifier(alias);
  return sql`${name}.kind = 'COLLECTION' and ${name}.path >= (select top.path from ${node} top where top.id = ${collectionId})
    and ${name}.path < (select top.path[1:cardinality(top.path) - 1] || (top.id + 1) from ${node} top where top.id = ${collectionId})`;
}
