import { sql } from 'drizzle-orm';
import { prepared, type Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import type { NodePlace } from '../gate/nodes.ts';
import type { FileFacts } from '../../../model/files/file-facts.ts';
import { typedValue as value } from '../gate/typed-value.ts';
import { factNames, factValues } from './file-columns.ts';

/** A file as it is to be stored. */
export interface NewFile {
  readonly dataset: NodePlace;
  readonly creatorId: number | null;
  readonly bytes: {
    readonly contentType: string;
    readonly sizeBytes: number;
    readonly checksum: { readonly algorithm: string; readonly value: string };
    readonly crc32: number | null;
    readonly storageDriver: string;
    readonly storageId: string;
    /** As downloads check it. */
    readonly restricted: boolean;
    readonly rootDataFileId: number | null;
    readonly previousDataFileId: number | null;
    readonly embargoDateAvailable: string | null;
    readonly embargoReason: string | null;
  };
  readonly record: Readonly<FileFacts> & {
    /** Ordinal of the version that has it first. */
    readonly validFrom: number;
  };
}

// One round trip in place of three. Foreign keys between the rows are checked at the end of the statement.
const statement = prepared((db) => {
  const id = { id: sql<number>`id`.as('id') };
  const given = db.$with('given', id).as(sql`select nextval('node_id_seq')::int as id`);
  const stored = db.$with('stored', id).as(sql`
    insert into ${dataFile} (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, crc32, storage_driver, storage_id,
      restricted, root_data_file_id, previous_data_file_id, embargo_date_available, embargo_reason)
    select given.id, ${value('datasetId', 'int')}, ${value('contentType', 'text')}, ${value('sizeBytes', 'bigint')},
      ${value('checksumAlgorithm', 'text')}, ${value('checksumValue', 'text')}, ${value('crc32', 'bigint')}, ${value('storageDriver', 'text')},
      ${value('storageId', 'text')}, ${value('bytesRestricted', 'boolean')}, ${value('rootDataFileId', 'int')},
      ${value('previousDataFileId', 'int')}, ${value('embargoDateAvailable', 'date')}, ${value('embargoReason', 'text')}
    from given returning id`);
  const recorded = db.$with('recorded', id).as(sql`
    insert into ${fileMetadata} (dataset_id, data_file_id, valid_from, ${factNames})
    select ${value('datasetId', 'int')}, stored.id, ${value('validFrom', 'int')}, ${factValues} from stored`);
  return db
    .with(given, stored, recorded)
    .insert(node)
    .select(
      sql`select stored.id, 'DATAFILE'::node_kind, ${value('datasetId', 'int')}, ${value('datasetPath', 'int[]')} || stored.id,
        stored.id || ${value('datasetPermissionPath', 'int[]')}, ${value('creatorId', 'int')}, now(), null::timestamptz from stored`,
    )
    .returning({ id: node.id })
    .prepare('file_create');
});

/** Stores a file with its record; its id. */
export async function insertFile(db: Queryable, { dataset, creatorId, bytes, record }: NewFile): Promise<number> {
  const { checksum, restricted: bytesRestricted, ...facts } = bytes;
  const [row] = await statement(db).execute({
    ...facts,
    checksumAlgorithm: checksum.algorithm,
    checksumValue: checksum.value,
    bytesRestricted,
    ...record,
    creatorId,
    datasetId: dataset.id,
    datasetPath: dataset.path,
    datasetPermissionPath: dataset.permissionPath,
  });
  if (row === undefined) throw new Error('The file was not stored.');
  return row.id;
}
