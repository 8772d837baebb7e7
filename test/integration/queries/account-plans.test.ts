import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { type AccountListing, countListedAccounts, haveAllProviders, listAccountIds } from '../../../src/db/queries/access/account-list.ts';
import { ACCOUNT_SORT_KEYS } from '../../../src/vocabulary/access.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const ACCOUNTS = 100_000;
const PAGE = 25;

/** Places of a page: the first, one in the middle, and the last. */
const PLACES = [0, ACCOUNTS / 2, ACCOUNTS - PAGE];

let database: TestDatabase;
let sql: postgres.Sql;
let db: Database;
const sent: { readonly text: string; readonly parameters: unknown[] }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const debug = (_connection: number, text: string, parameters: unknown[]) => sent.push({ text, parameters });
  sql = postgres(database.url, { max: 1, onnotice: () => undefined, debug });
  db = drizzle(sql);
  // Vacuum marks no page all-visible whose commit is not flushed yet.
  await sql`set synchronous_commit = on`;
  await sql`insert into authentication_provider (id, factory_alias, enabled) values ('builtin', 'BuiltinAuthenticationProvider', true)
    on conflict do nothing`;
  await sql`insert into user_account (user_name, first_name, last_name, email, affiliation, authentication_provider_id, persistent_user_id, last_api_use_at)
    select name, substr(name, 3, 4), substr(name, 1, 2), name || '@example.org', 'Institute of ' || substr(name, 5, 3), 'builtin', name,
      case when n % 3 = 0 then timestamptz '2026-01-01' + n % 5000 * interval '7 minutes' end
    from (select n, md5(n::text) as name from generate_series(1, ${ACCOUNTS}::int) n) accounts`;
  await sql`vacuum analyze user_account`;
}, 300_000);
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const all: AccountListing = { beginnings: [], sortKey: 'useridentifier', direction: 'ASC', allHaveProviders: true };

/** The plan of the statement that a page is found by. */
async function planOf(listing: AccountListing, offset: number, total = ACCOUNTS): Promise<string> {
  sent.length = 0;
  await listAccountIds(db, listing, { offset, limit: PAGE, total });
  const { text = '', parameters = [] } = sent.find((statement) => statement.text.includes('user_account')) ?? {};
  return planOfStatement(text, parameters);
}

async function planOfStatement(text: string, parameters: readonly unknown[]): Promise<string> {
  const rows = await sql.unsafe(`explain ${text}`, parameters as never[]);
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
}

describe('a page of 100,000 accounts', () => {
  test('by last use of the API sorts those of one hour, and the use writes to no index while the hour is the same', async () => {
    for (const direction of ['ASC', 'DESC'] as const) {
      for (const offset of PLACES) {
        sent.length = 0;
        await listAccountIds(db, { ...all, sortKey: 'lastapiusetime', direction }, { offset, limit: PAGE, total: ACCOUNTS });
        for (const { text, parameters } of sent.slice()) {
          expect(await planOfStatement(text, parameters)).not.toMatch(/Seq Scan on user_account/);
        }
      }
    }
    const hot = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`;
      const [row] = await sql<{ hot: number }[]>`select n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'user_account'`;
      return row?.hot ?? 0;
    };
    const inHour = sql`id = (select min(id) from user_account where last_api_use_at is not null)`;
    const before = await hot();
    await sql`update user_account set last_api_use_at = date_trunc('hour', last_api_use_at) where ${inHour}`;
    await sql`update user_account set last_api_use_at = last_api_use_at + interval '1 minute' where ${inHour}`;
    expect(await hot()).toBeGreaterThan(before);
  });

  test('by id comes from the primary key', async () => {
    for (const direction of ['ASC', 'DESC'] as const) {
      for (const offset of PLACES) {
        const plan = await planOf({ ...all, sortKey: 'id', direction }, offset);
        expect(plan).toMatch(/Index (?:Only )?Scan.* using user_account_pkey/);
        expect(plan).not.toMatch(/Sort/);
      }
    }
  });

  const ownIndex = ACCOUNT_SORT_KEYS.filter((key) => key !== 'id' && key !== 'lastapiusetime');
  test.each(ownIndex)('by %s, from either end and wherever it is, is read from an index alone', async (sortKey) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      for (const offset of PLACES) {
        const plan = await planOf({ ...all, sortKey, direction }, offset);
        expect(plan).toMatch(/Index Only Scan.* using user_account_(?:listing|by_)/);
        expect(plan).not.toMatch(/Sort|Seq Scan on user_account/);
      }
    }
  });

  test.each(['ASC', 'DESC'] as const)('is the slice of one and the same order, %s, from whichever end it is counted', async (direction) => {
    for (const sortKey of ['lastname', 'affiliation', 'superuser', 'lastlogintime', 'lastapiusetime'] as const) {
      const listing = { ...all, sortKey, direction };
      const whole = await listAccountIds(db, listing, { offset: 0, limit: ACCOUNTS, total: ACCOUNTS });
      for (const offset of [...PLACES, ACCOUNTS / 2 + 13]) {
        const page = await listAccountIds(db, listing, { offset, limit: PAGE, total: ACCOUNTS });
        expect(page).toEqual(whole.slice(offset, offset + PAGE));
      }
    }
  });
});

test('an account with the longest texts has a place in every order', async () => {
  // Characters of three bytes, none like another, so that the database cannot make the text shorter.
  const longest = Array.from({ length: 255 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join('');
  const [name, email] = ['z'.repeat(60), `${'a'.repeat(64)}@${'a.'.repeat(120)}example`];
  await sql`insert into authentication_provider (id, factory_alias, enabled) values (${longest}, 'oidc', true)`;
  const stored = await sql`
    insert into user_account (user_name, first_name, last_name, email, affiliation, position, authentication_provider_id, persistent_user_id)
    values (${name}, ${longest}, ${longest}, ${email}, ${longest}, ${longest}, ${longest}, 'long') returning id`;
  const total = ACCOUNTS + 1;
  for (const sortKey of ['lastname', 'affiliation', 'authproviderid'] as const) {
    expect(await listAccountIds(db, { ...all, sortKey, direction: 'DESC' }, { offset: 0, limit: total, total })).toContain(
      stored[0]?.['id'],
    );
  }
  await sql`delete from user_account where persistent_user_id = 'long'`;
  await sql`delete from authentication_provider where id = ${longest}`;
});

describe('a search among 100,000 accounts', () => {
  test('reads the table once for a page, however many words it has', async () => {
    for (const beginnings of [['ab'], ['a', 'institute'], ['a', 'b', 'c', 'd', 'e', 'f']]) {
      const total = await countListedAccounts(db, { beginnings, allHaveProviders: true });
      const plan = await planOf({ ...all, beginnings, sortKey: 'lastname' }, 0, Math.max(1, total));
      expect(plan.match(/Scan.* on user_account/g)).toHaveLength(1);
    }
  });
});

test('the order by last use is by time, then by name, whatever hours the slices touch', async () => {
  for (const direction of ['ASC', 'DESC'] as const) {
    const way = sql.unsafe(direction);
    const rows = await sql`select id from user_account order by last_api_use_at ${way}, lower(user_name) ${way}`;
    const used = ACCOUNTS / 3;
    for (const offset of [0, Math.floor(used) - 7, ACCOUNTS - Math.floor(used) - 7, ACCOUNTS / 2, 12_345, 90_001, ACCOUNTS - 7]) {
      const page = await listAccountIds(db, { ...all, sortKey: 'lastapiusetime', direction }, { offset, limit: PAGE, total: ACCOUNTS });
      expect(page).toEqual(rows.slice(offset, offset + PAGE).map(({ id }) => id));
    }
  }
});

test('accounts are known to have their providers while none of these is gone', async () => {
  expect(await haveAllProviders(db)).toBe(true);
  await sql`update user_account set authentication_provider_id = 'gone' where id = (select min(id) from user_account)`;
  expect(await haveAllProviders(db)).toBe(false);
  expect(await countListedAccounts(db, { beginnings: [], allHaveProviders: false })).toBe(ACCOUNTS - 1);
  await sql`update user_account set authentication_provider_id = 'builtin' where authentication_provider_id = 'gone'`;
  expect(await haveAllProviders(db)).toBe(true);
});
