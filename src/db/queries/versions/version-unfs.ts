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

/** The fingerprint of a table, and the versions that hold it: from the first ordinal to the one before the last, null for no end. */
export interface HeldUnf {
  readonly unf: string;
  readonly validFrom: number;
  readonly validTo: number | null;
}

/** Fingerprints of the tables of a dataset, or of one version of it; a table stands there once for each of its records. */
export async function listTableUnfs(db: Queryable, datasetId: number, ordinal?: number): Promise<HeldUnf[]> {
  return (
    db
      .select({ unf: dataTable.unf, validFrom: fileMetadata.validFrom, validTo: fileMetadata.validTo })
      .from(dataFile)
      .innerJoin(dataTable, eq(dataTable.dataFileId, dataFile.id))
      .innerJoin(fileMetadata, and(eq(fileMetadata.dataFileId, dataFile.id), ordinal === undefined ? undefined : holdsAt(ordinal)))
      // By the index of types: most datasets have no table, whatever the number of their files.
      .where(and(eq(dataFile.datasetId, datasetId), eq(dataFile.contentType, INGESTED_TYPE)))
  );
}

/** All versions of a dataset. */
export async function listFingerprintedVersions(db: Queryable, datasetId: number): Promise<FingerprintedVersion[]> {
  return db.select(columns).from(datasetVersion).where(eq(datasetVersion.datasetId, datasetId));
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

/** Stores fingerprints of versions. They say nothing that the files do not say, so that the versions count as unchanged. */
export async function storeVersionUnfs(db: Queryable, versions: readonly Pick<FingerprintedVersion, 'id' | 'unf'>[]): Promise<void> {
  const ids = sql.param(versions.map(({ id }) => id));
  const unfs = sql.param(versions.map(({ unf }) => unf ?? ''));
  await db.execute(
    sql`update ${datasetVersion} set unf = nullif(given.unf, '') from unnest(${ids}::int[], ${unfs}::text[]) as given(id, unf) where ${datasetVersion.id} = given.id`,
  );
}
