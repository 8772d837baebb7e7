import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestAnswer } from '../support/rest-client.ts';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
  uniqueName,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Groups, their members and assignments: the same answer or refusal over both surfaces, for each kind of caller. */
let server: TestServer;
let admin: Caller;
/** Guest, stranger, curator, administrator of the collection, superuser. */
let callers: readonly Caller[];
let collection: SeededCollection;
let inner: string;
let outer: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const [stranger, curator, manager] = [
    await createUser(server, 'stranger'),
    await createUser(server, 'curator'),
    await createUser(server, 'manager'),
  ];
  callers = [guest(server), stranger, curator, manager, admin];
  collection = await createCollection(admin);
  await assignRole(admin, collection, curator.identifier, 'curator');
  await assignRole(admin, collection, manager.identifier, 'admin');
  [inner, outer] = [await createGroup(), await createGroup()];
  succeeded(await admin.rest.post(`${groups()}/${outer}/roleAssignees`, [identifierOf(inner)]));
});
afterAll(() => server.stop());

const groups = () => `/api/collections/${collection.alias}/groups`;
const identifierOf = (alias: string) => `&explicit/${collection.id}-${alias}`;

async function createGroup(): Promise<string> {
  const aliasInOwner = uniqueName('group');
  succeeded(await admin.rest.post(groups(), { aliasInOwner, displayName: 'Group' }));
  return aliasInOwner;
}

interface Pair {
  readonly what: string;
  readonly rest: (caller: Caller, alias: string) => Promise<RestAnswer>;
  readonly query: string;
  /** `alias` names a group that only this call sees. */
  readonly variables: (alias: string) => Readonly<Record<string, unknown>>;
  /** Codes for guest, stranger, curator, administrator of the collection and superuser; null where it succeeds. */
  readonly codes: readonly (string | null)[];
}

const denied = 'PERMISSION_DENIED';
const managersOnly = [denied, denied, denied, null, null];
const everybody = (code: string) => [code, code, code, code, code];
const managersGet = (code: string) => [denied, denied, denied, code, code];
const gate = ['AUTHENTICATION_REQUIRED', 'ADMIN_API_REFUSED', 'ADMIN_API_REFUSED', 'ADMIN_API_REFUSED', null];

const reference = (aliasInOwner: string) => ({ collection: { alias: collection.alias }, aliasInOwner });
const CREATE = 'mutation ($input: CreateExplicitGroupInput!) { createExplicitGroup(input: $input) { group { id } } }';
const UPDATE = 'mutation ($input: UpdateExplicitGroupInput!) { updateExplicitGroup(input: $input) { group { id } } }';
const DELETE = 'mutation ($input: DeleteExplicitGroupInput!) { deleteExplicitGroup(input: $input) { identifier } }';
const ADD = 'mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) { group { containedRoleAssignees } } }';
const REMOVE = 'mutation ($input: RemoveGroupMembersInput!) { removeGroupMembers(input: $input) { group { containedRoleAssignees } } }';

const pairs: readonly Pair[] = [
  {
    what: 'creating a group',
    rest: (caller) => caller.rest.post(groups(), { aliasInOwner: uniqueName('made'), displayName: 'Made' }),
    query: CREATE,
    variables: () => ({ input: { collection: { alias: collection.alias }, aliasInOwner: uniqueName('made'), displayName: 'Made' } }),
    codes: managersOnly,
  },
  {
    what: 'creating a group of a wrong form',
    rest: (caller) => caller.rest.post(groups(), { aliasInOwner: 'a b', displayName: ' ' }),
    query: CREATE,
    variables: () => ({ input: { collection: { alias: collection.alias }, aliasInOwner: 'a b', displayName: ' ' } }),
    codes: everybody('BAD_USER_INPUT'),
  },
  {
    what: 'creating a group whose alias is taken',
    rest: (caller, aliasInOwner) => caller.rest.post(groups(), { aliasInOwner, displayName: 'Again' }),
    query: CREATE,
    variables: (alias) => ({ input: { ...reference(alias), displayName: 'Again' } }),
    codes: managersGet('GROUP_ALIAS_TAKEN'),
  },
  {
    what: 'listing groups',
    rest: (caller) => caller.rest.get(groups()),
    query: 'query ($id: Int!) { collection(reference: { databaseId: $id }) { groups { totalCount } } }',
    variables: () => ({ id: collection.id }),
    codes: managersOnly,
  },
  {
    what: 'reading the groups of a collection that is open to all',
    rest: (caller) => caller.rest.get(groups()),
    query: 'query ($id: Int!) { collection(reference: { databaseId: $id }) { name groups { nodes { id } } } }',
    variables: () => ({ id: collection.id }),
    codes: managersOnly,
  },
  {
    what: 'reading a group',
    rest: (caller, alias) => caller.rest.get(`${groups()}/${alias}`),
    query: 'query ($reference: ExplicitGroupReference!) { explicitGroup(reference: $reference) { id } }',
    variables: (alias) => ({ reference: reference(alias) }),
    codes: managersOnly,
  },
  {
    what: 'reading a group that is not there',
    rest: (caller) => caller.rest.get(`${groups()}/nowhere`),
    query: 'query ($reference: ExplicitGroupReference!) { explicitGroup(reference: $reference) { id } }',
    variables: () => ({ reference: reference('nowhere') }),
    codes: everybody('GROUP_NOT_FOUND'),
  },
  {
    what: 'changing a group',
    rest: (caller, alias) => caller.rest.put(`${groups()}/${alias}`, { displayName: 'Changed' }),
    query: UPDATE,
    variables: (alias) => ({ input: { group: reference(alias), displayName: 'Changed' } }),
    codes: managersOnly,
  },
  {
    what: 'changing a group to a wrong form',
    rest: (caller, alias) => caller.rest.put(`${groups()}/${alias}`, { displayName: '', description: 'x'.repeat(1025) }),
    query: UPDATE,
    variables: (alias) => ({ input: { group: reference(alias), displayName: '', description: 'x'.repeat(1025) } }),
    codes: everybody('BAD_USER_INPUT'),
  },
  {
    what: 'deleting a group',
    rest: (caller, alias) => caller.rest.delete(`${groups()}/${alias}`),
    query: DELETE,
    variables: (alias) => ({ input: { group: reference(alias) } }),
    codes: managersOnly,
  },
  {
    what: 'adding members',
    rest: (caller, alias) => caller.rest.post(`${groups()}/${alias}/roleAssignees`, [':guest', identifierOf(inner)]),
    query: ADD,
    variables: (alias) => ({ input: { group: reference(alias), assignees: [':guest', identifierOf(inner)] } }),
    codes: managersOnly,
  },
  {
    what: 'adding members of whom one is unknown',
    rest: (caller, alias) => caller.rest.post(`${groups()}/${alias}/roleAssignees`, [':guest', '@nobody-at-all']),
    query: ADD,
    variables: (alias) => ({ input: { group: reference(alias), assignees: [':guest', '@nobody-at-all'] } }),
    codes: managersGet('ASSIGNEE_NOT_FOUND'),
  },
  {
    what: 'closing a ring of groups',
    rest: (caller) => caller.rest.put(`${groups()}/${inner}/roleAssignees/${identifierOf(outer)}`),
    query: ADD,
    variables: () => ({ input: { group: reference(inner), assignees: [identifierOf(outer)] } }),
    codes: managersGet('GROUP_CONTAINMENT_REFUSED'),
  },
  {
    what: 'removing a member that is none',
    rest: (caller, alias) => caller.rest.delete(`${groups()}/${alias}/roleAssignees/@nobody-at-all`),
    query: REMOVE,
    variables: (alias) => ({ input: { group: reference(alias), assignees: ['@nobody-at-all'] } }),
    codes: managersOnly,
  },
  {
    what: 'looking up an assignee',
    rest: (caller) => caller.rest.get('/api/admin/assignee/:guest'),
    query: 'query ($identifier: String!) { roleAssignee(identifier: $identifier) { title } }',
    variables: () => ({ identifier: ':guest' }),
    codes: gate,
  },
  {
    what: 'listing the assignments of an assignee',
    rest: (caller) => caller.rest.get('/api/admin/assignments/assignees/:guest'),
    query: 'query ($identifier: String!) { roleAssignments(assignee: $identifier) { nodes { id } } }',
    variables: () => ({ identifier: ':guest' }),
    codes: gate,
  },
];

test.each(pairs.map((pair) => [pair.what, pair] as const))('%s', async (_what, { rest, query, variables, codes }) => {
  const overRest: unknown[] = [];
  const overGraphql: unknown[] = [];
  for (const caller of callers) {
    overRest.push((await rest(caller, await createGroup())).errorCode ?? null);
    overGraphql.push((await caller.graphql.send(query, variables(await createGroup()))).code ?? null);
  }
  expect({ overRest, overGraphql }).toEqual({ overRest: codes, overGraphql: codes });
});

test('the assignments of any object are for who manages permissions on it', async () => {
  const dataset: SeededDataset = await createDataset(admin, collection);
  const file = await addFile(admin, dataset);
  const answers = async (type: 'collection' | 'dataset' | 'file', databaseId: number) =>
    Promise.all(
      callers.map(async (caller) => {
        const query = `query ($id: Int!) { ${type}(reference: { databaseId: $id }) { roleAssignments { nodes { assignee role { alias } } } } }`;
        const answer = await caller.graphql.send(query, { id: databaseId });
        return answer.code ?? answer.at(`data.${type}.roleAssignments.nodes`);
      }),
    );
  const onCollection = [
    { assignee: admin.identifier, role: { alias: 'admin' } },
    { assignee: callers[2]?.identifier, role: { alias: 'curator' } },
    { assignee: callers[3]?.identifier, role: { alias: 'admin' } },
  ];
  expect(await answers('collection', collection.id)).toEqual([denied, denied, denied, onCollection, onCollection]);
  const onDataset = [...onCollection, { assignee: admin.identifier, role: { alias: 'contributor' } }];
  // Curators manage the permissions of datasets and files, not those of their collection.
  expect(await answers('dataset', dataset.id)).toEqual([denied, denied, onDataset, onDataset, onDataset]);
  expect(await answers('file', file)).toEqual([denied, denied, [], [], []]);
  expect(await answers('collection', 999_999)).toEqual(everybody('COLLECTION_NOT_FOUND'));
  expect(await answers('dataset', 999_999)).toEqual(everybody('DATASET_NOT_FOUND'));
  expect(await answers('file', 999_999)).toEqual(everybody('FILE_NOT_FOUND'));
});

test('an unknown assignee is null over GraphQL, and 404 over REST', async () => {
  const answer = await admin.graphql.expectData('{ roleAssignee(identifier: "@nobody-at-all") { title } }');
  expect(answer.at('data.roleAssignee')).toBeNull();
  expect((await admin.rest.get('/api/admin/assignee/@nobody-at-all')).status).toBe(404);
});

test('one request that changes members twice shows each time what is then', async () => {
  const alias = await createGroup();
  const answer = await admin.graphql.expectData(
    `mutation ($one: AddGroupMembersInput!, $two: AddGroupMembersInput!, $three: RemoveGroupMembersInput!) {
      first: addGroupMembers(input: $one) { group { containedRoleAssignees } }
      second: addGroupMembers(input: $two) { group { containedRoleAssignees } }
      third: removeGroupMembers(input: $three) { group { identifier containedRoleAssignees owner { alias groups { nodes { aliasInOwner } } } } }
    }`,
    {
      one: { group: reference(alias), assignees: [':guest'] },
      two: { group: reference(alias), assignees: [':AllUsers'] },
      three: { group: reference(alias), assignees: [':guest'] },
    },
  );
  expect(answer.at('data.first.group.containedRoleAssignees')).toEqual([':guest']);
  expect(answer.at('data.second.group.containedRoleAssignees')).toEqual([':AllUsers', ':guest']);
  expect(answer.at('data.third.group')).toMatchObject({ identifier: identifierOf(alias), containedRoleAssignees: [':AllUsers'] });
});
