import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { listAssigneeMemberships } from '../../../src/db/queries/access/group-membership.ts';
import { findTokenOwner } from '../../../src/db/queries/access/users.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const ACCOUNTS = 20_000;
const GROUPS = 5_000;

/** The account in each link of a chain of 200 groups. */
const CHAINED = ACCOUNTS;
/** In no group. */
const ALONE = 1;

function tokenOf(account: number): Buffer {
  return Buffer.from(String(account).padStart(32, '0'));
}

describe('the statement that reads a token, over many accounts and groups', () => {
  let database: TestDatabase;
  let sql: postgres.Sql;
  let db: Database;
  const sent: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = postgres(database.url, { max: 1, onnotice: () => undefined, debug: (_connection, text) => sent.push(text) });
    db = drizzle(sql);
    await seed(sql);
    sent.length = 0;
    await findTokenOwner(db, tokenOf(CHAINED));
  }, 180_000);
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test.each(['force_custom_plan', 'force_generic_plan'])('reads no table whole with %s', async (mode) => {
    const [text = ''] = sent.filter((statement) => statement.includes('api_token'));
    const rows = await sql.begin(async (tx) => {
      await tx.unsafe(`set local plan_cache_mode = ${mode}`);
      await tx.unsafe(`prepare ${mode} as ${text}`);
      return tx.unsafe(`explain execute ${mode}('\\x${tokenOf(CHAINED).toString('hex')}')`);
    });
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(plan).toContain('explicit_group_member_group_key');
    expect(plan).not.toMatch(/Seq Scan|Hash/);
  });

  test('gives an account all groups that contain it, and an account in none none', async () => {
    expect((await findTokenOwner(db, tokenOf(CHAINED)))?.explicitGroups).toHaveLength(200);
    expect((await findTokenOwner(db, tokenOf(ALONE)))?.explicitGroups).toEqual([]);
  });

  test('finds each group once where groups contain each other in a ring', async () => {
    const [ring] = await sql<{ ids: number[] }[]>`select array_agg(id order by id) as ids from explicit_group where alias like 'chain%'`;
    const ids = ring?.ids ?? [];
    // No command lets a ring come about; a restored or hand-written table may hold one.
    await sql`insert into explicit_group_member (group_id, member_group_id) values (${ids[0] ?? 0}, ${ids.at(-1) ?? 0})`;
    const groups = (await findTokenOwner(db, tokenOf(CHAINED)))?.explicitGroups ?? [];
    expect(groups).toHaveLength(200);
    expect(new Set(groups).size).toBe(200);
    await sql`insert into explicit_group_member (group_id, assignee) values (${ids[5] ?? 0}, '&ip/lab')`;
    const memberships = await listAssigneeMemberships(db);
    expect(memberships.map(({ assignee, groups: found }) => [assignee, found.length])).toEqual([['&ip/lab', 200]]);
  });
});

/** 20,000 accounts, each in ten of 5,000 groups, and a chain of 200 groups around one of them. */
async function seed(sql: postgres.Sql): Promise<void> {
  await sql`insert into node (id, kind, owner_id, path, permission_path) values (1, 'COLLECTION', null, '{1}', '{1}')`;
  await sql`insert into user_account (id, user_name, first_name, last_name, email, authentication_provider_id, persistent_user_id)
    select n, 'user' || n, 'U', 'N', 'user' || n || '@example.org', 'builtin', 'user' || n from generate_series(1, ${ACCOUNTS}::int) n`;
  await sql`insert into api_token (user_account_id, token_hash, expires_at)
    select id, convert_to(lpad(id::text, 32, '0'), 'UTF8'), now() + interval '1 year' from user_account`;
  await sql`insert into explicit_group (id, owner_id, alias, display_name) select n, 1, 'group' || n, 'G' from generate_series(1, ${GROUPS}::int) n`;
  await sql`insert into explicit_group (id, owner_id, alias, display_name)
    select ${GROUPS}::int + n, 1, 'chain' || n, 'C' from generate_series(1, 200) n`;
  await sql`insert into explicit_group_member (group_id, user_account_id)
    select 1 + (n * 7 + k * 501) % ${GROUPS}::int, n from generate_series(2, ${ACCOUNTS - 1}::int) n, generate_series(1, 10) k`;
  await sql`insert into explicit_group_member (group_id, member_group_id) select n, n - 1 from generate_series(2, ${GROUPS}::int, 2) n`;
  await sql`insert into explicit_group_member (group_id, member_group_id) select ${GROUPS}::int + n, ${GROUPS}::int + n - 1 from generate_series(2, 200) n`;
  await sql`insert into explicit_group_member (group_id, user_account_id) values (${GROUPS + 1}, ${CHAINED})`;
  await sql`analyze`;
}
