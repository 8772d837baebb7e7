import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestAnswer } from '../support/rest-client.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The same refusal has the same code in both APIs, for every caller. */
let server: TestServer;
let callers: readonly Caller[];
let open: SeededCollection;
let closed: SeededCollection;
let draft: SeededDataset;
let released: SeededDataset;
let draftFile: number;

beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  callers = [guest(server), await createUser(server, 'user'), admin];
  open = await createCollection(admin);
  closed = await createCollection(admin, { published: false });
  draft = await createDataset(admin, closed);
  draftFile = await addFile(admin, draft);
  released = await createDataset(admin, open);
  await publishDataset(admin, released);
});
afterAll(() => server.stop());

interface Pair {
  readonly what: string;
  readonly rest: (caller: Caller) => Promise<RestAnswer>;
  readonly query: string;
  readonly variables?: () => Readonly<Record<string, unknown>>;
  /** Codes for guest, user and superuser; undefined where it succeeds. */
  readonly codes: readonly [string | undefined, string | undefined, string | undefined];
}

const denied = 'PERMISSION_DENIED';
const collectionInput = { alias: 'x y', name: '', contacts: [] };
const nativeBody = { alias: 'x y', name: '', collectionContacts: [] };

const pairs: readonly Pair[] = [
  {
    what: 'reading an unpublished collection',
    rest: (caller) => caller.rest.get(`/api/collections/${closed.alias}`),
    query: 'query ($alias: String!) { collection(reference: { alias: $alias }) { id } }',
    variables: () => ({ alias: closed.alias }),
    codes: [denied, denied, undefined],
  },
  {
    what: 'reading a collection that is not there',
    rest: (caller) => caller.rest.get('/api/collections/nowhere'),
    query: '{ collection(reference: { alias: "nowhere" }) { id } }',
    codes: ['COLLECTION_NOT_FOUND', 'COLLECTION_NOT_FOUND', 'COLLECTION_NOT_FOUND'],
  },
  {
    what: 'creating a collection of a wrong form',
    rest: (caller) => caller.rest.post('/api/collections/:root', nativeBody),
    query: 'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { collection { id } } }',
    variables: () => ({ input: { ...collectionInput, owner: { root: true } } }),
    codes: ['BAD_USER_INPUT', 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
  },
  {
    what: 'creating a second root',
    rest: (caller) =>
      caller.rest.post('/api/collections', { alias: 'second', name: 'Second', collectionContacts: [{ contactEmail: 'a@example.org' }] }),
    query: 'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { collection { id } } }',
    variables: () => ({ input: { alias: 'second', name: 'Second', contacts: [{ contactEmail: 'a@example.org' }] } }),
    codes: ['AUTHENTICATION_REQUIRED', 'ROOT_COLLECTION_EXISTS', 'ROOT_COLLECTION_EXISTS'],
  },
  {
    what: 'deleting a collection that holds something',
    rest: (caller) => caller.rest.delete(`/api/collections/${open.alias}`),
    query: 'mutation ($alias: String!) { deleteCollection(input: { collection: { alias: $alias } }) { alias } }',
    variables: () => ({ alias: open.alias }),
    codes: [denied, denied, 'COLLECTION_NOT_EMPTY'],
  },
  {
    what: 'publishing a published collection',
    rest: (caller) => caller.rest.post(`/api/collections/${open.alias}/actions/:publish`),
    query: 'mutation ($alias: String!) { publishCollection(input: { collection: { alias: $alias } }) { collection { id } } }',
    variables: () => ({ alias: open.alias }),
    codes: [denied, denied, 'COLLECTION_ALREADY_PUBLISHED'],
  },
  {
    what: 'giving a role to an unknown assignee',
    rest: (caller) => caller.rest.post(`/api/collections/${open.alias}/assignments`, { assignee: '@nobody', role: 'member' }),
    query:
      'mutation ($alias: String!) { assignRole(input: { collection: { alias: $alias }, assignee: "@nobody", roleAlias: "member" }) { assignment { id } } }',
    variables: () => ({ alias: open.alias }),
    codes: ['ASSIGNEE_NOT_FOUND', 'ASSIGNEE_NOT_FOUND', 'ASSIGNEE_NOT_FOUND'],
  },
  {
    what: 'reading role assignments',
    rest: (caller) => caller.rest.get(`/api/collections/${open.alias}/assignments`),
    query: 'query ($alias: String!) { collection(reference: { alias: $alias }) { roleAssignments { nodes { id } } } }',
    variables: () => ({ alias: open.alias }),
    codes: [denied, denied, undefined],
  },
  {
    what: 'taking an assignment away that is not there',
    rest: (caller) => caller.rest.delete(`/api/collections/${open.alias}/assignments/999999`),
    query:
      'mutation ($alias: String!) { revokeRole(input: { collection: { alias: $alias }, assignmentDatabaseId: 999999 }) { collectionName } }',
    variables: () => ({ alias: open.alias }),
    codes: ['ROLE_ASSIGNMENT_NOT_FOUND', 'ROLE_ASSIGNMENT_NOT_FOUND', 'ROLE_ASSIGNMENT_NOT_FOUND'],
  },
  {
    what: 'reading a draft',
    rest: (caller) => caller.rest.get(`/api/datasets/${draft.id}`),
    query: 'query ($id: Int!) { dataset(reference: { databaseId: $id }) { id } }',
    variables: () => ({ id: draft.id }),
    codes: [denied, denied, undefined],
  },
  {
    what: 'reading a version that is not there',
    rest: (caller) => caller.rest.get(`/api/datasets/${released.id}/versions/9.9`),
    query: 'query ($id: Int!) { dataset(reference: { databaseId: $id }) { version(reference: "9.9") { id } } }',
    variables: () => ({ id: released.id }),
    codes: ['DATASET_VERSION_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
  },
  {
    what: 'reading a version by an illegal reference',
    rest: (caller) => caller.rest.get(`/api/datasets/${released.id}/versions/1.2.3`),
    query: 'query ($id: Int!) { dataset(reference: { databaseId: $id }) { version(reference: "1.2.3") { id } } }',
    variables: () => ({ id: released.id }),
    codes: ['BAD_USER_INPUT', 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
  },
  {
    what: 'creating a dataset without required fields',
    rest: (caller) =>
      caller.rest.post(`/api/collections/${open.alias}/datasets`, { datasetVersion: { metadataBlocks: { citation: { fields: [] } } } }),
    query: 'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { id } } }',
    variables: () => ({
      input: { collection: { alias: open.alias }, version: { native: { metadataBlocks: { citation: { fields: [] } } } } },
    }),
    codes: [denied, denied, 'DATASET_METADATA_INVALID'],
  },
  {
    what: 'changing the metadata of a draft',
    rest: (caller) => caller.rest.put(`/api/datasets/${draft.id}/versions/:draft`, exampleDataset('minimal').datasetVersion),
    query: 'mutation ($input: UpdateDatasetDraftInput!) { updateDatasetDraft(input: $input) { datasetVersion { id } } }',
    variables: () => ({ input: { dataset: { databaseId: draft.id }, version: { native: exampleDataset('minimal').datasetVersion } } }),
    codes: [denied, denied, undefined],
  },
  {
    what: 'publishing in an unpublished collection',
    rest: (caller) => caller.rest.post(`/api/datasets/${draft.id}/actions/:publish?type=major`),
    query: 'mutation ($id: Int!) { publishDataset(input: { dataset: { databaseId: $id }, type: MAJOR }) { dataset { id } } }',
    variables: () => ({ id: draft.id }),
    codes: [denied, denied, 'COLLECTION_NOT_PUBLISHED'],
  },
  {
    what: 'folding into the current version without a draft',
    rest: (caller) => caller.rest.post(`/api/datasets/${released.id}/actions/:publish?type=updatecurrent`),
    query: 'mutation ($id: Int!) { publishDataset(input: { dataset: { databaseId: $id }, type: UPDATE_CURRENT }) { dataset { id } } }',
    variables: () => ({ id: released.id }),
    codes: ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED', expect.any(String)],
  },
  {
    what: 'deleting a draft that is not there',
    rest: (caller) => caller.rest.delete(`/api/datasets/${released.id}/versions/:draft`),
    query: 'mutation ($id: Int!) { deleteDatasetDraft(input: { dataset: { databaseId: $id } }) { deletedDatasetId } }',
    variables: () => ({ id: released.id }),
    codes: [denied, denied, 'DATASET_DRAFT_NOT_FOUND'],
  },
  {
    what: 'adding a file without the right to',
    rest: (caller) => caller.rest.upload(`/api/datasets/${draft.id}/add`, { name: 'x.txt', bytes: 'x', jsonData: { label: 'a:b' } }),
    query: 'query ($id: Int!) { dataset(reference: { databaseId: $id }) { uploadLimits { maximumFileBytes } } }',
    variables: () => ({ id: draft.id }),
    codes: [denied, denied, expect.any(String)],
  },
  {
    what: 'downloading a file of a draft',
    rest: (caller) => caller.rest.get(`/api/access/datafile/${draftFile}`),
    query: 'query ($id: Int!) { file(reference: { databaseId: $id }) { download { sizeBytes } } }',
    variables: () => ({ id: draftFile }),
    codes: ['AUTHENTICATION_REQUIRED', 'FILE_ACCESS_DENIED', undefined],
  },
  {
    what: 'reading a setting',
    rest: (caller) => caller.rest.get('/api/admin/settings/:BuiltinUsersKey'),
    query: '{ setting(name: ":BuiltinUsersKey") { value } }',
    codes: ['AUTHENTICATION_REQUIRED', 'ADMIN_API_REFUSED', undefined],
  },
  {
    what: 'setting what is no setting',
    rest: (caller) => caller.rest.send('/api/admin/settings/:Nosuch', { method: 'PUT', raw: 'x' }),
    query: 'mutation { setSetting(input: { name: ":Nosuch", value: "x" }) { setting { name } } }',
    codes: ['AUTHENTICATION_REQUIRED', 'ADMIN_API_REFUSED', 'SETTING_INVALID'],
  },
];

test.each(pairs.map((pair) => [pair.what, pair] as const))('%s', async (_what, { rest, query, variables, codes }) => {
  const overRest: unknown[] = [];
  const overGraphql: unknown[] = [];
  for (const caller of callers) {
    overGraphql.push((await caller.graphql.send(query, variables?.())).code);
    overRest.push((await rest(caller)).errorCode);
  }
  expect({ overRest }).toEqual({ overRest: codes });
  expect(overGraphql.slice(0, 2)).toEqual(overRest.slice(0, 2));
  // What succeeds for a superuser, or asks less over GraphQL, has no code to compare.
  expect(overGraphql[2] ?? overRest[2]).toEqual(overRest[2]);
});
