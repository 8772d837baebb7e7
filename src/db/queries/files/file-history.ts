import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { bytesOfRecord, fileColumns, type FileRow, nodeOfBytes } from './file-columns.ts';

/** What a range of versions says of a file. */
export interface RecordInRange {
  readonly validFrom: number;
  /** First ordinal that no longer has it. */
  readonly validTo: number | null;
  readonly file: FileRow;
}

/** All records of a file and of those that it replaced or that replaced it, in any version. */
export async function listChainRecords(
  db: Queryable,
  file: { readonly id: number; readonly datasetId: number; readonly rootDataFileId: number | null },
): Promise<RecordInRange[]> {
  const root = file.rootDataFileId ?? file.id;
  const rows = await db
    .select({ ...fileColumns, validFrom: fileMetadata.validFrom, validTo: fileMetadata.validTo })
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .innerJoin(node, nodeOfBytes)
    .where(
      sql`${eq(fileMetadata.datasetId, file.datasetId)} and ${dataFile.id} in (
        select chained.id from data_file chained where chained.dataset_id = ${file.datasetId} and chained.id = any(array[${file.id}, ${root}]::int[])
        union select chained.id from data_file chained where chained.root_data_file_id = ${root})`,
    );
  return rows.map(({ validFrom, validTo, ...record }) => ({ validFrom, validTo, file: record }));
}
