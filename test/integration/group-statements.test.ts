import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createCollection, createUser, guest, type SeededCollection, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

/** What it costs to find out which groups a request belongs to. */
let server: TestServer;
let admin: Caller;
let nobody: Caller;
let alone: Caller;
let joined: Caller;
let collection: SeededCollection;
const GROUPS = 200;

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
  admin = superuser(server);
  nobody = guest(server);
  alone = await createUser(server, 'alone');
  joined = await createUser(server, 'joined');
  collection = await createCollection(admin, { published: false });
  const { sql } = server.application.connection;
  // Each group is in the next one; the account is in the first, all users in another first.
  for (const chain of ['account', 'everybody']) {
    const groups = await sql<{ id: number }[]>`
      insert into explicit_group (owner_id, alias, display_name)
      select ${collection.id}, ${chain} || n, 'G' from generate_series(1, ${GROUPS}) n order by n returning id`;
    const ids = groups.map(({ id }) => id);
    await sql`insert into explicit_group_member (group_id, member_group_id)
      select above, below from unnest(${ids.slice(1)}::int[], ${ids.slice(0, -1)}::int[]) link(above, below)`;
    const [first = 0] = ids;
    if (chain === 'everybody') await sql`insert into explicit_group_member (group_id, assignee) values (${first}, ':AllUsers')`;
    else {
      await sql`insert into explicit_group_member (group_id, user_account_id)
        select ${first}, id from user_account where user_name = ${joined.identifier.slice(1)}`;
    }
  }
  for (let number = 0; number < 30; number++) {
    succeeded(await admin.rest.put(`/api/admin/groups/ip/lab${number}`, { ranges: [['192.0.2.0', '192.0.2.255']] }));
    succeeded(await admin.rest.put(`/api/admin/groups/domain/uni${number}`, { domains: ['example\\.org'], regex: true }));
  }
  await sql`update user_account set email_confirmed_at = now()`;
});
afterAll(() => server.stop());

async function statements(work: () => Promise<unknown>): Promise<readonly string[]> {
  // The first request notes when the account was used; requests of the same minute do not.
  await work();
  await untilQuiet(server, 500);
  return statementsDuring(server, work);
}

const headers = { 'X-Forwarded-For': '192.0.2.7' };
const whoAmI = (caller: Caller) => () => caller.graphql.send('{ viewer { identifier } }', {}, headers);
const look = (caller: Caller) => async () => {
  expect((await caller.rest.get(`/api/collections/${collection.alias}`, headers)).status).toBe(200);
};

async function giveMember(assignee: string): Promise<void> {
  succeeded(await admin.rest.post(`/api/collections/${collection.alias}/assignments`, { assignee, role: 'member' }));
}

describe('the groups of a request', () => {
  test('cost a guest no statement', async () => {
    expect(await statements(whoAmI(nobody))).toEqual([]);
  });

  test('cost an account the one statement that reads its token, in 200 groups inside each other as in none', async () => {
    const [one, ...more] = await statements(whoAmI(joined));
    expect(more).toEqual([]);
    expect(one).toContain('api_token');
    expect(await statements(whoAmI(alone))).toEqual([one]);
  });

  test('cost a permission check nothing, and count to the outermost group', async () => {
    await giveMember(`&explicit/${collection.id}-account${GROUPS}`);
    // Who may do everything belongs to groups as well, but needs none.
    const cost = (await statements(look(admin))).length;
    expect((await statements(look(joined))).length).toBe(cost);
    expect((await alone.rest.get(`/api/collections/${collection.alias}`, headers)).status).toBe(401);
    await giveMember(`&explicit/${collection.id}-everybody${GROUPS}`);
    await giveMember('&ip/lab29');
    await giveMember('&mail/uni29');
    // The groups were written past the commands, which would have told.
    await server.application.services.groups.refresh();
    expect((await statements(look(joined))).length).toBe(cost);
    expect((await statements(look(nobody))).length).toBe(cost - 1);
  });
});
