import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { alternativePersistentId, dataset } from '../../schema/dataset.ts';

/** Datasets by their identifiers, or by one that they had before, in any case; an identifier of no dataset has no entry. */
export async function listIdentifiedDatasets(
  db: Queryable,
  persistentIds: readonly string[],
): Promise<{ readonly persistentId: string; readonly datasetId: number }[]> {
  if (persistentIds.length === 0) return [];
  return [
    ...(await db.execute<{ persistentId: string; datasetId: number }>(
      sql`select given.pid as "persistentId", coalesce(d.id, a.dataset_id) as "datasetId" from unnest(${sql.param(persistentIds)}::text[]) as given(pid) left join ${dataset} d on lower(d.protocol || ':' || d.authority || d.separator || d.identifier) = lower(given.pid) left join ${alternativePersistentId} a on lower(a.persistent_id) = lower(given.pid) where coalesce(d.id, a.dataset_id) is not null`,
    )),
  ];
}

/** Those of some ids that are datasets. */
export async function listExistingDatasets(db: Queryable, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: dataset.id })
    .from(dataset)
    .where(sql`${dataset.id} = ${anyOf(ids, 'int')}`);
  return rows.map(({ id }) => id);
}
