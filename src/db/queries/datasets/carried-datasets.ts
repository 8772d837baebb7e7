/** Datasets with their whole history, read for another installation and stored as another one wrote them. Source: exports.md 17. */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { FileFacts } from '../../../model/files/file-facts.ts';
import type { Queryable } from '../../client.ts';
import { insertAll } from '../../insert-all.ts';
import { dataset, datasetVersion, license } from '../../schema/dataset.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { type DataFileRow, dataFileColumns, factColumns as fileFactColumns, nodeOfBytes } from '../files/file-columns.ts';
import type { NodePlace } from '../gate/nodes.ts';
import { versionColumns, type VersionRow } from '../versions/versions.ts';

/** All versions of a dataset, the first one first. */
export async function listAllVersions(db: Queryable, datasetId: number): Promise<VersionRow[]> {
  return db
    .select(versionColumns)
    .from(datasetVersion)
    .leftJoin(license, eq(license.id, datasetVersion.licenseId))
    .where(eq(datasetVersion.datasetId, datasetId))
    .orderBy(asc(datasetVersion.ordinal));
}

/** What the versions from one ordinal to before another say of a file. */
export interface FileRecordRow extends Readonly<FileFacts> {
  readonly validFrom: number;
  /** Null while it is current. */
  readonly validTo: number | null;
  readonly recordVersion: number;
  /** What was edited of the variables of a table. */
  readonly variableEditsId: number | null;
}

/** A file with everything that versions say of it. */
export interface FileWithRecords {
  readonly dataFile: DataFileRow;
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
  /** The first one first. */
  readonly records: readonly FileRecordRow[];
}

/** Files of a dataset after one by id, with all their records. */
export async function listFilesWithRecords(
  db: Queryable,
  datasetId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FileWithRecords[]> {
  const files = await db
    .select({ dataFile: dataFileColumns, createdAt: node.createdAt, publishedAt: node.publishedAt })
    .from(dataFile)
    .innerJoin(node, nodeOfBytes)
    .where(sql`${dataFile.datasetId} = ${datasetId} and ${dataFile.id} > ${after}`)
    .orderBy(asc(dataFile.id))
    .limit(limit);
  if (files.length === 0) return [];
  const rows = await db
    .select({
      dataFileId: fileMetadata.dataFileId,
      validFrom: fileMetadata.validFrom,
      validTo: fileMetadata.validTo,
      recordVersion: fileMetadata.recordVersion,
      variableEditsId: fileMetadata.variableEditsId,
      ...fileFactColumns,
    })
    .from(fileMetadata)
    .where(
      inArray(
        fileMetadata.dataFileId,
        files.map((file) => file.dataFile.id),
      ),
    )
    .orderBy(asc(fileMetadata.dataFileId), asc(fileMetadata.validFrom));
  const records = Map.groupBy(rows, (row) => row.dataFileId);
  return files.map((file) => ({ ...file, records: records.get(file.dataFile.id) ?? [] }));
}

/** What is stored of a dataset beside what every new one gets. */
export interface CarriedDatasetValues {
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
  readonly citationDateField: string | null;
  readonly embargoCitationDate: string | null;
}

/** A version as it is stored; the first one exists already, as the draft that every dataset begins with. */
export type CarriedVersionValues = Omit<typeof datasetVersion.$inferInsert, 'id' | 'datasetId'>;

/** Stores the history of a dataset in place of the draft that it was made with. */
export async function storeHistory(
  db: Queryable,
  datasetId: number,
  { createdAt, publishedAt, ...values }: CarriedDatasetValues,
  versions: readonly CarriedVersionValues[],
): Promise<void> {
  await db.delete(datasetVersion).where(eq(datasetVersion.datasetId, datasetId));
  await db.insert(datasetVersion).values(versions.map((version) => ({ ...version, datasetId })));
  await db.update(node).set({ createdAt, publishedAt }).where(eq(node.id, datasetId));
  await db.update(dataset).set(values).where(eq(dataset.id, datasetId));
}

/** A file as it is stored with its records; `before` and `root` are positions in the list of files, of what it replaced. */
export interface CarriedFileValues {
  readonly bytes: Omit<typeof dataFile.$inferInsert, 'id' | 'datasetId' | 'rootDataFileId' | 'previousDataFileId'>;
  readonly before: number | null;
  readonly root: number | null;
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
  readonly records: readonly Omit<FileRecordRow, 'variableEditsId'>[];
}

/** Stores files with their records. @returns Their ids, in their order */
export async function storeFilesWithRecords(
  db: Queryable,
  place: NodePlace,
  creatorId: number | null,
  files: readonly CarriedFileValues[],
): Promise<readonly number[]> {
  const numbered = await db.execute<{ id: number }>(
    sql`select nextval('node_id_seq')::int as id from generate_series(1, ${files.length}::int)`,
  );
  const ids = numbered.map(({ id }) => id);
  const idAt = (position: number | null): number | null => (position === null ? null : (ids[position] ?? null));
  const stored = files.flatMap((file, position) => {
    const id = ids[position];
    return id === undefined ? [] : [{ ...file, id }];
  });
  await insertAll(
    db,
    node,
    stored.map(({ id, createdAt, publishedAt }) => ({
      id,
      kind: 'DATAFILE',
      ownerId: place.id,
      path: [...place.path, id],
      permissionPath: [id, ...place.permissionPath],
      creatorId,
      createdAt,
      publishedAt,
    })),
  );
  await insertAll(
    db,
    dataFile,
    stored.map(({ id, bytes, before, root }) => ({
      ...bytes,
      id,
      datasetId: place.id,
      previousDataFileId: idAt(before),
      rootDataFileId: idAt(root),
    })),
  );
  const records = stored.flatMap(({ id, records: own }) => own.map((record) => ({ ...record, datasetId: place.id, dataFileId: id })));
  await insertAll(db, fileMetadata, records);
  return ids;
}
