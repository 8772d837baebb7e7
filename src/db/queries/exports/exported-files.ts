import { sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { prepared, type Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { bytesOfRecord, fileColumns, type FileRow, holdsAt, nodeOfBytes } from '../files/file-columns.ts';
import type { FilesOfVersion } from '../files/file-search.ts';

const label = sql`${fileMetadata.label} collate "C"`;
const orders = {
  label: sql`${label}, ${fileMetadata.id}`,
  folder: sql`lower(coalesce(${fileMetadata.directoryLabel}, '')) collate "C", lower(${fileMetadata.label}) collate "C", ${fileMetadata.id}`,
} as const;

function idsInOrder(order: keyof typeof orders) {
  return prepared((db) =>
    db
      .select({ id: fileMetadata.id })
      .from(fileMetadata)
      .where(sql`${fileMetadata.datasetId} = ${sql.placeholder('datasetId')} and ${holdsAt(sql`${sql.placeholder('ordinal')}::int`)}`)
      .orderBy(orders[order])
      .prepare(`exported_files_by_${order}`),
  );
}

const idStatements = { label: idsInOrder('label'), folder: idsInOrder('folder') };

/** The records of all files of a version in an order, by their ids. */
export async function listFileRecordIds(
  db: Queryable,
  { datasetId, ordinal }: FilesOfVersion,
  order: keyof typeof orders,
): Promise<readonly number[]> {
  const rows = await idStatements[order](db).execute({ datasetId, ordinal });
  return rows.map(({ id }) => id);
}

const filesStatement = prepared((db) =>
  db
    .select(fileColumns)
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .innerJoin(node, nodeOfBytes)
    .where(
      sql`${fileMetadata.datasetId} = ${sql.placeholder('datasetId')} and ${fileMetadata.id} = ${anyOf(sql.placeholder('recordIds'), 'int')}`,
    )
    .prepare('exported_files'),
);

/** The files of some records, in the order of their ids as given. */
export async function readFileRecords(db: Queryable, datasetId: number, recordIds: readonly number[]): Promise<FileRow[]> {
  const rows = await filesStatement(db).execute({ datasetId, recordIds });
  const files = new Map(rows.map((file) => [file.id, file]));
  return recordIds.flatMap((id) => files.get(id) ?? []);
}
