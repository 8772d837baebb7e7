import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { metricCache } from '../../schema/metric.ts';

/** What a computed metric is kept under. */
export interface MetricKey {
  readonly name: string;
  readonly collectionId: number;
  /** A month or a country; empty for metrics that have none. */
  readonly variant: string;
}

/** Kept metrics; more than these can be asked for, so the oldest go. */
const MOST_KEPT = 1_000;

function isKey({ name, collectionId, variant }: MetricKey) {
  return and(eq(metricCache.name, name), eq(metricCache.collectionId, collectionId), eq(metricCache.variant, variant));
}

/** A metric that was computed after a moment. */
export async function findMetric(db: Queryable, key: MetricKey, after: Date): Promise<{ readonly value: unknown } | undefined> {
  const [row] = await db
    .select({ value: metricCache.value })
    .from(metricCache)
    .where(and(isKey(key), gt(metricCache.computedAt, after)));
  return row;
}

/** Keeps a metric, unless its collection is gone. */
export async function keepMetric(
  db: Queryable,
  { name, collectionId, variant }: MetricKey,
  value: unknown,
  computedAt: Date,
): Promise<void> {
  await db.execute(
    sql`insert into ${metricCache} (name, collection_id, variant, value, computed_at)
    select ${name}::text, c.id, ${variant}::text, ${JSON.stringify(value)}::text::json, ${computedAt.toISOString()}::timestamptz from collection c where c.id = ${collectionId}::int
    on conflict (name, collection_id, variant) do update set value = excluded.value, computed_at = excluded.computed_at`,
  );
  await db.execute(
    sql`delete from metric_cache where ctid = any(array(select old.ctid from metric_cache old order by old.computed_at desc offset ${MOST_KEPT}::int))`,
  );
}

/** Forgets metrics: all, those of a name, or those of a name and a variant. */
export async function forgetMetrics(
  db: Queryable,
  { name, variant }: { readonly name: string | null; readonly variant: string | null },
): Promise<void> {
  await db.execute(
    sql`delete from metric_cache where (${name}::text is null or name = ${name}::text) and (${variant}::text is null or variant = ${variant}::text)`,
  );
}
