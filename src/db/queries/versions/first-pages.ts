/** First pages of lists below many parents at once: one statement, whatever the number of parents. */
import { desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { VersionState } from '../../../vocabulary/datasets.ts';
import { anyOf, atMost } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { dataset, datasetVersion, license } from '../../schema/dataset.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { bytesOfRecord, type FileRow, holdsAt, nodeOfBytes } from '../files/file-columns.ts';
import { type FileJson, fileJsonRow, filesOf } from '../files/file-json.ts';
import { factColumns, type ShownVersion, versionColumns } from './versions.ts';

/** The first files of a version by label, where they were read together with it. */
export interface FirstFiles {
  /** At most so many were asked for. */
  readonly limit: number;
  readonly files: readonly FileRow[];
}

/**
 * SQL for the first files of the version in `dataset_version`, by label. Inside, `node` is a file's. Their records are found before anything
 * is joined to them: with the limit outside, all files of the version were put together first, which took 200 ms for 20,000.
 * @param brief whether no more is read of them than a plain list shows
 */
export function firstFilesJson(limit: SQLWrapper, brief = false): SQL<FileJson[]> {
  const nodes = brief ? sql`` : sql` inner join ${node} on ${nodeOfBytes}`;
  return sql<
    FileJson[]
  >`(select coalesce(json_agg(${fileJsonRow(brief).json} order by ${fileMetadata.label}, ${fileMetadata.id}), '[]'::json) from (select * from ${fileMetadata} where ${fileMetadata.datasetId} = ${datasetVersion.datasetId} and ${holdsAt(datasetVersion.ordinal)} order by ${fileMetadata.label}, ${fileMetadata.id} ${atMost(limit)}) ${fileMetadata} inner join ${dataFile} on ${bytesOfRecord}${nodes})`;
}

const filesStatement = prepared((db) =>
  db
    .select({ versionId: datasetVersion.id, files: firstFilesJson(sql.placeholder('limit')).mapWith(filesOf) })
    .from(datasetVersion)
    // Without a join Drizzle leaves the table names of columns out, also within the subquery.
    .innerJoin(dataset, eq(dataset.id, datasetVersion.datasetId))
    .where(sql`${datasetVersion.id} = ${anyOf(sql.placeholder('versionIds'), 'int')}`)
    .prepare('version_files_first'),
);

/** The first files of each version by label, at most `limit` of each; by version id. */
export async function listFirstFiles(db: Queryable, versionIds: readonly number[], limit: number): Promise<Map<number, FileRow[]>> {
  const rows = await filesStatement(db).execute({ versionIds, limit });
  return new Map(rows.map(({ versionId, files }) => [versionId, files]));
}

/** Versions of a dataset in some states. */
export interface VersionsKey {
  readonly datasetId: number;
  readonly states: readonly VersionState[];
}

/** SQL for what is asked about: a row for each dataset. Arrays of arrays have to be of one length, so states go as text. */
const asked = sql`unnest((select ${sql.placeholder('datasetIds')}::int[]), (select ${sql.placeholder('states')}::text[])) asked(dataset_id, states)`;
const isAsked = sql`v.dataset_id = asked.dataset_id and v.state = any(asked.states::version_state[])`;

function versionsStatement(columns: typeof factColumns, name: string) {
  return prepared((db) =>
    db
      .select(columns)
      .from(datasetVersion)
      .leftJoin(license, eq(license.id, datasetVersion.licenseId))
      .where(
        sql`${datasetVersion.id} in (select listed.id from ${asked} cross join lateral (select v.id from dataset_version v where ${isAsked} order by v.ordinal desc ${atMost(sql.placeholder('limit'))}) listed)`,
      )
      .orderBy(datasetVersion.datasetId, desc(datasetVersion.ordinal))
      .prepare(name),
  );
}

const firstVersions = {
  facts: versionsStatement(factColumns, 'dataset_versions_first_facts'),
  whole: versionsStatement(versionColumns, 'dataset_versions_first'),
} as const;

const versionCountStatement = prepared((db) =>
  db
    .select({ datasetId: sql<number>`asked.dataset_id`, count: sql<number>`count(*)::int` })
    .from(asked)
    .innerJoin(sql`dataset_version v`, isAsked)
    .groupBy(sql`asked.dataset_id`)
    .prepare('dataset_versions_count'),
);

function askedFor(keys: readonly VersionsKey[]) {
  // Each dataset once, or it would be counted twice.
  const states = new Map(keys.map((key) => [key.datasetId, `{${key.states.join(',')}}`]));
  return { datasetIds: [...states.keys()], states: [...states.values()] };
}

/**
 * The first versions of each dataset, newest first, at most `limit` of each, with metadata if asked for; by dataset id. Each dataset has one
 * set of states.
 */
export async function listFirstVersions(
  db: Queryable,
  keys: readonly VersionsKey[],
  { limit, withMetadata }: { readonly limit: number; readonly withMetadata: boolean },
): Promise<Map<number, ShownVersion[]>> {
  const rows = await firstVersions[withMetadata ? 'whole' : 'facts'](db).execute({ ...askedFor(keys), limit });
  return Map.groupBy(rows, (row) => row.datasetId);
}

/** Number of versions of each dataset that has any, by dataset id. Each dataset has one set of states. */
export async function countVersionsOf(db: Queryable, keys: readonly VersionsKey[]): Promise<Map<number, number>> {
  const rows = await versionCountStatement(db).execute(askedFor(keys));
  return new Map(rows.map(({ datasetId, count }) => [datasetId, count]));
}
