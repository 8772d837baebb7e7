/** Paths of collections, without the root, below which things lie or are linked: `/2/8` is that of collection 8 in collection 2. */
import { type SQL, sql } from 'drizzle-orm';

/** Whether `doc` lies below the collection of a path, or is linked there. */
export function liesBelow(path: readonly string[]): SQL {
  const ids = sql`${sql.param(path)}::text[]::int[]`;
  const last = sql`${path.at(-1) ?? '0'}::text::int`;
  return sql`exists (
    select from node place, node top where place.id = doc.node_id and top.id = ${last} and top.kind = 'COLLECTION' and top.path[2:] = ${ids} and place.id <> top.id
      and place.path && array(
        with recursive reach (id) as (
          select ${last}
          union
          select l.linked_node_id from reach join node n on n.path @> array[reach.id] and n.kind = 'COLLECTION' join node_link l on l.linking_collection_id = n.id)
        select id from reach))`;
}

/** Whether `doc` lies below any collection but the root, or is linked into one. */
export const liesBelowAny = sql`exists (
  select from node place where place.id = doc.node_id and (
    exists (select from node above where above.id = any(place.path) and above.id <> place.id and above.kind = 'COLLECTION' and above.owner_id is not null)
    or exists (select from node_link l join node above on above.id = l.linking_collection_id where l.linked_node_id = any(place.path) and above.owner_id is not null)))`;
