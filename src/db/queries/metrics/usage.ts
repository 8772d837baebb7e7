import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { usageMonth, usageTrace } from '../../schema/metric.ts';

/** What a session has lately used; `session` in hexadecimal digits, `lastAt` in milliseconds since 1970. */
export interface UsageTraceRow {
  readonly session: string;
  readonly datasetId: number;
  readonly resource: string;
  readonly lastAt: number;
}

/** Counts of a dataset over some months and countries. */
export interface UsageCounts {
  readonly viewsTotal: number;
  readonly viewsUnique: number;
  readonly downloadsTotal: number;
  readonly downloadsUnique: number;
}

export interface UsageIncrementRow extends UsageCounts {
  readonly datasetId: number;
  readonly month: string;
  readonly country: string;
  readonly machine: boolean;
}

/** Which counts are summed up; null stands for all. */
export interface UsageSlice {
  readonly month: string | null;
  /** First month that counts. */
  readonly fromMonth: string | null;
  readonly country: string | null;
}

/** Makes other processes wait with their counts until this transaction has ended. */
export async function lockUsage(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.usageCounts})`);
}

/**
 * What is known of some sessions at some datasets. Only the pairs that are asked for are read: a session that has gone through
 * the whole repository, as harvesters do, has as many traces as there are datasets.
 */
export async function listUsageTraces(
  db: Queryable,
  visits: readonly Pick<UsageTraceRow, 'session' | 'datasetId'>[],
): Promise<UsageTraceRow[]> {
  return [
    ...(await db.execute<{ session: string; datasetId: number; resource: string; lastAt: number }>(
      sql`select given.session, t.dataset_id as "datasetId", t.resource, (extract(epoch from t.last_at) * 1000)::float8 as "lastAt" from (select distinct * from unnest(${column(visits, ({ session }) => session)}::text[], ${column(visits, ({ datasetId }) => datasetId)}::int[]) as asked(session, dataset_id)) given inner join ${usageTrace} t on t.session = decode(given.session, 'hex') and t.dataset_id = given.dataset_id`,
    )),
  ];
}

function column<Row, Value>(rows: readonly Row[], read: (row: Row) => Value) {
  return sql.param(rows.map(read));
}

/** Keeps what sessions have used, but for datasets that are gone. */
export async function saveUsageTraces(db: Queryable, rows: readonly UsageTraceRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    sql`insert into ${usageTrace} (session, dataset_id, resource, last_at) select decode(given.session, 'hex'), given.dataset_id, given.resource, to_timestamp(given.last_at / 1000) from unnest(${column(rows, ({ session }) => session)}::text[], ${column(rows, ({ datasetId }) => datasetId)}::int[], ${column(rows, ({ resource }) => resource)}::text[], ${column(rows, ({ lastAt }) => lastAt)}::float8[]) as given(session, dataset_id, resource, last_at) inner join ${dataset} d on d.id = given.dataset_id on conflict (session, dataset_id, resource) do update set last_at = greatest(usage_trace.last_at, excluded.last_at)`,
  );
}

/** Adds to the monthly counts, but for datasets that are gone. */
export async function addUsage(db: Queryable, rows: readonly UsageIncrementRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    sql`insert into ${usageMonth} (dataset_id, month, country, machine, views_total, views_unique, downloads_total, downloads_unique) select given.dataset_id, given.month, given.country, given.machine::boolean, given.views_total, given.views_unique, given.downloads_total, given.downloads_unique from unnest(${column(rows, ({ datasetId }) => datasetId)}::int[], ${column(rows, ({ month }) => month)}::text[], ${column(rows, ({ country }) => country)}::text[], ${column(rows, ({ machine }) => String(machine))}::text[], ${column(rows, ({ viewsTotal }) => viewsTotal)}::bigint[], ${column(rows, ({ viewsUnique }) => viewsUnique)}::bigint[], ${column(rows, ({ downloadsTotal }) => downloadsTotal)}::bigint[], ${column(rows, ({ downloadsUnique }) => downloadsUnique)}::bigint[]) as given(dataset_id, month, country, machine, views_total, views_unique, downloads_total, downloads_unique) inner join ${dataset} d on d.id = given.dataset_id on conflict (dataset_id, month, country, machine) do update set views_total = usage_month.views_total + excluded.views_total, views_unique = usage_month.views_unique + excluded.views_unique, downloads_total = usage_month.downloads_total + excluded.downloads_total, downloads_unique = usage_month.downloads_unique + excluded.downloads_unique`,
  );
}

/** Forgets the counts of datasets in months, so that others can take their place. */
export async function forgetUsage(db: Queryable, places: readonly { readonly datasetId: number; readonly month: string }[]): Promise<void> {
  await db.execute(
    sql`delete from ${usageMonth} u using (select distinct * from unnest(${column(places, ({ datasetId }) => datasetId)}::int[], ${column(places, ({ month }) => month)}::text[]) as named(dataset_id, month)) given where u.dataset_id = given.dataset_id and u.month = given.month`,
  );
}

/** Forgets what sessions used longer ago, at most `limit` rows at once; how many went. */
export async function deleteUsageTraces(db: Queryable, olderThanHours: number, limit: number): Promise<number> {
  const rows = await db.execute(
    sql`delete from ${usageTrace} where ctid = any(array(select t.ctid from usage_trace t where t.last_at < now() - make_interval(hours => ${olderThanHours}::int) limit ${limit}::int))`,
  );
  return rows.count;
}

/** Usage of some datasets by kind of access; a dataset without any has no entry. */
export async function sumUsage(
  db: Queryable,
  datasetIds: readonly number[],
  { month, fromMonth, country }: UsageSlice,
): Promise<(UsageCounts & { readonly datasetId: number; readonly machine: boolean })[]> {
  return [
    ...(await db.execute<{
      datasetId: number;
      machine: boolean;
      viewsTotal: number;
      viewsUnique: number;
      downloadsTotal: number;
      downloadsUnique: number;
    }>(
      sql`select u.dataset_id as "datasetId", u.machine, sum(u.views_total)::float8 as "viewsTotal", sum(u.views_unique)::float8 as "viewsUnique", sum(u.downloads_total)::float8 as "downloadsTotal", sum(u.downloads_unique)::float8 as "downloadsUnique" from ${usageMonth} u where u.dataset_id = ${anyOf(datasetIds, 'int')} and (${month}::text is null or u.month = ${month}::text) and (${fromMonth}::text is null or u.month >= ${fromMonth}::text) and (${country}::text is null or u.country = ${country}::text) group by u.dataset_id, u.machine`,
    )),
  ];
}
