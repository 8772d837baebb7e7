import { sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { bytesOfRecord, fileColumns, type FileRow, holdsAt, nodeOfBytes } from '../files/file-columns.ts';
import type { FilesOfVersion } from '../files/file-search.ts';

const label = sql`${fileMetadata.label} collate "C"`;
const orders = {
  label: sql`${label}, ${fileMetadata.id}`,
  folder: sql`lower(coalesce(${fileMetadata.directoryLabel}, '')) collate "C", lower(${fileMetadata.label}) collate "C", ${fileMetadata.id}`,
} as const;

/** The records of all files of a version in an order, by their ids. */
export async function listFileRecordIds(db: Queryable, version: FilesOfVersion, order: keyof typeof orders): Promise<readonly number[]> {
  const rows = await db
    .select({ id: fileMetadata.id })
    .from(fileMetadata)
    .where(sql`${fileMetadata.datasetId} = ${version.datasetId} and ${holdsAt(version.ordinal)}`)
    .orderBy(orders[order]);
  return rows.map(({ id }) => id);
}

/** The files of some records, in the order of their ids as given. */
export async function readFileRecords(db: Queryable, datasetId: number, recordIds: readonly number[]): Promise<FileRow[]> {
  const rows = await db
    .select(fileColumns)
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .innerJoin(node, nodeOfBytes)
    .where(sql`${fileMetadata.datasetId} = ${datasetId} and ${fileMetadata.id} = ${anyOf(recordIds, 'int')}`);
  const files = new Map(rows.map((file) => [file.id, file]));
  return recordIds.flatMap((id) => files.get(id) ?? []);
}
