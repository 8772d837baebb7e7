/** Blocks that searches of collections offer as facets. Source: collections.md 11.2. */
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { collection, collectionBlockFacet } from '../../schema/collection.ts';
import { node } from '../../schema/node.ts';

/** The block facets of a collection. */
export interface BlockFacetsRow {
  /** Whether it has its own. */
  readonly isRoot: boolean;
  /** Those in effect, by id: its own, or those of the nearest collection above it that has its own, the root collection in the end. */
  readonly blockIds: readonly number[];
}

/** The block facets of each collection. */
export async function listBlockFacets(db: Queryable, collectionIds: readonly number[]): Promise<Map<number, BlockFacetsRow>> {
  const root = sql`(select c.id from ${collection} c where c.id = any(${node.path}) and (c.block_facet_root or c.id = ${node.path}[1]) order by array_position(${node.path}, c.id) desc limit 1)`;
  const rows = await db
    .select({
      collectionId: node.id,
      isRoot: collection.blockFacetRoot,
      blockIds: sql<
        number[]
      >`array(select f.metadata_block_id from ${collectionBlockFacet} f where f.collection_id = ${root} order by f.metadata_block_id)`,
    })
    .from(node)
    .innerJoin(collection, eq(collection.id, node.id))
    .where(sql`${node.id} = ${anyOf(collectionIds, 'int')}`);
  return new Map(rows.map(({ collectionId, ...facets }) => [collectionId, facets]));
}

/** Replaces the block facets of a collection, and says whether it has its own. */
export async function replaceBlockFacets(
  db: Queryable,
  collectionId: number,
  { isRoot, blockIds }: { readonly isRoot: boolean; readonly blockIds: readonly number[] },
): Promise<void> {
  await db.delete(collectionBlockFacet).where(eq(collectionBlockFacet.collectionId, collectionId));
  if (blockIds.length > 0) {
    await db.insert(collectionBlockFacet).values(blockIds.map((metadataBlockId) => ({ collectionId, metadataBlockId })));
  }
  await db.update(collection).set({ blockFacetRoot: isRoot }).where(eq(collection.id, collectionId));
}
