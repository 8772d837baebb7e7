import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  type SeededCollection,
  succeeded,
  superuser,
  uniqueName,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** Who gets what through explicit groups, as requests see it. */
let server: TestServer;
let admin: Caller;
let nobody: Caller;
let user: Caller;
let stranger: Caller;

beforeAll(async () => {
  server = await startTestServer();
  [admin, nobody] = [superuser(server), guest(server)];
  [user, stranger] = [await createUser(server, 'user'), await createUser(server, 'stranger')];
});
afterAll(() => server.stop());

const closed = (owner?: number) => createCollection(admin, { published: false, ...(owner === undefined ? {} : { owner }) });
const place = (collection: SeededCollection, alias: string) => `/api/collections/${collection.id}/groups/${alias}`;

async function createGroup(collection: SeededCollection, alias: string, members: readonly string[] = []): Promise<string> {
  const body = { aliasInOwner: alias, displayName: alias };
  const made = succeeded(await admin.rest.post(`/api/collections/${collection.id}/groups`, body));
  succeeded(await admin.rest.post(`${place(collection, alias)}/roleAssignees`, members));
  return made.text('data.identifier');
}

async function sees(caller: Caller, collection: SeededCollection): Promise<boolean> {
  const { status } = await caller.rest.get(`/api/collections/${collection.id}`);
  expect([200, 401]).toContain(status);
  return status === 200;
}

/** From where on the only assignment to a group counts. */
async function effectOf(identifier: string): Promise<unknown> {
  const answer = await admin.graphql.expectData(
    `query ($identifier: String!) { roleAssignments(assignee: $identifier) { nodes { takesEffectOnDatabaseId } } }`,
    { identifier },
  );
  expect(answer.list('data.roleAssignments.nodes')).toHaveLength(1);
  return answer.at('data.roleAssignments.nodes.0.takesEffectOnDatabaseId');
}

describe('a role given to an explicit group', () => {
  test('counts on the collection that defines the group, and on its datasets', async () => {
    const collection = await closed();
    const dataset = await createDataset(admin, collection);
    const group = await createGroup(collection, 'team', [user.identifier]);
    expect(await sees(user, collection)).toBe(false);
    await assignRole(admin, collection, group, 'member');
    expect([await sees(user, collection), await sees(stranger, collection), await sees(nobody, collection)]).toEqual([true, false, false]);
    expect((await user.rest.get(`/api/datasets/${dataset.id}/versions/:draft`)).status).toBe(200);
    expect((await stranger.rest.get(`/api/datasets/${dataset.id}/versions/:draft`)).status).toBe(401);
    expect(await effectOf(group)).toBe(collection.id);
  });

  test('counts on a collection below, but not beyond a permission root that it was not given on', async () => {
    const owner = await closed();
    const child = await closed(owner.id);
    const [onOwner, onChild] = [
      await createGroup(owner, 'on-owner', [user.identifier]),
      await createGroup(owner, 'on-child', [stranger.identifier]),
    ];
    await assignRole(admin, owner, onOwner, 'member');
    await assignRole(admin, child, onChild, 'member');
    expect([await sees(user, owner), await sees(user, child)]).toEqual([true, false]);
    expect([await sees(stranger, owner), await sees(stranger, child)]).toEqual([false, true]);
    expect(await effectOf(onChild)).toBe(child.id);
  });

  test('may be given outside the tree of the group, where it counts for nothing', async () => {
    const owner = await closed();
    const beside = await closed();
    const group = await createGroup(owner, 'outside', [user.identifier]);
    await assignRole(admin, beside, group, 'admin');
    expect([await sees(user, owner), await sees(user, beside)]).toEqual([false, false]);
    const listed = await user.graphql.expectData(
      '{ collection(reference: { root: true }) { contents(first: 100) { nodes { ... on Collection { databaseId } } } } }',
    );
    const ids = listed.list('data.collection.contents.nodes').map((node) => readJson(node).number('databaseId'));
    expect(ids).not.toContain(beside.id);
    expect(await effectOf(group)).toBeNull();
  });

  test('above the owner counts from the owner on where no permission root stands between, and never above', async () => {
    const above = await closed();
    const owner = await closed(above.id);
    const { sql } = server.application.connection;
    await sql`update collection set permission_root = false where id = ${owner.id}`;
    await sql`update node set permission_path = array[${owner.id}::int, ${above.id}::int] where id = ${owner.id}`;
    const group = await createGroup(owner, 'from-above', [user.identifier]);
    await assignRole(admin, above, group, 'member');
    expect([await sees(user, above), await sees(user, owner)]).toEqual([false, true]);
    expect(await effectOf(group)).toBe(owner.id);
  });

  test('ends with the membership, with the assignment and with the group; a new group of that name inherits nothing', async () => {
    const collection = await closed();
    const group = await createGroup(collection, 'short', [user.identifier, ':authenticated-users']);
    const assignment = await assignRole(admin, collection, group, 'member');
    expect([await sees(user, collection), await sees(stranger, collection)]).toEqual([true, true]);
    succeeded(await admin.rest.delete(`${place(collection, 'short')}/roleAssignees/:authenticated-users`));
    expect([await sees(user, collection), await sees(stranger, collection)]).toEqual([true, false]);
    succeeded(await admin.rest.delete(`${place(collection, 'short')}/roleAssignees/${user.identifier}`));
    expect(await sees(user, collection)).toBe(false);
    succeeded(await admin.rest.put(`${place(collection, 'short')}/roleAssignees/${user.identifier}`));
    expect(await sees(user, collection)).toBe(true);
    succeeded(await admin.rest.delete(`/api/collections/${collection.id}/assignments/${assignment}`));
    expect(await sees(user, collection)).toBe(false);
    await assignRole(admin, collection, group, 'member');
    expect(await sees(user, collection)).toBe(true);
    succeeded(await admin.rest.delete(place(collection, 'short')));
    expect(await sees(user, collection)).toBe(false);
    expect(await createGroup(collection, 'short', [user.identifier])).toBe(group);
    expect(await sees(user, collection)).toBe(false);
  });

  test('goes with the collection that defines the group', async () => {
    const parent = await closed();
    const owner = await closed(parent.id);
    const group = await createGroup(owner, 'doomed', [user.identifier, ':guest']);
    await assignRole(admin, parent, group, 'member');
    succeeded(await admin.rest.delete(`/api/collections/${owner.id}`));
    const left = await admin.graphql.expectData('query ($id: String!) { roleAssignments(assignee: $id) { nodes { id } } }', { id: group });
    expect(left.at('data.roleAssignments.nodes')).toEqual([]);
  });
});

describe('members of an explicit group', () => {
  test('are also those of the groups in it, however deep', async () => {
    const parent = await closed();
    const collection = await closed(parent.id);
    let inner = await createGroup(parent, 'level-0', [user.identifier, ':guest']);
    for (let level = 1; level <= 25; level += 1) inner = await createGroup(level < 12 ? parent : collection, `level-${level}`, [inner]);
    await assignRole(admin, collection, inner, 'member');
    expect([await sees(user, collection), await sees(nobody, collection), await sees(stranger, collection)]).toEqual([true, true, false]);
    succeeded(await admin.rest.delete(place(parent, 'level-7')));
    expect([await sees(user, collection), await sees(nobody, collection)]).toEqual([false, false]);
  });

  test.each([
    [':guest', [true, false, false]],
    [':authenticated-users', [false, true, true]],
    [':AllUsers', [true, true, true]],
  ])('are those behind %s', async (member, expected) => {
    const collection = await closed();
    await assignRole(admin, collection, await createGroup(collection, 'built-in', [member]), 'member');
    expect([await sees(nobody, collection), await sees(user, collection), await sees(stranger, collection)]).toEqual(expected);
  });

  test('are those of an IP group, by the address of each request', async () => {
    const { sql } = server.application.connection;
    const [near, far] = [uniqueName('near'), uniqueName('far')];
    for (const [alias, address] of [
      [near, '127.0.0.1'],
      [far, '192.0.2.1'],
    ] as const) {
      await sql`with made as (insert into ip_group (alias, name) values (${alias}, ${alias}) returning id)
        insert into ip_group_range (group_id, first, last, single) select id, ${address}, ${address}, true from made`;
    }
    await server.application.services.groups.refresh();
    const [open, shut] = [await closed(), await closed()];
    await assignRole(admin, open, await createGroup(open, 'lab', [`&ip/${near}`]), 'member');
    await assignRole(admin, shut, await createGroup(shut, 'lab', [`&ip/${far}`]), 'member');
    expect([await sees(nobody, open), await sees(stranger, open), await sees(nobody, shut)]).toEqual([true, true, false]);
  });

  test('are shown for a list of groups in one statement more', async () => {
    const [one, many] = [await closed(), await closed()];
    await createGroup(one, 'first', [user.identifier]);
    for (let index = 0; index < 8; index += 1) await createGroup(many, `group-${index}`, [user.identifier, ':guest']);
    const statements = async (collection: SeededCollection): Promise<number> => {
      server.takeStatements();
      const query = `{ collection(reference: { databaseId: ${collection.id} }) { groups { nodes { id identifier owner { name } containedRoleAssignees } } } }`;
      await admin.graphql.expectData(query);
      return server.takeStatements().length;
    };
    await statements(one);
    expect(await statements(many)).toBe(await statements(one));
  });
});

describe('a group fetched again by its id', () => {
  test('is visible only to managers of permissions where it is defined', async () => {
    const collection = await closed();
    await assignRole(admin, collection, user.identifier, 'admin');
    await assignRole(admin, collection, stranger.identifier, 'curator');
    await createGroup(collection, 'again', [':guest']);
    const given = await user.graphql.expectData(
      `{ collection(reference: { databaseId: ${collection.id} }) { groups { nodes { id identifier aliasInOwner containedRoleAssignees ownerDatabaseId } } } }`,
    );
    const id = given.text('data.collection.groups.nodes.0.id');
    const query = `query ($id: ID!) { node(id: $id) { id ... on ExplicitGroup { identifier aliasInOwner containedRoleAssignees ownerDatabaseId } } }`;
    for (const caller of [user, admin]) {
      expect((await caller.graphql.expectData(query, { id })).at('data.node')).toEqual(given.at('data.collection.groups.nodes.0'));
    }
    for (const caller of [stranger, nobody]) expect((await caller.graphql.expectData(query, { id })).at('data.node')).toBeNull();
  });
});
