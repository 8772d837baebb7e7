import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JsonReader, readJson } from '../support/json-reader.ts';
import { allowBuiltinUsers, type Caller, createUser, guest } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { eventsSubscriber, socketSubscriber } from '../support/subscriber.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const READ = 'query Root { collection(reference: { root: true }) { name } }';
const COSTLY =
  'query Costly($first: Int) { collection(reference: { root: true }) { contents(first: $first) { nodes { ... on Collection { contents(first: 100) { nodes { __typename } } } } } } }';
const WRITE = 'mutation Write { deleteDataset(input: { dataset: { databaseId: 1 } }) { datasetDatabaseId } }';
const FEED = 'subscription Feed { collectionFeed { cursor } }';
const OTHER = 'query Other { collection(reference: { root: true }) { alias } }';
const OTHER_FEED = 'subscription OtherFeed { collectionFeed { kind } }';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archivolt-documents-'));
  // As graphql-codegen and the Relay compiler write them, as Apollo's manifest, and as a file of its own.
  await writeFile(join(folder, 'persisted-documents.json'), JSON.stringify({ [`sha256:${idOf(READ)}`]: READ }));
  await writeFile(join(folder, 'relay.json'), JSON.stringify({ [idOf(COSTLY)]: COSTLY }));
  const operations = [{ id: idOf(WRITE), name: 'Write', type: 'mutation', body: WRITE }];
  await writeFile(join(folder, 'apollo.json'), JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations }));
  await writeFile(join(folder, 'feed.graphql'), FEED);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Sent {
  readonly body?: object;
  readonly search?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(server: TestServer, { body, search, headers = {} }: Sent): Promise<JsonReader & { status: number; code: unknown }> {
  const response = await fetch(`${server.url}/graphql${search === undefined ? '' : `?${new URLSearchParams(search).toString()}`}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Accept: 'application/graphql-response+json', ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = readJson(JSON.parse(await response.text()));
  return { ...answer, status: response.status, code: answer.at('errors.0.extensions.code') };
}

const persisted = (sha256Hash: string): object => ({ persistedQuery: { version: 1, sha256Hash } });

describe('where any document is run', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ TRUSTED_DOCUMENTS: folder });
  });
  afterAll(() => server.stop());

  test.each([
    ['documentId', { documentId: `sha256:${idOf(READ)}` }],
    ['documentId without the prefix', { documentId: idOf(READ) }],
    ['documentId beside the very text', { documentId: `sha256:${idOf(READ)}`, query: READ }],
    ['the hash of a persisted query', { extensions: persisted(idOf(READ)) }],
  ])('a trusted document is run by %s, by POST and by GET', async (_what, body) => {
    const { extensions, ...rest } = { extensions: undefined, ...body };
    const search = { ...rest, ...(extensions && { extensions: JSON.stringify(extensions) }) };
    for (const sent of [{ body }, { search }]) {
      const answer = await send(server, sent);
      expect([answer.status, answer.at('data.collection.name')]).toEqual([200, 'Root']);
    }
  });

  test('a trusted document is bounded, and explained by its identifier', async () => {
    const documentId = `sha256:${idOf(COSTLY)}`;
    const refused = await send(server, { body: { documentId, variables: { first: 100 } } });
    expect([refused.status, refused.code]).toEqual([400, 'QUERY_TOO_COSTLY']);
    const explained = await send(server, { body: { documentId, variables: { first: 1 }, extensions: { explain: true } } });
    expect(explained.at('extensions.explain.document')).toEqual({ id: documentId, trusted: true });
    expect(explained.number('extensions.cost.estimated')).toBeGreaterThan(100);
  });

  test.each([
    ['an identifier that is not known', { documentId: `sha256:${'0'.repeat(64)}` }, 404, 'DOCUMENT_NOT_FOUND'],
    ['an identifier that is none', { documentId: 'latest' }, 400, 'BAD_USER_INPUT'],
    ['an identifier in capitals', { documentId: `sha256:${idOf(READ).toUpperCase()}` }, 400, 'BAD_USER_INPUT'],
    ['an identifier that is no text', { documentId: { a: 1 } }, 400, 'BAD_USER_INPUT'],
    ['an identifier of a megabyte', { documentId: 'a'.repeat(1_000_000) }, 400, 'BAD_USER_INPUT'],
    ['the identifier of another text', { documentId: idOf(READ), query: OTHER }, 400, 'BAD_USER_INPUT'],
    ['a hash that is not known', { extensions: persisted('1'.repeat(64)) }, 404, 'PERSISTED_QUERY_NOT_FOUND'],
    ['the hash of another text', { query: OTHER, extensions: persisted(idOf(READ)) }, 400, 'BAD_USER_INPUT'],
    ['another version', { extensions: { persistedQuery: { version: 2, sha256Hash: idOf(READ) } } }, 400, 'BAD_USER_INPUT'],
    ['a hash that is none', { extensions: persisted('x') }, 400, 'BAD_USER_INPUT'],
    ['no document at all', { variables: {} }, 400, 'BAD_REQUEST'],
  ])('%s is refused, with its code', async (_what, body, status, code) => {
    const answer = await send(server, { body });
    expect([answer.status, answer.code, answer.at('data')]).toEqual([status, code, undefined]);
  });

  test('a persisted query is asked for, registered, and then run by its hash alone', async () => {
    const extensions = persisted(idOf(OTHER));
    const unknown = await send(server, { body: { extensions } });
    expect([unknown.status, unknown.at('errors.0.message')]).toEqual([404, 'PersistedQueryNotFound']);
    // Clients that read the answers of status 200 alone register then.
    const older = await send(server, { body: { extensions }, headers: { Accept: 'application/json' } });
    expect([older.status, older.code]).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
    expect((await send(server, { body: { query: OTHER, extensions } })).text('data.collection.alias')).toBe('root');
    for (const sent of [{ body: { extensions } }, { search: { extensions: JSON.stringify(extensions) } }]) {
      expect((await send(server, sent)).text('data.collection.alias')).toBe('root');
    }
  });

  test('what does not fit the schema is not registered', async () => {
    const text = '{ nosuch }';
    const extensions = persisted(idOf(text));
    expect((await send(server, { body: { query: text, extensions } })).code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect((await send(server, { body: { extensions } })).code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  test('a trusted document is read by GET with a cookie and without a preflight, any other is not', async () => {
    const headers = { Cookie: 'a=b' };
    expect((await send(server, { search: { documentId: `sha256:${idOf(READ)}` }, headers })).status).toBe(200);
    const other = await send(server, { search: { query: OTHER }, headers });
    expect([other.status, other.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('a mutation is not run by GET, whoever vouches for it', async () => {
    const headers = { 'X-Service-key': SUPERUSER_TOKEN };
    const answer = await send(server, { search: { documentId: `sha256:${idOf(WRITE)}` }, headers });
    expect([answer.status, answer.at('data')]).toEqual([405, undefined]);
  });

  test('a subscription is begun by its identifier', async () => {
    const events = await fetch(`${server.url}/graphql?documentId=sha256:${idOf(FEED)}`, { headers: { Accept: 'text/event-stream' } });
    expect([events.status, events.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    await events.body?.cancel();
  });
});

describe('files of documents', () => {
  test('are read again when they change', async () => {
    const path = join(folder, '..', `one-${process.pid}.json`);
    await writeFile(path, JSON.stringify({ [idOf(READ)]: READ }));
    const server = await startTestServer({ TRUSTED_DOCUMENTS: path, DOCUMENT_TRUST: 'trusted-only' });
    const code = async (text: string): Promise<unknown> => (await send(server, { body: { query: text } })).code;
    expect([await code(READ), await code(OTHER)]).toEqual([undefined, 'DOCUMENT_NOT_TRUSTED']);
    await writeFile(path, JSON.stringify({ [idOf(OTHER)]: OTHER }, null, 2));
    await expect.poll(() => code(OTHER), { timeout: 20_000, interval: 200 }).toBeUndefined();
    expect(await code(READ)).toBe('DOCUMENT_NOT_TRUSTED');
    // What cannot be read leaves what was read.
    await writeFile(path, '{');
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(await code(OTHER)).toBeUndefined();
    await server.stop();
    await rm(path);
  });
});

describe.each(['trusted-only', 'anonymous-trusted-only'])('where the rule is %s', (trust) => {
  let server: TestServer;
  let account: Caller;
  beforeAll(async () => {
    server = await startTestServer({ TRUSTED_DOCUMENTS: folder, DOCUMENT_TRUST: trust });
    await allowBuiltinUsers(server);
    account = await createUser(server, 'reader');
    await untilQuiet(server, 500);
  });
  afterAll(() => server.stop());

  test('a guest has trusted documents run, and no other, at no cost', async () => {
    expect((await guest(server).graphql.send(READ)).text('data.collection.name')).toBe('Root');
    const statements = await statementsDuring(server, async () => {
      for (const text of [OTHER, '{ nosuch', 'a'.repeat(50_000), '{ __schema { types { name } } }']) {
        const byText = await send(server, { body: { query: text } });
        const registering = await send(server, { body: { query: text, extensions: persisted(idOf(text)) } });
        for (const { status, code } of [byText, registering]) expect([status, code]).toEqual([403, 'DOCUMENT_NOT_TRUSTED']);
        expect((await send(server, { body: { extensions: persisted(idOf(text)) } })).code).toBe('PERSISTED_QUERY_NOT_FOUND');
      }
    });
    expect(statements).toEqual([]);
  });

  test('an account has what the rule says', async () => {
    const { code } = await account.graphql.send(OTHER);
    expect(code).toBe(trust === 'trusted-only' ? 'DOCUMENT_NOT_TRUSTED' : undefined);
    expect((await account.graphql.send(READ)).code).toBeUndefined();
  });

  test.each(['events', 'one connection for events', 'a WebSocket'])('the same holds for subscriptions over %s', async (how) => {
    const subscriber = (token?: string) =>
      how === 'a WebSocket' ? socketSubscriber(server.url, token) : eventsSubscriber(server.url, token, how !== 'events');
    const asGuest = subscriber();
    const refusal = await asGuest
      .subscribe(OTHER_FEED)
      .next()
      .then(
        (told) => told.at('errors.0.extensions.code'),
        (error: unknown) => JSON.stringify(error),
      );
    expect(String(refusal)).toMatch(how === 'one connection for events' ? /./ : /DOCUMENT_NOT_TRUSTED/);
    await asGuest.close();
  });

  test('REST, pages and tools for models go on', async () => {
    expect((await guest(server).rest.get('/api/collections/:root')).status).toBe(200);
    expect((await fetch(`${server.url}/`)).status).toBe(200);
    const tools = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: { query: '*' } } }),
    });
    expect(tools.status).toBe(200);
  });
});
