import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { datasetCitation } from '../../schema/metric.ts';

/** Keeps works that cite a dataset, unless it is gone; those that were known are seen again. */
export async function saveCitations(db: Queryable, datasetId: number, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  await db.execute(
    sql`insert into ${datasetCitation} (dataset_id, url) select d.id, given.url from ${dataset} d cross join (select distinct url from unnest(${sql.param(urls)}::text[]) as listed(url)) given where d.id = ${datasetId} on conflict (dataset_id, url) do update set last_seen_at = now()`,
  );
}

/** Serialises requests for an update until this transaction ends, so that the limit is exact. */
export async function lockCitationQueue(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.citationQueue})`);
}
