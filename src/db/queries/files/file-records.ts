import { type Placeholder, type SQL, and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { VersionState } from '../../../vocabulary/datasets.ts';
import { anyOf } from '../../kept-plans.ts';
import { prepared, type Queryable } from '../../client.ts';
import { datasetVersion } from '../../schema/dataset.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { bytesOfRecord, fileColumns, type FileRow, holdsAt, nodeOfBytes } from './file-columns.ts';

/**
 * Number of files of each version, by version id. What came and went with each version is counted once for all versions of a
 * dataset, by the indexes on the ranges.
 */
export async function countFilesOfVersions(db: Queryable, versionIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.execute<{ id: number; count: number }>(sql`
    with asked as (select v.id, v.dataset_id, v.ordinal from dataset_version v where v.id = ${anyOf(versionIds, 'int')}),
    owners as (select distinct dataset_id from asked),
    changes as (
      select o.dataset_id, c.ordinal, c.change from owners o cross join lateral (
        select m.valid_from as ordinal, count(*) as change from file_metadata m where m.dataset_id = o.dataset_id group by m.valid_from
        union all
        select m.valid_to, -count(*) from file_metadata m where m.dataset_id = o.dataset_id and m.valid_to is not null group by m.valid_to) c
    )
    select a.id, (select coalesce(sum(c.change), 0)::int from changes c where c.dataset_id = a.dataset_id and c.ordinal <= a.ordinal) as count
    from asked a`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Planning it took ten times as long as running it. */
const recordStatement = prepared((db) =>
  db
    .select(fileColumns)
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .innerJoin(node, nodeOfBytes)
    .where(and(eq(fileMetadata.dataFileId, sql.placeholder('dataFileId')), holdsAt(sql`${sql.placeholder('ordinal')}::int`)))
    .prepare('file_record_in_version'),
);

/** A file's record in one version. */
export async function findFileRecord(db: Queryable, dataFileId: number, ordinal: number): Promise<FileRow | undefined> {
  const [row] = await recordStatement(db).execute({ dataFileId, ordinal });
  return row;
}

/** Ordinal of the newest deaccessioned version that holds a file. */
export async function findWithdrawnOrdinal(db: Queryable, dataFileId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ ordinal: datasetVersion.ordinal })
    .from(fileMetadata)
    .innerJoin(datasetVersion, and(eq(datasetVersion.datasetId, fileMetadata.datasetId), holdsAt(datasetVersion.ordinal)))
    .where(and(eq(fileMetadata.dataFileId, dataFileId), eq(datasetVersion.state, 'DEACCESSIONED')))
    .orderBy(desc(datasetVersion.ordinal))
    .limit(1);
  return row?.ordinal;
}

/** Ordinal of the newest version in one of some states that holds a file; with `recordId`, that holds this record of it. */
export async function findOrdinalOfFile(
  db: Queryable,
  dataFileId: number,
  { recordId, states }: { readonly recordId: number | undefined; readonly states: readonly VersionState[] },
): Promise<number | undefined> {
  const [row] = await db
    .select({ ordinal: datasetVersion.ordinal })
    .from(fileMetadata)
    .innerJoin(datasetVersion, and(eq(datasetVersion.datasetId, fileMetadata.datasetId), holdsAt(datasetVersion.ordinal)))
    .where(
      and(
        eq(fileMetadata.dataFileId, dataFileId),
        recordId === undefined ? undefined : eq(fileMetadata.id, recordId),
        inArray(datasetVersion.state, [...states]),
      ),
    )
    .orderBy(desc(datasetVersion.ordinal))
    .limit(1);
  return row?.ordinal;
}

const recordsStatement = prepared((db) =>
  db
    .select(fileColumns)
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .innerJoin(node, nodeOfBytes)
    .where(
      and(sql`${fileMetadata.dataFileId} = ${anyOf(sql.placeholder('dataFileIds'), 'int')}`, holdsAt(sql`${sql.placeholder('ordinal')}`)),
    )
    .prepare('file_records'),
);

/** Records of many files in one version, in no order. */
export async function listFileRecords(db: Queryable, dataFileIds: readonly number[], ordinal: number): Promise<FileRow[]> {
  return recordsStatement(db).execute({ dataFileIds, ordinal });
}

/** Names a file's record as one version shows it: the same record may hold in several. */
export interface VersionFileKey {
  readonly versionId: number;
  readonly recordId: number;
}

/** Records of files as versions show them, in no order; a record that does not hold in its version is left out. */
export async function listVersionFileRecords(
  db: Queryable,
  keys: readonly VersionFileKey[],
): Promise<{ readonly versionId: number; readonly file: FileRow }[]> {
  const versionIds = sql.param(keys.map(({ versionId }) => versionId));
  const recordIds = sql.param(keys.map(({ recordId }) => recordId));
  const rows = await db
    .select({ versionId: datasetVersion.id, ...fileColumns })
    .from(datasetVersion)
    .innerJoin(fileMetadata, and(eq(fileMetadata.datasetId, datasetVersion.datasetId), holdsAt(datasetVersion.ordinal)))
    .innerJoin(dataFile, bytesOfRecord)
    .innerJoin(node, nodeOfBytes)
    .where(sql`(${datasetVersion.id}, ${fileMetadata.id}) in (select * from unnest(${versionIds}::int[], ${recordIds}::int[]))`);
  return rows.map(({ versionId, ...file }) => ({ versionId, file }));
}

const duplicatesStatement = prepared((db) =>
  db
    .select({ value: dataFile.checksumValue, label: fileMetadata.label })
    .from(dataFile)
    .innerJoin(fileMetadata, eq(fileMetadata.dataFileId, dataFile.id))
    .where(
      and(
        eq(dataFile.datasetId, sql.placeholder('datasetId')),
        // By the index on both columns: this is asked at each upload, of datasets of any size.
        sql`${dataFile.checksumValue} = ${anyOf(sql.placeholder('values'), 'text')}`,
        holdsAt(sql`${sql.placeholder('ordinal')}`),
      ),
    )
    .prepare('file_duplicates'),
);

/** Files of a version with one of these checksums, by checksum: the label of one of them. */
export async function findDuplicates(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  checksums: readonly { readonly algorithm: string; readonly value: string }[],
): Promise<Map<string, string>> {
  const { datasetId, ordinal } = version;
  const rows = await duplicatesStatement(db).execute({ datasetId, ordinal, values: checksums.map(({ value }) => value) });
  // Algorithms differ in the length of their values, so no value stands for two of them.
  return new Map(rows.map(({ value, label }) => [value, label]));
}

/** Finds a file of a version with the same bytes: its label. */
export async function findDuplicate(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  checksum: { readonly algorithm: string; readonly value: string },
): Promise<string | undefined> {
  return (await findDuplicates(db, version, [checksum])).get(checksum.value);
}

/** Files of the working version in a folder; '' is the top. The folder is compared as file_metadata_current_path_key has it. */
function inWorkingFolder(datasetId: number | Placeholder, folder: string | Placeholder): SQL | undefined {
  return and(
    eq(fileMetadata.datasetId, datasetId),
    isNull(fileMetadata.validTo),
    sql`coalesce(${fileMetadata.directoryLabel}, '') = ${folder}`,
  );
}

const labelStatement = prepared((db) =>
  db
    .select({ id: fileMetadata.id })
    .from(fileMetadata)
    .where(and(inWorkingFolder(sql.placeholder('datasetId'), sql.placeholder('folder')), eq(fileMetadata.label, sql.placeholder('label'))))
    .prepare('file_label_taken'),
);

/** Whether a file of the working version lies in a folder under a label. */
export async function isLabelTaken(db: Queryable, datasetId: number, directoryLabel: string | null, label: string): Promise<boolean> {
  const rows = await labelStatement(db).execute({ datasetId, folder: directoryLabel ?? '', label });
  return rows.length > 0;
}

/** Labels in a folder of the working version that begin with a text. */
export async function listLabels(db: Queryable, datasetId: number, directoryLabel: string | null, beginning: string): Promise<string[]> {
  const rows = await db
    .select({ label: fileMetadata.label })
    .from(fileMetadata)
    .where(and(inWorkingFolder(datasetId, directoryLabel ?? ''), sql`starts_with(${fileMetadata.label}, ${beginning})`));
  return rows.map(({ label }) => label);
}

/** Number of files of each dataset in any version, by dataset id. */
export async function countDataFilesOf(db: Queryable, datasetIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ datasetId: dataFile.datasetId, count: sql<number>`count(*)::int` })
    .from(dataFile)
    .where(sql`${dataFile.datasetId} = ${anyOf(datasetIds, 'int')}`)
    .groupBy(dataFile.datasetId);
  return new Map(rows.map((row) => [row.datasetId, row.count]));
}
