import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { collection, collectionFacet, collectionInputLevel, collectionMetadataBlock } from '../../schema/collection.ts';
import { insertCollectionBlocks, insertCollectionFacets } from './collection-blocks.ts';

/** A rule of a collection for a metadata field. */
export interface InputLevelValues {
  readonly metadataFieldId: number;
  readonly required: boolean;
  readonly include: boolean;
  readonly displayOnCreate: boolean | null;
}

/** Replaces a collection's own blocks; without any it takes its owner's again. */
export async function replaceCollectionBlocks(db: Queryable, collectionId: number, blockIds: readonly number[]): Promise<void> {
  await db.delete(collectionMetadataBlock).where(eq(collectionMetadataBlock.collectionId, collectionId));
  await insertCollectionBlocks(db, collectionId, blockIds);
  await db
    .update(collection)
    .set({ metadataBlockRoot: blockIds.length > 0 })
    .where(eq(collection.id, collectionId));
}

/** Replaces a collection's own facets in the order given; without any it takes its owner's again. */
export async function replaceCollectionFacets(db: Queryable, collectionId: number, fieldIds: readonly number[]): Promise<void> {
  await db.delete(collectionFacet).where(eq(collectionFacet.collectionId, collectionId));
  await insertCollectionFacets(db, collectionId, fieldIds);
  await db
    .update(collection)
    .set({ facetRoot: fieldIds.length > 0 })
    .where(eq(collection.id, collectionId));
}

/** Adds rules for fields to a collection, or replaces those it has for the same fields; others stay. */
export async function upsertInputLevels(db: Queryable, collectionId: number, levels: readonly InputLevelValues[]): Promise<void> {
  if (levels.length === 0) return;
  await db
    .insert(collectionInputLevel)
    .values(levels.map((level) => ({ collectionId, ...level })))
    .onConflictDoUpdate({
      target: [collectionInputLevel.collectionId, collectionInputLevel.metadataFieldId],
      set: {
        required: sql`excluded.required`,
        include: sql`excluded.include`,
        displayOnCreate: sql`excluded.display_on_create`,
      },
    });
}

/** Removes all rules for fields of a collection. */
export async function deleteInputLevels(db: Queryable, collectionId: number): Promise<void> {
  await db.delete(collectionInputLevel).where(eq(collectionInputLevel.collectionId, collectionId));
}

/** Gives a collection the blocks of another one as its own. */
export async function copyCollectionBlocks(db: Queryable, collectionId: number, fromId: number): Promise<void> {
  await db.execute(sql`
    insert into ${collectionMetadataBlock} (collection_id, metadata_block_id)
    select ${collectionId}, b.metadata_block_id from ${collectionMetadataBlock} b where b.collection_id = ${fromId}
    on conflict do nothing`);
  await db.update(collection).set({ metadataBlockRoot: true }).where(eq(collection.id, collectionId));
}
