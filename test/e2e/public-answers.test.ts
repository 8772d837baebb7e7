// What caches in front may keep: it must be the same for all, whoever asks.
import { getNamedType, type GraphQLObjectType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_FIELDS } from '../../src/graphql/caching/public-fields.ts';
import { readJson } from '../support/json-reader.ts';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

interface Kept {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: unknown;
  readonly isPublic: boolean;
}

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
/** Published as 1.0, with a draft that says something else. */
let edited: SeededDataset;
/** Published as 1.0 and 2.0, of which the first was withdrawn. */
let withdrawn: SeededDataset;
let draft: SeededDataset;
let callers: Readonly<Record<string, Caller>>;

async function get(caller: Caller, query: string, headers: Readonly<Record<string, string>> = {}, variables?: object): Promise<Kept> {
  const search = new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) });
  const response = await fetch(`${server.url}/graphql?${search.toString()}`, {
    headers: { ...(caller.token !== undefined && { 'X-Service-key': caller.token }), ...headers },
  });
  const text = await response.text();
  const data: unknown = text === '' ? undefined : readJson(JSON.parse(text)).at('data');
  const isPublic = (response.headers.get('cache-control') ?? '').includes('public');
  return { status: response.status, headers: response.headers, text, data, isPublic };
}

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_ANSWER_SECONDS: '30' });
  admin = superuser(server);
  collection = await createCollection(admin);
  edited = await createDataset(admin, collection, 'climate-grid');
  await addFile(admin, edited, { name: 'open.txt' });
  const restricted = await addFile(admin, edited, { name: 'restricted.txt' });
  succeeded(await admin.rest.send(`/api/files/${restricted}/restrict`, { method: 'PUT', raw: 'true' }));
  await publishDataset(admin, edited);
  const fields = [{ typeName: 'title', typeClass: 'primitive', multiple: false, value: 'Of the draft alone' }];
  succeeded(await admin.rest.send(`/api/datasets/${edited.id}/editMetadata?replace=true`, { method: 'PUT', json: { fields } }));
  await addFile(admin, edited, { name: 'drafted.txt' });
  withdrawn = await createDataset(admin, collection);
  await publishDataset(admin, withdrawn);
  await addFile(admin, withdrawn);
  await publishDataset(admin, withdrawn);
  succeeded(await admin.rest.post(`/api/datasets/${withdrawn.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong' }));
  draft = await createDataset(admin, collection);
  const curator = await createUser(server, 'curator');
  await assignRole(admin, collection, curator.identifier, 'curator');
  const byUrl = succeeded(await admin.rest.post(`/api/datasets/${edited.id}/privateUrl`)).text('data.token');
  callers = {
    stranger: await createUser(server, 'stranger'),
    curator,
    superuser: admin,
    'bearer of a private URL': { ...guest(server), token: byUrl },
  };
});
afterAll(() => server.stop());

/** Arguments that fields need, and shorter selections where types lead back. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'DatasetVersion.metadataBlock': '(name: "citation")',
  'DatasetVersion.files': '(first: 10)',
};
const SHORT: Readonly<Record<string, string>> = {
  'DatasetVersion.dataset': '{ id persistentId }',
  'DatasetVersion.metadata': '{ citation { title author { authorName } } }',
  'FileMetadataConnection.edges': '{ cursor node { label } }',
  'MetadataBlockConnection.edges': '{ cursor node { name } }',
  'MetadataField.compounds': '{ fields { typeName value } }',
  'MetadataField.definition': '{ name title }',
  'MetadataFieldDefinition.children': '{ name }',
};

/** Everything of a type that caches may keep. */
function selectionOf(type: GraphQLObjectType, version: string): string {
  const { fields = [], below = [], ofPublished = [] } = PUBLIC_FIELDS[type.name] ?? {};
  const chosen = [...fields, ...below, ...ofPublished].map((name) => {
    const field = type.getFields()[name];
    const key = `${type.name}.${name}`;
    if (field === undefined) throw new Error(`There is no ${key}.`);
    const given = ofPublished.includes(name) ? `(reference: "${version}")` : (ARGUMENTS[key] ?? '');
    const result = getNamedType(field.type);
    if (isLeafType(result)) return `${name}${given}`;
    if (!isObjectType(result) && !isInterfaceType(result)) throw new Error(`${key} cannot be selected.`);
    return `${name}${given} ${SHORT[key] ?? (isObjectType(result) ? selectionOf(result, version) : '{ __typename }')}`;
  });
  return `{ ${chosen.join(' ')} }`;
}

function ofType(name: string, version = '1.0'): string {
  const type = server.application.served.current().schema.getType(name);
  if (!isObjectType(type)) throw new Error(`There is no type ${name}.`);
  return selectionOf(type, version);
}

const REFERENCES = ['1.0', '1', '2.0', ':latest-published', ':latest', ':draft'];

/** Every way to ask for what may be public, of each dataset. */
function questions(): string[] {
  const datasets = [edited, withdrawn, draft].flatMap(({ id }) =>
    REFERENCES.flatMap((reference) => [
      `{ dataset(reference: { databaseId: ${id} }) ${ofType('Dataset', reference)} }`,
      `{ dataset(reference: { databaseId: ${id} }) { version(reference: "${reference}") ${ofType('DatasetVersion')} } }`,
      `{ dataset(reference: { databaseId: ${id} }) { version(reference: "${reference}", includeDeaccessioned: true) { title } } }`,
    ]),
  );
  return [
    ...datasets,
    `{ collection(reference: { alias: "${collection.alias}" }) ${ofType('Collection')} }`,
    `{ metadataBlock(reference: { name: "citation" }) ${ofType('MetadataBlock')} }`,
    `{ metadataBlocks(first: 2) ${ofType('MetadataBlockConnection')} }`,
    `{ serverInfo ${ofType('ServerInfo')} schemaVersion __schema { queryType { name } } __typename }`,
  ];
}

test('what is public is the same for all callers, and what accounts are answered is private', async () => {
  let kept = 0;
  for (const query of questions()) {
    const asGuest = await get(guest(server), query);
    for (const [name, caller] of Object.entries(callers)) {
      const theirs = await get(caller, query);
      expect(theirs.headers.get('cache-control'), name).toBe('private, no-store');
      const expected = asGuest.isPublic ? asGuest.data : theirs.data;
      expect(theirs.data, `${name}: ${query.slice(0, 120)}`).toEqual(expected);
    }
    if (asGuest.isPublic) kept += 1;
    expect(asGuest.text).not.toContain('Of the draft alone');
  }
  // 1.0, 1 and :latest-published of one, 2.0 and :latest-published of the other, each in two ways, and what is no dataset.
  expect(kept).toBe(2 * (3 + 2) + 4);
});

describe('an answer that is not public', () => {
  const title = (id: number): string => `{ dataset(reference: { databaseId: ${id} }) { latestVersion { title } } }`;
  const pinned = (id: number): string => `{ dataset(reference: { databaseId: ${id} }) { version(reference: "1.0") { title } } }`;

  test.each<readonly [what: string, query: () => string, headers: Record<string, string>]>([
    ['the newest version', () => title(edited.id), {}],
    ['an answer with an error', () => pinned(draft.id), {}],
    ['a withdrawn version', () => pinned(withdrawn.id), {}],
    ['a plan', () => pinned(edited.id), { 'X-Explain': 'true' }],
    ['a document that is refused', () => '{ nosuch }', {}],
    ['a field beside public ones', () => `{ serverInfo { version } rateLimit { limit } }`, {}],
    ['an object that is not there', () => '{ node(id: "x") { id } }', {}],
  ])('%s is kept by nobody', async (_what, query, headers) => {
    const answer = await get(guest(server), query(), headers);
    expect(answer.headers.get('cache-control')).toMatch(/no-store/);
    expect(answer.headers.get('etag')).toBeNull();
  });

  test('neither is what is asked for by POST, nor a refused token', async () => {
    const posted = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: pinned(edited.id) }),
    });
    const refused = await get({ ...admin, token: 'nonsense' }, pinned(edited.id));
    expect([posted.status, refused.status]).toEqual([200, 401]);
    for (const { headers } of [posted, refused]) expect(headers.get('cache-control')).toMatch(/no-store/);
  });

  test('a guest at an address with a group of its own is not anybody', async () => {
    const group = { name: 'here', alias: 'here', ranges: [['127.0.0.1', '127.0.0.1']] };
    succeeded(await admin.rest.post('/api/admin/groups/ip', group));
    expect((await get(guest(server), pinned(edited.id))).isPublic).toBe(false);
    succeeded(await admin.rest.send('/api/admin/groups/ip/here', { method: 'DELETE' }));
    expect((await get(guest(server), pinned(edited.id))).isPublic).toBe(true);
  });
});

describe('a public answer', () => {
  const QUERY = 'query ($v: String! = "1.0", $id: Int!) { dataset(reference: { databaseId: $id }) { version(reference: $v) { title } } }';

  test('says for how long, what it depends on, and nothing of who asked first', async () => {
    const { headers, text } = await get(guest(server), QUERY, {}, { id: edited.id });
    expect(headers.get('cache-control')).toBe('public, max-age=30, must-revalidate');
    expect(headers.get('vary')).toBe('Accept, Authorization, Cookie, X-Service-Key');
    expect(headers.get('etag')).toMatch(/^"[\w-]{32}"$/);
    const { limit, estimated, spent, ...rest } = readJson(JSON.parse(text)).record('extensions.cost');
    expect([typeof limit, typeof estimated, rest]).toEqual(['number', 'number', {}]);
    expect(spent).toEqual({ cost: expect.any(Number), fields: expect.any(Number) });
  });

  test('depends on its variables', async () => {
    const asked = async (variables: object): Promise<boolean> =>
      (await get(guest(server), QUERY, {}, { id: edited.id, ...variables })).isPublic;
    expect([await asked({}), await asked({ v: ':latest-published' }), await asked({ v: ':latest' })]).toEqual([true, true, false]);
  });

  test('is not sent again to who has it, in either form', async () => {
    const first = await get(guest(server), QUERY, {}, { id: edited.id });
    const etag = first.headers.get('etag') ?? '';
    const again = await get(guest(server), QUERY, { 'If-None-Match': etag }, { id: edited.id });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('cache-control')).toBe('public, max-age=30, must-revalidate');
    const other = await get(
      guest(server),
      QUERY,
      { 'If-None-Match': etag, Accept: 'application/graphql-response+json' },
      { id: edited.id },
    );
    expect([other.status, other.headers.get('etag') === etag]).toEqual([200, false]);
    // A tag opens nothing: who may not see is refused.
    expect((await get(guest(server), QUERY, { 'If-None-Match': etag }, { id: draft.id })).status).toBe(200);
  });

  test('ends with the withdrawal of its version', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    const before = await get(guest(server), QUERY, {}, { id: dataset.id });
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong' }));
    const after = await get(guest(server), QUERY, { 'If-None-Match': before.headers.get('etag') ?? '' }, { id: dataset.id });
    expect([before.isPublic, after.isPublic, after.status]).toEqual([true, false, 200]);
    expect(readJson(JSON.parse(after.text)).text('errors.0.extensions.code')).toBe('DATASET_VERSION_NOT_FOUND');
  });
});
