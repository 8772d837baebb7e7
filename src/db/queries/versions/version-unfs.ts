/** The fingerprints of versions, and of the tables that they are made from. Source: files.md 20.2. */
import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { INGESTED_TYPE } from '../../../model/ingested-type.ts';
import type { Queryable } from '../../client.ts';
import { dataTable } from '../../schema/data-table.ts';
import { datasetVersion } from '../../schema/dataset.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { holdsAt } from '../files/file-columns.ts';

/** A version with its fingerprint; null where it has none. */
export interface FingerprintedVersion {
  readonly id: number;
  readonly datasetId: number;
  readonly ordinal: number;
  readonly unf: string | null;
}

const columns = {
  id: datasetVersion.id,
  datasetId: datasetVersion.datasetId,
  ordinal: datasetVersion.ordinal,
  unf: datasetVersion.unf,
} as const;

/** Fingerprints of the tables of a version, in ascending order; equal ones stand as often as there are files. */
export async function listTableUnfs(db: Queryable, { datasetId, ordinal }: FingerprintedVersion): Promise<string[]> {
  const rows = await db
    .select({ unf: dataTable.unf })
    .from(dataFile)
    .innerJoin(dataTable, eq(dataTable.dataFileId, dataFile.id))
    .innerJoin(fileMetadata, and(eq(fileMetadata.dataFileId, dataFile.id), holdsAt(ordinal)))
    // By the index of types: most datasets have no table, whatever the number of their files.
    .where(and(eq(dataFile.datasetId, datasetId), eq(dataFile.contentType, INGESTED_TYPE)));
  return rows.map(({ unf }) => unf).toSorted();
}

/** Versions that hold a file. */
export async function listVersionsWith(db: Queryable, dataFileId: number): Promise<FingerprintedVersion[]> {
  return db
    .selectDistinct(columns)
    .from(fileMetadata)
    .innerJoin(datasetVersion, and(eq(datasetVersion.datasetId, fileMetadata.datasetId), holdsAt(datasetVersion.ordinal)))
    .where(eq(fileMetadata.dataFileId, dataFileId));
}

/** Finds a version by its id. */
export async function findFingerprintedVersion(db: Queryable, id: number): Promise<FingerprintedVersion | undefined> {
  const [row] = await db.select(columns).from(datasetVersion).where(eq(datasetVersion.id, id));
  return row;
}

/** Earlier versions that have a fingerprint, the newest first. */
export async function listEarlierUnfs(
  db: Queryable,
  { datasetId, ordinal }: FingerprintedVersion,
  limit: number,
): Promise<FingerprintedVersion[]> {
  return db
    .select(columns)
    .from(datasetVersion)
    .where(and(eq(datasetVersion.datasetId, datasetId), lt(datasetVersion.ordinal, ordinal), isNotNull(datasetVersion.unf)))
    .orderBy(desc(datasetVersion.ordinal))
    .limit(limit);
}

/** Stores the fingerprint of a version. It says nothing that its files do not say, so that the version counts as unchanged. */
export async function storeVersionUnf(db: Queryable, id: number, unf: string | null): Promise<void> {
  await db
    .update(datasetVersion)
    .set({ unf })
    .where(sql`${datasetVersion.id} = ${id}`);
}
