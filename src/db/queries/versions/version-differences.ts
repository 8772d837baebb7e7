/** What changed between versions, at the cost of what changed. */
import { sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { bytesOfRecord, type FileRow, nodeOfBytes } from '../files/file-columns.ts';
import { type FileJson, fileJson, fileOf } from '../files/file-json.ts';

/** Two versions of one dataset by their ordinals, the earlier one first. */
export interface OrdinalPair {
  readonly from: number;
  readonly to: number;
}

/** A record of a file that one version of a pair has and the other has not. */
export interface FileDifferenceRow {
  /** Index of the pair. */
  readonly pair: number;
  readonly side: 'from' | 'to';
  readonly file: FileRow;
}

/** Records of files that differ within each pair, by label. One statement, whatever the number of pairs. */
export async function listFileDifferences(db: Queryable, datasetId: number, pairs: readonly OrdinalPair[]): Promise<FileDifferenceRow[]> {
  if (pairs.length === 0) return [];
  const froms = sql.param(pairs.map(({ from }) => from));
  const tos = sql.param(pairs.map(({ to }) => to));
  const rows = await db.execute<{ pair: number; side: 'from' | 'to'; file: FileJson }>(sql`
    select asked.n::int - 1 as pair, held.side, ${fileJson} as file
    from unnest(${froms}::int[], ${tos}::int[]) with ordinality asked(a, b, n)
    cross join lateral (
      select m.id, 'from' as side from file_metadata m
      where m.dataset_id = ${datasetId} and m.valid_to > asked.a and m.valid_to <= asked.b and m.valid_from <= asked.a
      union all
      select m.id, 'to' from file_metadata m
      where m.dataset_id = ${datasetId} and m.valid_from > asked.a and m.valid_from <= asked.b and (m.valid_to is null or m.valid_to > asked.b)
    ) held
    inner join ${fileMetadata} on ${fileMetadata.id} = held.id
    inner join ${dataFile} on ${bytesOfRecord}
    inner join ${node} on ${nodeOfBytes}
    order by asked.n, ${fileMetadata.label}, ${fileMetadata.id}`);
  return rows.map(({ pair, side, file }) => ({ pair, side, file: fileOf(file) }));
}

/**
 * Names of the contributors to versions, or to files that these changed, through one of some commands: in order of their first
 * contribution, by version id. The first version has its creator.
 */
export async function listContributors(
  db: Queryable,
  versionIds: readonly number[],
  commands: readonly string[],
): Promise<Map<number, string[]>> {
  const rows = await db.execute<{ version_id: number; name: string }>(sql`
    select worked.version_id, u.first_name || ' ' || u.last_name as name
    from (
      select v.id as version_id, n.creator_id as account_id, 0::bigint as position
      from dataset_version v inner join node n on n.id = v.dataset_id
      where v.id = ${anyOf(versionIds, 'int')} and v.ordinal = 1
      union all
      select v.id, actor.id, a.id
      from dataset_version v
      inner join audit_record a on a.subject_id = v.dataset_id and a.at between v.created_at and coalesce(v.released_at, now())
      inner join user_account actor on '@' || actor.user_name = a.actor
      where v.id = ${anyOf(versionIds, 'int')} and a.command = ${anyOf(commands, 'text')}
      union all
      select v.id, actor.id, a.id
      from dataset_version v
      inner join file_metadata m on m.dataset_id = v.dataset_id and m.valid_from = v.ordinal
      inner join audit_record a on a.subject_id = m.data_file_id and a.at between v.created_at and coalesce(v.released_at, now())
      inner join user_account actor on '@' || actor.user_name = a.actor
      where v.id = ${anyOf(versionIds, 'int')} and a.command = ${anyOf(commands, 'text')}
    ) worked
    inner join user_account u on u.id = worked.account_id
    group by worked.version_id, u.id
    order by worked.version_id, min(worked.position)`);
  const names = new Map<number, string[]>();
  for (const { version_id: id, name } of rows) names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}
