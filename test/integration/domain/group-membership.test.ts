import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, createApplication } from '../../../src/application.ts';
import { readConfig } from '../../../src/config.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createUser,
  guest,
  type SeededCollection,
  succeeded,
  superuser,
  uniqueName,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** Everything goes over HTTP; the tests stand in for a proxy that says where requests come from. */
let server: TestServer;
let admin: Caller;
let nobody: Caller;
let user: Caller;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
  admin = superuser(server);
  nobody = guest(server);
  user = await createUser(server, 'user');
});
afterAll(() => server.stop());

const INSIDE = '192.0.2.7';
const OUTSIDE = '198.51.100.1';

/** Whether a caller at an address sees an unpublished collection, over both surfaces. */
async function sees(caller: Caller, collection: SeededCollection, address = OUTSIDE): Promise<boolean> {
  const headers = { 'X-Forwarded-For': address };
  const [rest, graphql] = await Promise.all([
    caller.rest.get(`/api/collections/${collection.alias}`, headers),
    caller.graphql.send(`{ collection(reference: { databaseId: ${collection.id} }) { name } }`, {}, headers),
  ]);
  const shown = rest.status === 200;
  const refused = rest.errorCode === 'PERMISSION_DENIED';
  expect([rest.status, shown || refused]).toEqual([rest.status, true]);
  expect(graphql.code).toBe(shown ? undefined : 'PERMISSION_DENIED');
  return shown;
}

const closed = (): Promise<SeededCollection> => createCollection(admin, { published: false });

async function putIpGroup(
  alias: string,
  ranges: readonly (readonly [string, string])[],
  addresses: readonly string[] = [],
): Promise<string> {
  return succeeded(await admin.rest.put(`/api/admin/groups/ip/${alias}`, { name: alias, ranges, addresses })).text('data.identifier');
}

async function putMailGroup(alias: string, domains: readonly string[], regex = false): Promise<string> {
  succeeded(await admin.rest.put(`/api/admin/groups/domain/${alias}`, { alias, name: alias, domains, regex }));
  return `&mail/${alias}`;
}

async function confirm(caller: Caller, email: string): Promise<void> {
  await server.application.connection.sql`
    update user_account set email = ${email}, email_confirmed_at = now() where user_name = ${caller.identifier.slice(1)}`;
}

async function createGroup(owner: SeededCollection, ...members: string[]): Promise<string> {
  const alias = uniqueName('group');
  succeeded(await admin.rest.post(`/api/collections/${owner.alias}/groups`, { aliasInOwner: alias, displayName: alias }));
  const filled = succeeded(await admin.rest.post(`/api/collections/${owner.alias}/groups/${alias}/roleAssignees`, members));
  return filled.text('data.identifier');
}

function groupPath(owner: SeededCollection, identifier: string): string {
  return `/api/collections/${owner.alias}/groups/${identifier.slice(`&explicit/${owner.id}-`.length)}`;
}

describe('an IP group', () => {
  test('contains callers from its addresses, with a token or without', async () => {
    const collection = await closed();
    const group = await putIpGroup(
      uniqueName('lab'),
      [
        ['192.0.2.0', '192.0.2.127'],
        ['2001:db8::', '2001:db8::ff'],
      ],
      ['203.0.113.5'],
    );
    expect(await sees(nobody, collection, INSIDE)).toBe(false);
    await assignRole(admin, collection, group, 'member');
    for (const caller of [nobody, user]) {
      for (const address of ['192.0.2.0', '192.0.2.127', '::ffff:192.0.2.7', '2001:DB8::ff', '203.0.113.5']) {
        expect([address, await sees(caller, collection, address)]).toEqual([address, true]);
      }
      for (const address of ['192.0.2.128', '192.0.1.255', '2001:db8::100', '203.0.113.6', '2001:db8:1::']) {
        expect([address, await sees(caller, collection, address)]).toEqual([address, false]);
      }
    }
  });

  test('gives a guest no permission that guests cannot hold', async () => {
    const collection = await closed();
    const group = await putIpGroup(uniqueName('lab'), [], [INSIDE]);
    await assignRole(admin, collection, group, 'admin');
    const headers = { 'X-Forwarded-For': INSIDE };
    const publish = (caller: Caller) =>
      caller.rest.send(`/api/collections/${collection.alias}/actions/:publish`, { method: 'POST', headers });
    expect((await publish(nobody)).errorCode).toBe('PERMISSION_DENIED');
    expect((await publish(user)).status).toBe(200);
  });

  test('ends with its ranges, with the role and with itself', async () => {
    const collection = await closed();
    const alias = uniqueName('lab');
    const group = await putIpGroup(alias, [], [INSIDE]);
    const assignment = await assignRole(admin, collection, group, 'member');
    expect(await sees(nobody, collection, INSIDE)).toBe(true);

    await putIpGroup(alias, [['192.0.3.0', '192.0.3.255']]);
    expect(await sees(nobody, collection, INSIDE)).toBe(false);
    await putIpGroup(alias, [], [INSIDE]);
    expect(await sees(nobody, collection, INSIDE)).toBe(true);

    expect((await admin.rest.delete(`/api/admin/groups/ip/${alias}`)).errorCode).toBe('GROUP_HAS_ROLES');
    expect(await sees(nobody, collection, INSIDE)).toBe(true);
    succeeded(await admin.rest.delete(`/api/collections/${collection.alias}/assignments/${assignment}`));
    expect(await sees(nobody, collection, INSIDE)).toBe(false);
    succeeded(await admin.rest.delete(`/api/admin/groups/ip/${alias}`));
    const again = await admin.rest.post(`/api/collections/${collection.alias}/assignments`, { assignee: group, role: 'member' });
    expect(again.errorCode).toBe('ASSIGNEE_NOT_FOUND');
  });
});

describe('a mail-domain group', () => {
  test('holds accounts whose address at its domain is confirmed', async () => {
    const collection = await closed();
    const alias = uniqueName('uni');
    const group = await putMailGroup(alias, ['uni.example']);
    await assignRole(admin, collection, group, 'member');
    const member = await createUser(server, 'member');
    expect(await sees(member, collection)).toBe(false);
    await confirm(member, `${uniqueName('m')}@Uni.Example`);
    expect(await sees(member, collection)).toBe(true);
    expect(await sees(nobody, collection)).toBe(false);

    await server.application.connection.sql`
      update user_account set email_confirmed_at = null where user_name = ${member.identifier.slice(1)}`;
    expect(await sees(member, collection)).toBe(false);
    await confirm(member, `${uniqueName('m')}@lab.uni.example`);
    expect(await sees(member, collection)).toBe(false);

    await putMailGroup(alias, ['(.+\\.)?uni\\.example'], true);
    expect(await sees(member, collection)).toBe(true);
    await putMailGroup(alias, ['other.example']);
    expect(await sees(member, collection)).toBe(false);
  });

  test('ends with the role, and only then can it go', async () => {
    const collection = await closed();
    const alias = uniqueName('uni');
    const group = await putMailGroup(alias, ['ending.example']);
    const assignment = await assignRole(admin, collection, group, 'member');
    const member = await createUser(server, 'member');
    await confirm(member, `${uniqueName('m')}@ending.example`);
    expect(await sees(member, collection)).toBe(true);
    expect((await admin.rest.delete(`/api/admin/groups/domain/${alias}`)).errorCode).toBe('GROUP_HAS_ROLES');
    succeeded(await admin.rest.delete(`/api/collections/${collection.alias}/assignments/${assignment}`));
    expect(await sees(member, collection)).toBe(false);
    succeeded(await admin.rest.delete(`/api/admin/groups/domain/${alias}`));
  });
});

type Kind = readonly [what: string, make: () => Promise<string>, seenBy: readonly boolean[]];
/** Who can be in an explicit group beside accounts and other groups; who sees: a guest inside, one outside, an account inside, outside. */
const kinds: readonly Kind[] = [
  ['an IP group', async () => putIpGroup(uniqueName('lab'), [], [INSIDE]), [true, false, true, false]],
  ['a mail-domain group', async () => putMailGroup(uniqueName('uni'), ['nested.example']), [false, false, true, true]],
  [':authenticated-users', async () => ':authenticated-users', [false, false, true, true]],
  [':guest', async () => ':guest', [true, true, false, false]],
  [':AllUsers', async () => ':AllUsers', [true, true, true, true]],
];

describe('an explicit group', () => {
  test('holds an account at any depth, until one link of the chain goes', async () => {
    const collection = await closed();
    const member = await createUser(server, 'member');
    const inner = await createGroup(collection, member.identifier);
    const middle = await createGroup(collection, inner);
    const outer = await createGroup(collection, middle);
    await assignRole(admin, collection, outer, 'member');
    expect(await sees(member, collection)).toBe(true);
    expect(await sees(user, collection)).toBe(false);

    succeeded(await admin.rest.delete(`${groupPath(collection, inner)}/roleAssignees/${member.identifier}`));
    expect(await sees(member, collection)).toBe(false);
    succeeded(await admin.rest.put(`${groupPath(collection, inner)}/roleAssignees/${member.identifier}`));
    expect(await sees(member, collection)).toBe(true);

    succeeded(await admin.rest.delete(`${groupPath(collection, outer)}/roleAssignees/${middle}`));
    expect(await sees(member, collection)).toBe(false);
    succeeded(await admin.rest.put(`${groupPath(collection, outer)}/roleAssignees/${middle}`));
    expect(await sees(member, collection)).toBe(true);

    succeeded(await admin.rest.delete(groupPath(collection, middle)));
    expect(await sees(member, collection)).toBe(false);
  });

  test.each(kinds)('contains members of %s that is in it at any depth', async (_what, make, expected) => {
    const collection = await closed();
    const member = await createUser(server, 'member');
    await confirm(member, `${uniqueName('m')}@nested.example`);
    const seenBy = async (): Promise<boolean[]> => [
      await sees(nobody, collection, INSIDE),
      await sees(nobody, collection, OUTSIDE),
      await sees(member, collection, INSIDE),
      await sees(member, collection, OUTSIDE),
    ];
    const assignee = await make();
    const inner = await createGroup(collection, assignee);
    const outer = await createGroup(collection, inner);
    await assignRole(admin, collection, outer, 'member');
    expect(await seenBy()).toEqual(expected);

    const none = [false, false, false, false];
    succeeded(await admin.rest.delete(`${groupPath(collection, inner)}/roleAssignees/${assignee}`));
    expect(await seenBy()).toEqual(none);
    succeeded(await admin.rest.put(`${groupPath(collection, inner)}/roleAssignees/${assignee}`));
    expect(await seenBy()).toEqual(expected);
    succeeded(await admin.rest.delete(`${groupPath(collection, outer)}/roleAssignees/${inner}`));
    expect(await seenBy()).toEqual(none);
    succeeded(await admin.rest.put(`${groupPath(collection, outer)}/roleAssignees/${inner}`));
    succeeded(await admin.rest.delete(groupPath(collection, outer)));
    expect(await seenBy()).toEqual(none);
  });

  test('that is made anew under the alias of a deleted one has none of its members', async () => {
    const collection = await closed();
    const old = await createGroup(collection, ':AllUsers');
    succeeded(await admin.rest.delete(groupPath(collection, old)));
    const alias = old.slice(`&explicit/${collection.id}-`.length);
    const made = await admin.rest.post(`/api/collections/${collection.alias}/groups`, { aliasInOwner: alias, displayName: 'New' });
    expect(succeeded(made).text('data.identifier')).toBe(old);
    await assignRole(admin, collection, old, 'member');
    expect(await sees(nobody, collection)).toBe(false);
  });
});

describe('requests at once', () => {
  test('for one alias get groups of their own', async () => {
    const alias = uniqueName('wanted');
    for (const [kind, facts] of [
      ['ip', { addresses: [INSIDE] }],
      ['domain', { domains: ['wanted.example'] }],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => admin.rest.post(`/api/admin/groups/${kind}`, { alias, ...facts })));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
      const aliases = answers.map((answer) => answer.text('data.alias'));
      expect(aliases.toSorted()).toEqual([alias, ...Array.from({ length: 7 }, (_value, at) => `${alias}-${at + 1}`)]);
    }
  });

  test('that give a group a role and delete it leave no role of a group that is gone', async () => {
    const collection = await closed();
    for (let round = 0; round < 20; round++) {
      const alias = uniqueName('contested');
      const group = await putIpGroup(alias, [], [INSIDE]);
      const assignments = `/api/collections/${collection.alias}/assignments`;
      const requests = [
        () => admin.rest.post(assignments, { assignee: group, role: 'member' }),
        () => admin.rest.delete(`/api/admin/groups/ip/${alias}`),
      ];
      const inTurn = round % 2 === 0 ? requests : requests.toReversed();
      const sent = await Promise.all(inTurn.map((send) => send()));
      const [given, deleted] = round % 2 === 0 ? sent : sent.toReversed();
      expect([
        [undefined, 'GROUP_HAS_ROLES'],
        ['ASSIGNEE_NOT_FOUND', undefined],
      ]).toContainEqual([given?.errorCode, deleted?.errorCode]);
      expect((await admin.rest.get(assignments)).body.includes(`"${group}"`)).toBe(given?.status === 200);
    }
  });
});

describe('another process', () => {
  let other: Application;
  const logged: string[] = [];
  beforeAll(async () => {
    other = await createApplication({
      config: readConfig({ DATA_DIR: server.dataDir }),
      databaseUrl: server.databaseUrl,
      siteUrl: 'http://127.0.0.1',
      log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }),
    });
  });
  afterAll(() => other.close());

  const identities = (own: readonly string[], confirmedEmail?: string): readonly string[] =>
    other.services.groups.identitiesOf({ own, address: INSIDE, confirmedEmail, explicitGroups: [] });

  test('knows of every change soon after it was made here', async () => {
    const alias = uniqueName('noticed');
    const ipGroup = await putIpGroup(alias, [], [INSIDE]);
    await expect.poll(() => identities([':guest'])).toContain(ipGroup);
    const mailGroup = await putMailGroup(alias, ['noticed.example']);
    await expect.poll(() => identities(['@a'], 'a@noticed.example')).toContain(mailGroup);

    const collection = await closed();
    const inner = await createGroup(collection, ipGroup);
    await expect.poll(() => identities([':guest'])).toContain(inner);
    const outer = await createGroup(collection, inner);
    await expect.poll(() => identities([':guest'])).toContain(outer);
    succeeded(await admin.rest.delete(`${groupPath(collection, inner)}/roleAssignees/${ipGroup}`));
    await expect.poll(() => identities([':guest'])).not.toContain(outer);
    expect(identities([':guest'])).toContain(ipGroup);

    succeeded(await admin.rest.delete(`/api/admin/groups/ip/${alias}`));
    await expect.poll(() => identities([':guest'])).not.toContain(ipGroup);
    succeeded(await admin.rest.delete(`/api/admin/groups/domain/${alias}`));
    await expect.poll(() => identities(['@a'], 'a@noticed.example')).not.toContain(mailGroup);
  });

  test('asks again when the database did not answer', async () => {
    const { sql } = server.application.connection;
    await sql`alter table ip_group rename to ip_group_away`;
    try {
      await sql`insert into ip_group_away (alias, name) values ('late', 'Late')`;
      await sql`insert into ip_group_range (group_id, first, last, single) select id, ${INSIDE}, ${INSIDE}, true from ip_group_away where alias = 'late'`;
      await sql`select pg_notify('archivolt_cache', 'groups')`;
      await expect.poll(() => logged.join('')).toContain('"area":"groups"');
    } finally {
      await sql`alter table ip_group_away rename to ip_group`;
    }
    await expect.poll(() => identities([':guest'])).toContain('&ip/late');
  });
});
