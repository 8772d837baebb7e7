/** Published datasets in parts, for search engines. */
import { sql } from 'drizzle-orm';
import { preparedRows, type Queryable } from '../../client.ts';

/** Numeric ids that a part spans; the protocol allows 50,000 addresses in a file. Source: sitemaps.org, protocol 0.9. */
const SPAN = 10_000;

/** A dataset of a part. */
export interface SitemapRow {
  readonly persistentId: string;
  /** When it changed last for harvesters; null until that has its stamp. */
  readonly changedMs: number | null;
}

// Looks for the first dataset after each part that was found: one probe of the index for each part, however many datasets there are.
const parts = preparedRows<{ readonly number: number }>(
  () => sql`
    with recursive part (number) as (
      (select dataset_id / ${sql.raw(String(SPAN))} from oai_record where not deleted order by dataset_id limit 1)
      union all
      select (select r.dataset_id / ${sql.raw(String(SPAN))} from oai_record r
        where not r.deleted and r.dataset_id >= (part.number + 1) * ${sql.raw(String(SPAN))} order by r.dataset_id limit 1)
      from part where part.number is not null)
    select number from part where number is not null`,
);

/** Numbers of the parts that have datasets, in order. */
export async function listSitemapParts(db: Queryable): Promise<number[]> {
  return (await parts(db).execute({})).map(({ number }) => number);
}

const entries = preparedRows<SitemapRow>(
  () => sql`
    select identifier as "persistentId", (stamp_micros / 1000)::float8 as "changedMs"
    from oai_record
    where not deleted and dataset_id >= ${sql.placeholder('from')}::int and dataset_id < ${sql.placeholder('from')}::int + ${sql.raw(String(SPAN))}
    order by dataset_id`,
);

/** The datasets of a part, by their ids. */
export async function listSitemapPart(db: Queryable, number: number): Promise<readonly SitemapRow[]> {
  return entries(db).execute({ from: number * SPAN });
}

/** Largest number of a part whose ids fit the column. */
export const LAST_SITEMAP_PART = Math.floor((2 ** 31 - 1) / SPAN) - 1;
