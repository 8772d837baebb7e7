/** The rows about many accounts. */
import type { Sql } from 'postgres';
import type { LoadRequest } from './load.ts';
import { isChosen } from './options.ts';
import { get, randomNumbers, type Scenario } from './scenarios.ts';

const ACCOUNTS = 100_000;
/** Entries of a page, as without a wish. */
const PAGE = 25;

/** Orders that are measured: that of a request without one, and two that pages come from in their own ways. */
const ORDERS = ['useridentifier', 'id', 'lastapiusetime'] as const;

function rowOf(order: string): string {
  return `Accounts: REST any 25 of 100,000, against the first 25, by ${order}`;
}

/** Whether a choice of rows has one of these. */
export function hasAccountScenario(only: string): boolean {
  return ORDERS.some((order) => isChosen(rowOf(order), only));
}

/** Fills the database with accounts of the built-in provider, and makes the rows. */
export async function prepareAccountScenarios(sql: Sql): Promise<Scenario[]> {
  await sql`
    insert into user_account (user_name, first_name, last_name, email, authentication_provider_id, persistent_user_id, last_api_use_at)
    select name, 'Bench', substr(name, 1, 5), name || '@example.org', 'builtin', name,
      case when n % 3 = 0 then now() - n % 50000 * interval '7 minutes' end
    from (select n, md5(n::text) as name from generate_series(1, ${ACCOUNTS}) n) accounts`;
  await sql`vacuum analyze user_account`;
  const below = randomNumbers();
  const page = (sortKey: string, number: number): LoadRequest => ({
    ...get(`/api/admin/list-users?sortKey=${sortKey}&selectedPage=${number}`),
    asSuperuser: true,
  });
  return ORDERS.map((order) => ({
    name: rowOf(order),
    reference: 'ours',
    // No more than twice the cost.
    wanted: 0.5,
    draw: () => ({ ours: page(order, 1 + below(ACCOUNTS / PAGE)), reference: page(order, 1) }),
  }));
}
