import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { collection, collectionMetadataBlock } from '../../schema/collection.ts';
import { dataset } from '../../schema/dataset.ts';
import { collectionTemplates, datasetTemplate } from '../../schema/dataset-template.ts';
import { guestbook } from '../../schema/guestbook.ts';
import { featuredCollection, nodeLink } from '../../schema/link.ts';
import { metadataBlock } from '../../schema/metadata-block.ts';
import { node } from '../../schema/node.ts';

/** Serialises moves of collections: two at once could create a cycle. */
export async function lockMoves(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.collectionMoves})`);
}

/** Keeps collections from being moved until the transaction ends; many may do so at once. */
export async function refuseMoves(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.collectionMoves})`);
}

/**
 * Locks a collection and all collections and datasets below it, so that nothing is added under the old path. What was added while this
 * waited has to be locked as well, so it looks until it finds nothing new. Owners come before what they hold, as others lock them.
 */
export async function lockSubtree(db: Queryable, collectionId: number): Promise<void> {
  let locked = 0;
  for (;;) {
    const [found] = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select id from ${node} where path @> array[${collectionId}]::int[] and kind <> 'DATAFILE' order by path for update
      ) held`);
    const count = found?.count ?? 0;
    if (count === locked) return;
    locked = count;
  }
}

/** The effects that a move would undo, by name. */
export interface MoveLosses {
  /** Whether it is featured in the collection it leaves. */
  readonly featured: boolean;
  /** What is linked to the target or above it, from the subtree. */
  readonly links: readonly { readonly id: number; readonly linkedId: number; readonly linkingId: number; readonly linkingAlias: string }[];
  /** Blocks of the subtree that are tied to a collection it leaves. */
  readonly blocks: readonly { readonly collectionId: number; readonly blockId: number; readonly blockName: string }[];
  /** Guestbooks of collections it leaves, which datasets of the subtree have. */
  readonly guestbooks: readonly { readonly id: number; readonly name: string }[];
  /** Collections of the subtree that begin with a template of a collection it leaves. */
  readonly templates: readonly { readonly collectionId: number; readonly name: string }[];
}

/** What moving a collection below a target would undo. Source: collections.md 11.2. */
export async function findMoveLosses(
  db: Queryable,
  move: { readonly collectionId: number; readonly ownerId: number; readonly targetPath: readonly number[] },
): Promise<MoveLosses> {
  const { collectionId, ownerId, targetPath } = move;
  const subtree = sql`path @> array[${collectionId}]::int[]`;
  const above = anyOf(targetPath, 'int');
  const [row] = await db.execute<{
    featured: boolean;
    links: MoveLosses['links'];
    blocks: MoveLosses['blocks'];
    guestbooks: MoveLosses['guestbooks'];
    templates: MoveLosses['templates'];
  }>(sql`
    select exists (select from ${featuredCollection} f where f.collection_id = ${ownerId} and f.featured_collection_id = ${collectionId}) as featured,
      (select coalesce(json_agg(json_build_object('id', l.id, 'linkedId', l.linked_node_id, 'linkingId', c.id, 'linkingAlias', c.alias) order by l.id), '[]')
        from ${nodeLink} l inner join ${node} n on n.id = l.linked_node_id inner join ${collection} c on c.id = l.linking_collection_id
        where l.linking_collection_id = ${above} and n.${subtree}) as links,
      (select coalesce(json_agg(json_build_object('collectionId', o.collection_id, 'blockId', b.id, 'blockName', b.name) order by o.collection_id, b.id), '[]')
        from ${metadataBlock} b inner join ${collectionMetadataBlock} o on o.metadata_block_id = b.id inner join ${node} n on n.id = o.collection_id
        where b.owner_collection_id <> all(${sql.param(targetPath)}::int[]) and n.${subtree}
          and not exists (select from ${node} tied where tied.id = b.owner_collection_id and tied.${subtree})) as blocks,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.id), '[]')
        from ${guestbook} g
        where g.collection_id <> all(${sql.param(targetPath)}::int[]) and not exists (select from ${node} kept where kept.id = g.collection_id and kept.${subtree})
          and exists (select from ${dataset} d inner join ${node} n on n.id = d.id where d.guestbook_id = g.id and n.${subtree})) as guestbooks,
      (select coalesce(json_agg(json_build_object('collectionId', s.collection_id, 'name', t.name) order by s.collection_id), '[]')
        from ${collectionTemplates} s inner join ${node} n on n.id = s.collection_id inner join ${datasetTemplate} t on t.id = s.default_template_id
        where n.${subtree} and t.collection_id <> all(${sql.param(targetPath)}::int[])
          and not exists (select from ${node} kept where kept.id = t.collection_id and kept.${subtree})) as templates`);
  return row ?? { featured: false, links: [], blocks: [], guestbooks: [], templates: [] };
}

/** Removes what a move undoes. */
export async function deleteMoveLosses(
  db: Queryable,
  move: { readonly collectionId: number; readonly ownerId: number; readonly targetId: number },
  losses: MoveLosses,
): Promise<void> {
  const { collectionId, ownerId, targetId } = move;
  if (losses.featured) {
    await db.execute(sql`delete from ${featuredCollection} where collection_id = ${ownerId} and featured_collection_id = ${collectionId}`);
  }
  if (losses.links.length > 0) {
    const ids = losses.links.map(({ id }) => id);
    // A featured link ends with the link; in the target it stays featured, because the target holds it now.
    await db.execute(sql`
      with gone as (delete from ${nodeLink} where id = ${anyOf(ids, 'int')} returning linked_node_id, linking_collection_id)
      delete from ${featuredCollection} f using gone
      where f.collection_id = gone.linking_collection_id and f.featured_collection_id = gone.linked_node_id
        and not (f.collection_id = ${targetId} and f.featured_collection_id = ${collectionId})`);
  }
  if (losses.guestbooks.length > 0) {
    const ids = losses.guestbooks.map(({ id }) => id);
    await db.execute(sql`
      update ${dataset} d set guestbook_id = null from ${node} n
      where n.id = d.id and n.path @> array[${collectionId}]::int[] and d.guestbook_id = ${anyOf(ids, 'int')}`);
  }
  if (losses.templates.length > 0) {
    const ids = losses.templates.map(({ collectionId: id }) => id);
    await db.execute(sql`update ${collectionTemplates} set default_template_id = null where collection_id = ${anyOf(ids, 'int')}`);
  }
  for (const { collectionId: holder, blockId } of losses.blocks) {
    await db.execute(sql`delete from ${collectionMetadataBlock} where collection_id = ${holder} and metadata_block_id = ${blockId}`);
  }
}

/**
 * Moves a collection below another one: paths and permission paths of everything in it change in one statement. Permission paths end at the
 * permission root.
 */
export async function moveSubtree(db: Queryable, collectionId: number, targetId: number): Promise<void> {
  await db.execute(sql`
    update ${node} as moved set
      owner_id = case when moved.id = ${collectionId} then target.id else moved.owner_id end,
      path = target.path || moved.path[array_position(moved.path, ${collectionId}::int):],
      permission_path = case
        when not top.permission_root and ${collectionId}::int = any(moved.permission_path)
        then moved.permission_path[:array_position(moved.permission_path, ${collectionId}::int)] || target.permission_path
        else moved.permission_path end
    from ${node} target, ${collection} top
    where target.id = ${targetId} and top.id = ${collectionId} and moved.path @> array[${collectionId}]::int[]`);
}
