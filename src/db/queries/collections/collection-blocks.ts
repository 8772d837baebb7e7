import { asc, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { prepared, type Queryable } from '../../client.ts';
import { collection, collectionFacet, collectionInputLevel, collectionMetadataBlock } from '../../schema/collection.ts';
import { metadataField } from '../../schema/metadata-block.ts';
import { node } from '../../schema/node.ts';
import type { CollectionKey } from './collections.ts';

/** Sets a collection's own blocks. */
export async function insertCollectionBlocks(db: Queryable, collectionId: number, blockIds: readonly number[]): Promise<void> {
  if (blockIds.length === 0) return;
  await db
    .insert(collectionMetadataBlock)
    .values(blockIds.map((metadataBlockId) => ({ collectionId, metadataBlockId })))
    .onConflictDoNothing();
}

/** Sets a collection's own facets, in the given order. */
export async function insertCollectionFacets(db: Queryable, collectionId: number, fieldIds: readonly number[]): Promise<void> {
  if (fieldIds.length === 0) return;
  await db
    .insert(collectionFacet)
    .values(fieldIds.map((metadataFieldId, displayOrder) => ({ collectionId, metadataFieldId, displayOrder })))
    .onConflictDoNothing();
}

/** Removes a collection's own blocks. */
export async function deleteCollectionBlocks(db: Queryable, collectionId: number): Promise<void> {
  await db.delete(collectionMetadataBlock).where(eq(collectionMetadataBlock.collectionId, collectionId));
}

/** Removes a collection's own facets. */
export async function deleteCollectionFacets(db: Queryable, collectionId: number): Promise<void> {
  await db.delete(collectionFacet).where(eq(collectionFacet.collectionId, collectionId));
}

/** Sets whether a collection's own blocks are in effect. */
export async function setMetadataBlockRoot(db: Queryable, collectionId: number, isRoot: boolean): Promise<void> {
  await db.update(collection).set({ metadataBlockRoot: isRoot }).where(eq(collection.id, collectionId));
}

/** Sets whether a collection's own facets are in effect. */
export async function setFacetRoot(db: Queryable, collectionId: number, isRoot: boolean): Promise<void> {
  await db.update(collection).set({ facetRoot: isRoot }).where(eq(collection.id, collectionId));
}

/** Gives a collection rules for fields. */
export async function insertInputLevels(
  db: Queryable,
  collectionId: number,
  levels: readonly { metadataFieldId: number; required: boolean; include: boolean; displayOnCreate: boolean | null }[],
): Promise<void> {
  if (levels.length === 0) return;
  await db.insert(collectionInputLevel).values(levels.map((level) => ({ collectionId, ...level })));
}

export interface InputLevelRow {
  readonly collectionId: number;
  readonly fieldName: string;
  readonly required: boolean;
  readonly include: boolean;
  readonly displayOnCreate: boolean | null;
}

/** Rules for fields that the given collections have themselves, by field id. */
export async function listInputLevels(db: Queryable, collectionIds: readonly number[]): Promise<InputLevelRow[]> {
  return db
    .select({
      collectionId: collectionInputLevel.collectionId,
      fieldName: metadataField.name,
      required: collectionInputLevel.required,
      include: collectionInputLevel.include,
      displayOnCreate: collectionInputLevel.displayOnCreate,
    })
    .from(collectionInputLevel)
    .innerJoin(metadataField, eq(metadataField.id, collectionInputLevel.metadataFieldId))
    .where(sql`${collectionInputLevel.collectionId} = ${anyOf(collectionIds, 'int')}`)
    .orderBy(asc(collectionInputLevel.metadataFieldId));
}

/** The metadata requirements of a collection: the blocks in effect, and the rules of the collection they come from. */
export interface MetadataScopeRow {
  readonly collectionId: number;
  readonly blockRootId: number;
  readonly blockIds: number[];
}

/**
 * For each collection the nearest one upwards that is a metadata-block root (the root collection in the end), and that
 * one's block ids in order. Source: collections.md 5.13.
 */
export async function listMetadataScopes(db: Queryable, collectionIds: readonly number[]): Promise<MetadataScopeRow[]> {
  const blockRoot = sql`(select c.id from ${collection} c where c.id = any(${node.path}) and (c.metadata_block_root or c.id = ${node.path}[1]) order by array_position(${node.path}, c.id) desc limit 1)`;
  return db
    .select({
      collectionId: node.id,
      blockRootId: sql<number>`${blockRoot}`,
      blockIds: sql<
        number[]
      >`array(select b.metadata_block_id from ${collectionMetadataBlock} b where b.collection_id = ${blockRoot} order by b.metadata_block_id)`,
    })
    .from(node)
    .where(sql`${node.id} = ${anyOf(collectionIds, 'int')}`);
}

/** The requirements of a collection on the metadata of its datasets. */
export interface MetadataRulesRow {
  readonly blockIds: number[];
  /** Rules of the collection that the blocks come from. */
  readonly levels: readonly { readonly fieldName: string; readonly required: boolean }[];
}

const blockRootOfNode = sql`(select c.id from ${collection} c where c.id = any(${node.path}) and (c.metadata_block_root or c.id = ${node.path}[1]) order by array_position(${node.path}, c.id) desc limit 1)`;

const metadataRules = {
  blockIds: sql<
    number[]
  >`array(select b.metadata_block_id from ${collectionMetadataBlock} b where b.collection_id = root.id order by b.metadata_block_id)`,
  levels: sql<
    MetadataRulesRow['levels']
  >`(select coalesce(json_agg(json_build_object('fieldName', f.name, 'required', l.required) order by f.id), '[]'::json) from ${collectionInputLevel} l inner join ${metadataField} f on f.id = l.metadata_field_id where l.collection_id = root.id)`,
};

const rulesStatement = prepared((db) =>
  db
    .select(metadataRules)
    .from(node)
    .innerJoin(sql`lateral (select ${blockRootOfNode} as id) root`, sql`true`)
    .where(eq(node.id, sql.placeholder('collectionId')))
    .prepare('metadata_rules'),
);

/** The metadata requirements of a collection, in one statement: every write needs them. */
export async function findMetadataRules(db: Queryable, collectionId: number): Promise<MetadataRulesRow | undefined> {
  const [row] = await rulesStatement(db).execute({ collectionId });
  return row;
}

/** The requirements of a collection and a dataset type on a new dataset. */
export interface CreationRulesRow extends MetadataRulesRow {
  readonly collectionId: number;
  /** Licences that datasets of the type may have; empty for all. */
  readonly licenseIds: number[];
}

function creationRulesStatement(key: 'id' | 'alias' | 'root') {
  const named = {
    id: eq(node.id, sql.placeholder('id')),
    alias: sql`${node.id} = (select c.id from ${collection} c where lower(c.alias) = lower(${sql.placeholder('alias')}))`,
    root: sql`${node.ownerId} is null`,
  };
  return prepared((db) =>
    db
      .select({
        collectionId: node.id,
        ...metadataRules,
        licenseIds: sql<
          number[]
        >`array(select l.license_id from dataset_type_license l inner join dataset_type t on t.id = l.dataset_type_id where t.name = ${sql.placeholder('datasetType')})`,
      })
      .from(node)
      .innerJoin(sql`lateral (select ${blockRootOfNode} as id) root`, sql`true`)
      .where(named[key])
      .prepare(`creation_rules_by_${key}`),
  );
}

const creationRulesStatements = {
  id: creationRulesStatement('id'),
  alias: creationRulesStatement('alias'),
  root: creationRulesStatement('root'),
};

/** What a collection and a type of dataset ask of a new dataset; undefined when there is no such collection. */
export async function findCreationRules(db: Queryable, key: CollectionKey, datasetType: string): Promise<CreationRulesRow | undefined> {
  const [row] =
    'id' in key
      ? await creationRulesStatements.id(db).execute({ id: key.id, datasetType })
      : 'alias' in key
        ? await creationRulesStatements.alias(db).execute({ alias: key.alias, datasetType })
        : await creationRulesStatements.root(db).execute({ datasetType });
  return row;
}

/**
 * For each collection the field ids of its facets, in display order: those of the nearest collection upwards that is a
 * facet root, the root collection in the end. Source: collections.md 5.8.
 */
export async function listFacetFields(db: Queryable, collectionIds: readonly number[]): Promise<Map<number, readonly number[]>> {
  const facetRoot = sql`(select c.id from ${collection} c where c.id = any(${node.path}) and (c.facet_root or c.id = ${node.path}[1]) order by array_position(${node.path}, c.id) desc limit 1)`;
  const rows = await db
    .select({
      collectionId: node.id,
      fieldIds: sql<
        number[]
      >`array(select f.metadata_field_id from ${collectionFacet} f where f.collection_id = ${facetRoot} order by f.display_order)`,
    })
    .from(node)
    .where(sql`${node.id} = ${anyOf(collectionIds, 'int')}`);
  return new Map(rows.map((row) => [row.collectionId, row.fieldIds]));
}

/** Ids of the blocks that at least one collection has of its own. */
export async function listBlockIdsInUse(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: collectionMetadataBlock.metadataBlockId })
    .from(collectionMetadataBlock)
    .orderBy(collectionMetadataBlock.metadataBlockId);
  return rows.map((row) => row.id);
}
