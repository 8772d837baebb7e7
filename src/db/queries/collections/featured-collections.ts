import { asc, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { featuredCollection, nodeLink } from '../../schema/link.ts';
import { collection } from '../../schema/collection.ts';
import { node } from '../../schema/node.ts';
import { published } from '../gate/visible.ts';

/** Ids of the featured collections of each collection, in their order, by collection id. */
export async function listFeaturedIds(db: Queryable, collectionIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .select({ collectionId: featuredCollection.collectionId, id: featuredCollection.featuredCollectionId })
    .from(featuredCollection)
    .where(sql`${featuredCollection.collectionId} = ${anyOf(collectionIds, 'int')}`)
    .orderBy(asc(featuredCollection.collectionId), asc(featuredCollection.displayOrder));
  const featured = new Map<number, number[]>();
  for (const { collectionId, id } of rows) featured.set(collectionId, [...(featured.get(collectionId) ?? []), id]);
  return featured;
}

/** A candidate for a featured collection. */
export interface FeatureCandidate {
  readonly id: number;
  readonly alias: string;
  readonly published: boolean;
  /** A direct child of the presenting collection, or linked by it. */
  readonly within: boolean;
  readonly featured: boolean;
}

/** The collections with these aliases, in any case, as the presenting collection sees them; in no order. */
export async function listFeatureCandidates(db: Queryable, collectionId: number, aliases: readonly string[]): Promise<FeatureCandidate[]> {
  return db
    .select({
      id: collection.id,
      alias: collection.alias,
      published: sql<boolean>`${published}`,
      within: sql<boolean>`(${node.ownerId} = ${collectionId} or exists (select from ${nodeLink} l where l.linked_node_id = ${node.id} and l.linking_collection_id = ${collectionId}))`,
      featured: sql<boolean>`exists (select from ${featuredCollection} f where f.collection_id = ${collectionId} and f.featured_collection_id = ${node.id})`,
    })
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(
      sql`lower(${collection.alias}) = ${anyOf(
        aliases.map((alias) => alias.toLowerCase()),
        'text',
      )}`,
    );
}

/** Features further collections after the present ones, in the given order. */
export async function appendFeatured(db: Queryable, collectionId: number, featuredIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    insert into ${featuredCollection} (collection_id, featured_collection_id, display_order)
    select ${collectionId}, asked.id, asked.place + (select coalesce(max(f.display_order), -1) from ${featuredCollection} f where f.collection_id = ${collectionId})
    from unnest(${sql.param(featuredIds)}::int[]) with ordinality asked(id, place)`);
}

/** Removes all featured collections. */
export async function deleteFeatured(db: Queryable, collectionId: number): Promise<void> {
  await db.delete(featuredCollection).where(eq(featuredCollection.collectionId, collectionId));
}
