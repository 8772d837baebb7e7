import { sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { folderColumns } from '../files/dataset-folder.ts';

/** A dataset whose files are looked for. */
export interface AuditedDataset {
  readonly id: number;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
}

/** Which datasets: by ids from `first` to `last`, or those named. */
export interface AuditScope {
  readonly firstId: number;
  readonly lastId: number;
  readonly ids: readonly number[] | null;
}

/** Some of the datasets, by id. */
export async function listAuditedDatasets(db: Queryable, { firstId, lastId, ids }: AuditScope, limit: number): Promise<AuditedDataset[]> {
  const { id, protocol, authority, separator, identifier } = dataset;
  return db
    .select({ id, protocol, authority, separator, identifier })
    .from(dataset)
    .where(sql`${id} between ${firstId}::int and ${lastId}::int${ids === null ? sql`` : sql` and ${id} = ${anyOf(ids, 'int')}`}`)
    .orderBy(id)
    .limit(limit);
}

/** A file of a dataset with its newest name; null where no version has it. */
export interface AuditedFile {
  readonly id: number;
  readonly datasetId: number;
  readonly driver: string;
  readonly authority: string;
  readonly identifier: string;
  readonly storageId: string;
  readonly label: string | null;
  readonly directoryLabel: string | null;
}

/** All files of some datasets, by id. */
export async function listAuditedFiles(db: Queryable, datasetIds: readonly number[]): Promise<AuditedFile[]> {
  return [
    ...(await db.execute<AuditedFile & Record<string, unknown>>(
      sql`select ${dataFile.id} as id, ${dataFile.datasetId} as "datasetId", ${dataFile.storageDriver} as driver,
        ${folderColumns.authority} as authority, ${folderColumns.identifier} as identifier, ${dataFile.storageId} as "storageId",
        named.label, named.directory_label as "directoryLabel"
      from ${dataFile} inner join ${dataset} on ${dataset.id} = ${dataFile.datasetId}
      left join lateral (select ${fileMetadata.label} as label, ${fileMetadata.directoryLabel} as directory_label from ${fileMetadata}
        where ${fileMetadata.dataFileId} = ${dataFile.id} order by ${fileMetadata.validFrom} desc limit 1) named on true
      where ${dataFile.datasetId} = ${anyOf(datasetIds, 'int')} order by ${dataFile.datasetId}, ${dataFile.id}`,
    )),
  ];
}
