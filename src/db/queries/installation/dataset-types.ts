import { type SQL, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { prepared, type Queryable } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { datasetType, datasetTypeBlock, datasetTypeLicense } from '../../schema/dataset-type.ts';
import { metadataBlock } from '../../schema/metadata-block.ts';

/** A kind of datasets. */
export interface DatasetTypeRow {
  readonly id: number;
  readonly name: string;
  /** Names of metadata blocks, in the order of the blocks. */
  readonly linkedMetadataBlocks: readonly string[];
  /** Names of licences, in their order; empty for all. */
  readonly availableLicenses: readonly string[];
}

/** How a dataset type is named in a query. */
export type DatasetTypeKey = { readonly id: number } | { readonly name: string };

async function select(db: Queryable, where: SQL): Promise<DatasetTypeRow[]> {
  const rows = await db.execute<{ id: number; name: string; blocks: string[]; licenses: string[] }>(sql`
    select t.id, t.name,
      array(select b.name from dataset_type_block tb inner join metadata_block b on b.id = tb.block_id
            where tb.dataset_type_id = t.id order by b.id) as blocks,
      array(select l.name from dataset_type_license tl inner join license l on l.id = tl.license_id
            where tl.dataset_type_id = t.id order by l.sort_order, l.id) as licenses
    from dataset_type t where ${where} order by t.id`);
  return rows.map(({ id, name, blocks, licenses }) => ({ id, name, linkedMetadataBlocks: blocks, availableLicenses: licenses }));
}

function named(key: DatasetTypeKey): SQL {
  return 'id' in key ? sql`t.id = ${key.id}` : sql`t.name = ${key.name}`;
}

/** All dataset types, by id. */
export async function listDatasetTypeRows(db: Queryable): Promise<DatasetTypeRow[]> {
  return select(db, sql`true`);
}

/** Finds a dataset type. */
export async function findDatasetType(db: Queryable, key: DatasetTypeKey): Promise<DatasetTypeRow | undefined> {
  return (await select(db, named(key)))[0];
}

/** Keeps a dataset type from being removed until the transaction ends, or from being used; whether there is one. */
export async function holdDatasetType(db: Queryable, key: DatasetTypeKey, from: 'removal' | 'use'): Promise<boolean> {
  const strength = from === 'removal' ? sql`for key share` : sql`for update`;
  const rows = await db.execute(sql`select t.id from dataset_type t where ${named(key)} ${strength}`);
  return rows.length > 0;
}

// Asked whenever a dataset is created.
const licenseIdsStatement = prepared((db) =>
  db
    .select({ id: datasetTypeLicense.licenseId })
    .from(datasetTypeLicense)
    .innerJoin(datasetType, eq(datasetType.id, datasetTypeLicense.datasetTypeId))
    .where(eq(datasetType.name, sql.placeholder('name')))
    .prepare('dataset_type_license_ids'),
);

/** Ids of the licences that datasets of a type may have; empty for all. */
export async function listTypeLicenseIds(db: Queryable, name: string): Promise<number[]> {
  const rows = await licenseIdsStatement(db).execute({ name });
  return rows.map(({ id }) => id);
}

/** Ids of the metadata blocks that a type of dataset brings; none for an unknown one. */
export async function listTypeBlockIds(db: Queryable, name: string): Promise<number[]> {
  const rows = await db
    .select({ id: datasetTypeBlock.blockId })
    .from(datasetTypeBlock)
    .innerJoin(datasetType, eq(datasetType.id, datasetTypeBlock.datasetTypeId))
    .where(eq(datasetType.name, name));
  return rows.map(({ id }) => id);
}

/** Stores a dataset type; its id, undefined when another one has the name. */
export async function insertDatasetTypeUnlessTaken(db: Queryable, name: string): Promise<number | undefined> {
  const [row] = await db.insert(datasetType).values({ name }).onConflictDoNothing().returning({ id: datasetType.id });
  return row?.id;
}

/** Links these metadata blocks, and no others, to a dataset type; the names that no block has. */
export async function replaceTypeBlocks(db: Queryable, id: number, names: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ id: metadataBlock.id, name: metadataBlock.name })
    .from(metadataBlock)
    .where(sql`${metadataBlock.name} = ${anyOf(names, 'text')}`);
  await db.delete(datasetTypeBlock).where(eq(datasetTypeBlock.datasetTypeId, id));
  if (found.length > 0) await db.insert(datasetTypeBlock).values(found.map((block) => ({ datasetTypeId: id, blockId: block.id })));
  return unknown(names, found);
}

/** Allows these licences, and no others, to a dataset type. */
export async function replaceTypeLicenses(db: Queryable, id: number, licenseIds: readonly number[]): Promise<void> {
  await db.delete(datasetTypeLicense).where(eq(datasetTypeLicense.datasetTypeId, id));
  if (licenseIds.length > 0) await db.insert(datasetTypeLicense).values(licenseIds.map((licenseId) => ({ datasetTypeId: id, licenseId })));
}

function unknown(names: readonly string[], found: readonly { readonly name: string }[]): string[] {
  return names.filter((name) => !found.some((one) => one.name === name));
}

/** Whether a dataset is of a type. */
export async function isDatasetTypeInUse(db: Queryable, name: string): Promise<boolean> {
  const rows = await db.select({ id: dataset.id }).from(dataset).where(eq(dataset.datasetType, name)).limit(1);
  return rows.length > 0;
}

/** Removes a dataset type. */
export async function deleteDatasetTypeRow(db: Queryable, id: number): Promise<void> {
  await db.delete(datasetType).where(eq(datasetType.id, id));
}
