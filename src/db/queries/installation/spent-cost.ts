import { type SQL, sql } from 'drizzle-orm';
import { preparedRows, type Queryable } from '../../client.ts';
import { spentCost } from '../../schema/spent-cost.ts';

/** Points of a caller, which become free again at a rate. */
export interface CostCharge {
  readonly caller: string;
  /** Negative where more was charged than was spent. */
  readonly points: number;
  readonly perSecond: number;
}

/** What is left of the points of a row by now. A clock that another server was ahead of takes nothing back. */
const remaining = sql`greatest(0, kept.points - kept.per_second * extract(epoch from greatest(now() - kept.counted_at, interval '0')))`;

/** The row of a caller with the points that were not free again, and those that are added. */
const added: SQL = sql`points = ${remaining} + excluded.points, per_second = excluded.per_second, counted_at = greatest(kept.counted_at, now())`;

const chargeStatement = preparedRows<{ readonly points: number; readonly granted: boolean }>(
  () => sql`with charged as (
    insert into ${spentCost} as kept (caller, points, per_second, counted_at)
    values (${sql.placeholder('caller')}, ${sql.placeholder('points')}::float8, ${sql.placeholder('perSecond')}::float8, now())
    on conflict (caller) do update set ${added}
    where ${remaining} + excluded.points <= ${sql.placeholder('most')}::float8
    returning points
  )
  select points, true as granted from charged
  union all
  select ${remaining}, false from ${spentCost} kept where caller = ${sql.placeholder('caller')} and not exists (select from charged)`,
);

/**
 * Charges a caller, unless that would make more than `most` points. Concurrent charges of a caller wait for each other.
 * @returns the points of the caller after it, and whether they were charged.
 */
export async function chargeCost(
  db: Queryable,
  charge: CostCharge & { readonly most: number },
): Promise<{ readonly points: number; readonly granted: boolean }> {
  const [answer] = await chargeStatement(db).execute({ ...charge });
  if (answer === undefined) throw new Error('A charge gives the points of its caller.');
  return answer;
}

/** Charges callers with what they have spent already. In the order of their names, so that processes wait for each other one way. */
export async function settleCosts(db: Queryable, charges: readonly CostCharge[]): Promise<void> {
  const columns = {
    callers: sql.param(charges.map(({ caller }) => caller)),
    points: sql.param(charges.map(({ points }) => points)),
    rates: sql.param(charges.map(({ perSecond }) => perSecond)),
  };
  await db.execute(sql`insert into ${spentCost} as kept (caller, points, per_second, counted_at)
    select caller, points, per_second, now()
    from unnest(${columns.callers}::text[], ${columns.points}::float8[], ${columns.rates}::float8[]) as given(caller, points, per_second)
    order by caller
    on conflict (caller) do update set ${added}`);
}

/** Forgets callers whose whole budget is free. @returns how many. */
export async function deleteFreeCosts(db: Queryable): Promise<number> {
  return (await db.execute(sql`delete from ${spentCost} kept where ${remaining} <= 0`)).count;
}
