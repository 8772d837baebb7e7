/** The row about many accounts. */
import type { Sql } from 'postgres';
import type { LoadRequest } from './load.ts';
import { isChosen } from './options.ts';
import { get, randomNumbers, type Scenario } from './scenarios.ts';

const ACCOUNTS = 100_000;
/** Entries of a page, as without a wish. */
const PAGE = 25;

const ANY_PAGE = 'Accounts: REST any 25 of 100,000, against the first 25';

/** Whether a choice of rows has one of these. */
export function hasAccountScenario(only: string): boolean {
  return isChosen(ANY_PAGE, only);
}

/** Fills the database with accounts of the built-in provider, and makes the row. */
export async function prepareAccountScenarios(sql: Sql): Promise<Scenario[]> {
  await sql`
    insert into user_account (user_name, first_name, last_name, email, authentication_provider_id, persistent_user_id)
    select name, 'Bench', substr(name, 1, 5), name || '@example.org', 'builtin', name
    from (select md5(n::text) as name from generate_series(1, ${ACCOUNTS}) n) accounts`;
  await sql`vacuum analyze user_account`;
  const below = randomNumbers();
  const page = (number: number): LoadRequest => ({ ...get(`/api/admin/list-users?selectedPage=${number}`), asSuperuser: true });
  return [
    {
      name: ANY_PAGE,
      reference: 'ours',
      // No more than twice the cost.
      wanted: 0.5,
      draw: () => ({ ours: page(1 + below(ACCOUNTS / PAGE)), reference: page(1) }),
    },
  ];
}
