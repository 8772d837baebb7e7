import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestAnswer } from '../support/rest-client.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  type SeededCollection,
  superuser,
  succeeded,
  uniqueName,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What clients can do with collections beyond reading them is the same over both surfaces, and refused with the same codes. */
let server: TestServer;
let callers: readonly Caller[];
let admin: Caller;
let outer: SeededCollection;
let inner: SeededCollection;
let other: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  callers = [guest(server), await createUser(server, 'user'), admin];
  outer = await createCollection(admin);
  inner = await createCollection(admin, { owner: outer.alias });
  other = await createCollection(admin);
});
afterAll(() => server.stop());

const denied = 'PERMISSION_DENIED';
const forSuperusers = ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED'] as const;

interface Refusal {
  readonly what: string;
  readonly rest: (caller: Caller) => Promise<RestAnswer>;
  readonly mutation: string;
  readonly type: string;
  readonly input: () => Readonly<Record<string, unknown>>;
  /** Codes for guest, user and superuser. */
  readonly codes: readonly [string, string, string];
}

const byAlias = ({ alias }: SeededCollection) => ({ alias });
const refusals: readonly Refusal[] = [
  {
    what: 'an update of a wrong form',
    rest: ({ rest }) => rest.put(`/api/collections/${outer.alias}`, { alias: 'a b', name: ' ' }),
    mutation: 'updateCollection(input: $input) { collection { id } }',
    type: 'UpdateCollectionInput',
    input: () => ({ collection: byAlias(outer), alias: 'a b', name: ' ' }),
    codes: ['BAD_USER_INPUT', 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
  },
  {
    what: 'an alias that is taken',
    rest: ({ rest }) => rest.put(`/api/collections/${outer.alias}`, { alias: inner.alias }),
    mutation: 'updateCollection(input: $input) { collection { id } }',
    type: 'UpdateCollectionInput',
    input: () => ({ collection: byAlias(outer), alias: inner.alias }),
    codes: [denied, denied, 'COLLECTION_ALIAS_TAKEN'],
  },
  {
    what: 'what superusers decide of a collection',
    rest: ({ rest }) => rest.send(`/api/collections/${outer.alias}/attribute/filePIDsEnabled?value=true`, { method: 'PUT' }),
    mutation: 'updateCollection(input: $input) { collection { id } }',
    type: 'UpdateCollectionInput',
    input: () => ({ collection: byAlias(outer), filePidsEnabled: true }),
    codes: [...forSuperusers, 'FILE_PIDS_NOT_CONFIGURABLE'],
  },
  {
    what: 'rules for an unknown field',
    rest: ({ rest }) =>
      rest.put(`/api/collections/${outer.alias}/inputLevels`, [{ datasetFieldTypeName: 'nosuch', required: true, include: true }]),
    mutation: 'setCollectionInputLevels(input: $input) { collection { id } }',
    type: 'SetCollectionInputLevelsInput',
    input: () => ({ collection: byAlias(outer), inputLevels: [{ fieldName: 'nosuch', required: true, include: true }] }),
    codes: ['BAD_USER_INPUT', 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
  },
  {
    what: 'a move into what the collection holds',
    rest: ({ rest }) => rest.post(`/api/collections/${outer.alias}/move/${inner.alias}`),
    mutation: 'moveCollection(input: $input) { collection { id } }',
    type: 'MoveCollectionInput',
    input: () => ({ collection: byAlias(outer), target: byAlias(inner) }),
    codes: [...forSuperusers, 'COLLECTION_MOVE_REFUSED'],
  },
  {
    what: 'a link into what holds the collection',
    rest: ({ rest }) => rest.put(`/api/collections/${inner.alias}/link/${outer.alias}`),
    mutation: 'linkCollection(input: $input) { linked { id } }',
    type: 'LinkCollectionInput',
    input: () => ({ linked: byAlias(inner), linking: byAlias(outer) }),
    codes: [...forSuperusers, 'LINK_REFUSED'],
  },
  {
    what: 'the end of a link that there is not',
    rest: ({ rest }) => rest.delete(`/api/collections/${inner.alias}/deleteLink/${other.alias}`),
    mutation: 'unlinkCollection(input: $input) { linked { id } }',
    type: 'UnlinkCollectionInput',
    input: () => ({ linked: byAlias(inner), linking: byAlias(other) }),
    codes: [...forSuperusers, 'LINK_NOT_FOUND'],
  },
  {
    what: 'featuring what the collection does not hold',
    rest: ({ rest }) => rest.post(`/api/collections/${outer.alias}/featured`, [other.alias]),
    mutation: 'featureCollections(input: $input) { collection { id } }',
    type: 'FeatureCollectionsInput',
    input: () => ({ collection: byAlias(outer), aliases: [other.alias] }),
    codes: [denied, denied, 'BAD_USER_INPUT'],
  },
  {
    what: 'featuring none any more in a collection that is not there',
    rest: ({ rest }) => rest.delete('/api/collections/nowhere/featured'),
    mutation: 'clearFeaturedCollections(input: $input) { collection { id } }',
    type: 'ClearFeaturedCollectionsInput',
    input: () => ({ collection: { alias: 'nowhere' } }),
    codes: ['COLLECTION_NOT_FOUND', 'COLLECTION_NOT_FOUND', 'COLLECTION_NOT_FOUND'],
  },
];

async function state(): Promise<unknown> {
  const { sql } = server.application.connection;
  return sql`select n.id, n.path, n.permission_path, c.* ,
    (select count(*)::int from node_link) as links, (select count(*)::int from featured_collection) as featured,
    (select count(*)::int from collection_input_level) as levels, (select count(*)::int from audit_record) as commands
    from node n join collection c on c.id = n.id order by n.id`;
}

test.each(refusals.map((one) => [one.what, one] as const))(
  '%s is refused over both surfaces, and leaves all as it was',
  async (_what, one) => {
    const before = await state();
    const codes = { rest: [] as unknown[], graphql: [] as unknown[] };
    for (const caller of callers) {
      codes.rest.push((await one.rest(caller)).errorCode);
      codes.graphql.push((await caller.graphql.send(`mutation ($input: ${one.type}!) { ${one.mutation} }`, { input: one.input() })).code);
    }
    expect(codes).toEqual({ rest: one.codes, graphql: one.codes });
    expect(await state()).toEqual(before);
  },
);

test.each([
  ['storage size', 'storagesize', '{ collection(reference: $c) { storageSizeBytes } }', [denied, denied, undefined]],
  ['links', 'links', '{ collection(reference: $c) { linkedCollections { nodes { id } } } }', [...forSuperusers, undefined]],
] as const)('the %s of a collection is for the same callers over both surfaces', async (_what, path, selection, expected) => {
  const query = `query ($c: CollectionReference!) ${selection}`;
  for (const [index, caller] of callers.entries()) {
    const { code } = await caller.graphql.send(query, { c: byAlias(outer) });
    expect([code, (await caller.rest.get(`/api/collections/${outer.alias}/${path}`)).errorCode]).toEqual([
      expected[index],
      expected[index],
    ]);
  }
});

test('a life of a collection over GraphQL shows over REST', async () => {
  const alias = uniqueName('life');
  const send = async (mutation: string, type: string, input: Readonly<Record<string, unknown>>) =>
    admin.graphql.expectData(`mutation ($input: ${type}!) { ${mutation} }`, { input });
  const made = await createCollection(admin, { owner: outer.alias });
  const updated = await send(
    'updateCollection(input: $input) { collection { alias description contacts { contactEmail } inputLevels { fieldName } } }',
    'UpdateCollectionInput',
    {
      collection: byAlias(made),
      alias,
      description: 'About',
      contacts: [{ contactEmail: 'new@example.org' }],
      inputLevels: [{ fieldName: 'subtitle', required: true, include: true }],
    },
  );
  expect(updated.at('data.updateCollection.collection')).toEqual({
    alias,
    description: 'About',
    contacts: [{ contactEmail: 'new@example.org' }],
    inputLevels: [{ fieldName: 'subtitle' }],
  });
  await send('updateCollection(input: $input) { collection { id } }', 'UpdateCollectionInput', {
    collection: { alias },
    description: null,
  });
  expect((await admin.rest.get(`/api/collections/${alias}`)).at('data.description')).toBeUndefined();

  await addFile(admin, await createDataset(admin, { id: made.id, alias }), { bytes: '12345' });
  await send('featureCollections(input: $input) { collection { id } }', 'FeatureCollectionsInput', {
    collection: byAlias(outer),
    aliases: [alias],
  });
  await send('linkCollection(input: $input) { linking { alias } }', 'LinkCollectionInput', { linked: { alias }, linking: byAlias(other) });
  const seen = await admin.graphql.expectData(
    `query ($c: CollectionReference!) { collection(reference: $c) {
      storageSizeBytes featuredCollections { nodes { alias } }
      descendants { nodes { alias linkingCollections { nodes { alias } } } }
    } }`,
    { c: byAlias(outer) },
  );
  expect(seen.at('data.collection')).toMatchObject({ storageSizeBytes: 5, featuredCollections: { nodes: [{ alias }] } });
  expect(seen.list('data.collection.descendants.nodes')).toContainEqual({ alias, linkingCollections: { nodes: [{ alias: other.alias }] } });

  const moved = await send('moveCollection(input: $input) { collection { owner { alias } } }', 'MoveCollectionInput', {
    collection: { alias },
    target: byAlias(other),
    force: true,
  });
  expect(moved.at('data.moveCollection.collection.owner.alias')).toBe(other.alias);
  expect(succeeded(await admin.rest.get(`/api/collections/${outer.alias}/featured`)).list('data')).toEqual([]);
  expect(succeeded(await admin.rest.get(`/api/collections/${other.alias}/links`)).list('data.linkedCollections')).toEqual([]);
});
