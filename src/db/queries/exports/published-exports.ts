import { type GetColumnData, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PersistentIdParts } from '../../../model/persistent-id.ts';
import { prepared, type Queryable } from '../../client.ts';
import { alternativePersistentId, dataset } from '../../schema/dataset.ts';
import { metadataExport } from '../../schema/metadata-export.ts';
import type { DatasetKey } from '../datasets/datasets.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';
import { isOfToday, type KeptExport, stateKey } from './kept-exports.ts';

/** The export of the newest released version of a dataset, made of its present state. */
export interface PublishedExport {
  readonly datasetId: number;
  readonly versionId: number;
  readonly pid: PersistentIdParts;
  readonly kept: KeptExport;
  /** Null where it was known. */
  readonly firstPiece: string | null;
}

/** Which export of which dataset. */
export interface AskedExport {
  readonly dataset: DatasetKey;
  readonly exporter: string;
  /** An export whose text need not be read; 0 for none. */
  readonly knownId: number;
}

/** Each is looked up by the indexes: plain joins are planned for all datasets at once, and took a hundred times as long. */
const named = sql`lateral (
  select * from dataset o
  where o.id = coalesce(asked.id, (select ${dataset.id} from ${dataset} where lower(${persistentIdOf(dataset)}) = lower(asked.pid)), (select former.dataset_id from ${alternativePersistentId} former where lower(former.persistent_id) = lower(asked.pid))) limit 1
) "dataset"`;
const newest = sql`lateral (
  select * from dataset_version n where n.dataset_id = ${dataset.id} and n.state = 'RELEASED' order by n.ordinal desc limit 1
) v`;
const keptOfIt = sql`lateral (
  select * from ${metadataExport}
  where ${metadataExport.datasetId} = v.dataset_id and ${metadataExport.exporter} = asked.exporter and ${metadataExport.stateKey} = ${stateKey} and ${isOfToday()}
  limit 1
) "metadata_export"`;

/** A column of a table that stands in the statement as a part of it. */
function read<Column extends PgColumn>(column: Column): SQL<GetColumnData<Column>> {
  return sql<GetColumnData<Column>>`${column}`.mapWith(column);
}

const statement = prepared((db) =>
  db
    .select({
      place: sql<string>`asked.place`,
      datasetId: read(dataset.id),
      versionId: sql<number>`v.id`,
      protocol: read(dataset.protocol),
      authority: read(dataset.authority),
      separator: read(dataset.separator),
      identifier: read(dataset.identifier),
      exportId: read(metadataExport.id),
      checksum: read(metadataExport.checksum),
      sizeBytes: read(metadataExport.sizeBytes),
      pieceCount: read(metadataExport.pieceCount),
      createdAt: read(metadataExport.createdAt),
      firstPiece: sql<string | null>`case when ${metadataExport.id} <> asked.known then ${metadataExport.firstPiece} end`,
    })
    .from(
      sql`unnest((select ${sql.placeholder('ids')}::int[]), (select ${sql.placeholder('pids')}::text[]), (select ${sql.placeholder('exporters')}::text[]), (select ${sql.placeholder('knownIds')}::int[])) with ordinality asked(id, pid, exporter, known, place)`,
    )
    .innerJoin(named, sql`true`)
    .innerJoin(newest, sql`true`)
    .innerJoin(keptOfIt, sql`true`)
    .prepare('published_exports'),
);

/**
 * Kept exports of the newest released versions of datasets, in the order in which they are asked for; undefined where there is no such
 * version, or no export of its state. One statement, whatever their number. `installation` stands for what is not in the database.
 */
export async function findPublishedExports(
  db: Queryable,
  asked: readonly AskedExport[],
  installation: string,
): Promise<readonly (PublishedExport | undefined)[]> {
  const rows = await statement(db).execute({
    installation,
    ids: asked.map(({ dataset: key }) => ('id' in key ? key.id : null)),
    pids: asked.map(({ dataset: key }) => ('id' in key ? null : key.persistentId)),
    exporters: asked.map(({ exporter }) => exporter),
    knownIds: asked.map(({ knownId }) => knownId),
  });
  const found = new Map(
    rows.map(({ place, datasetId, versionId, firstPiece, protocol, authority, separator, identifier, exportId, ...kept }) => [
      Number(place),
      { datasetId, versionId, firstPiece, pid: { protocol, authority, separator, identifier }, kept: { id: exportId, ...kept } },
    ]),
  );
  return asked.map((_asked, index) => found.get(index + 1));
}
