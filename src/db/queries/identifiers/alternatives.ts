/** Identifiers that datasets had before. Source: datasets.md 12.2. */
import { type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { prepared, type Queryable } from '../../client.ts';
import { alternativePersistentId, dataset } from '../../schema/dataset.ts';

/**
 * SQL for the former identifiers of `dataset` in scheme form, the last one first; null where it never had another one, which nearly all
 * datasets are told by their own row.
 */
export const alternativesOfDataset: SQL<string[] | null> = sql<
  string[] | null
>`(case when ${dataset.storageFolder} is not null then (select json_agg(former.persistent_id order by former.id desc) from ${alternativePersistentId} former where former.dataset_id = ${dataset.id}) end)`;

/** SQL for whether a dataset had the identifier of an expression before. */
export function isAlternative(persistentId: SQL): SQL {
  return sql`exists (select from ${alternativePersistentId} former where lower(former.persistent_id) = lower(${persistentId}))`;
}

const byAlternative = prepared((db) =>
  db
    .select({ datasetId: alternativePersistentId.datasetId })
    .from(alternativePersistentId)
    .where(sql`lower(${alternativePersistentId.persistentId}) = lower(${sql.placeholder('persistentId')})`)
    .prepare('dataset_by_alternative'),
);

/** The dataset that had an identifier before, in any case. */
export async function findIdByAlternative(db: Queryable, persistentId: string): Promise<number | undefined> {
  const [row] = await byAlternative(db).execute({ persistentId });
  return row?.datasetId;
}

/** Keeps identifiers that a dataset no longer has, the last one last. */
export async function insertAlternatives(db: Queryable, datasetId: number, persistentIds: readonly string[]): Promise<void> {
  if (persistentIds.length === 0) return;
  await db.insert(alternativePersistentId).values(persistentIds.map((persistentId) => ({ datasetId, persistentId })));
}

/** Which of some identifiers, in lower case, are those of datasets or were. */
export async function listTakenByDatasets(db: Queryable, persistentIds: readonly string[]): Promise<string[]> {
  const rows = await db.execute<{ pid: string }>(sql`
    select lower(d.protocol || ':' || d.authority || d.separator || d.identifier) as pid from dataset d
    where lower(d.protocol || ':' || d.authority || d.separator || d.identifier) = ${anyOf(persistentIds, 'text')}
    union all
    select lower(former.persistent_id) from ${alternativePersistentId} former where lower(former.persistent_id) = ${anyOf(persistentIds, 'text')}`);
  return rows.map(({ pid }) => pid);
}
