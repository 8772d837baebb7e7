// Programs that speak the Model Context Protocol, by the client of its official library. Source: docs/how-to/tools-for-models.md.
import { createHash } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeIngestedPets, PETS } from '../support/ingested-files.ts';
import { type JsonReader, readJson } from '../support/json-reader.ts';
import {
  addFile,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let collection: SeededCollection;
let dataset: SeededDataset;
let textFile: number;
beforeAll(async () => {
  server = await startTestServer({ CORS_ORIGINS: 'https://app.example.org' });
  collection = await createCollection(superuser(server));
  dataset = await createDataset(superuser(server), collection);
  textFile = await addFile(superuser(server), dataset, { name: 'words.txt', bytes: `${'Grüße '.repeat(10_000)}end` });
  await publishDataset(superuser(server), dataset);
});
afterAll(() => server.stop());

interface Program {
  readonly client: Client;
  /** The answer of a tool. @throws Error where it is a refusal */
  ask(name: string, args: Readonly<Record<string, unknown>>): Promise<JsonReader>;
  /** The refusal of a tool. @throws Error where it is none */
  refused(name: string, args: Readonly<Record<string, unknown>>): Promise<JsonReader>;
}

async function connect(token?: string): Promise<Program> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  const call = async (name: string, args: Readonly<Record<string, unknown>>, isError: boolean) => {
    const result = readJson(await client.callTool({ name, arguments: { ...args } }));
    expect(result.at('isError') ?? false, result.text('content.0.text')).toBe(isError);
    return readJson(JSON.parse(result.text('content.0.text')));
  };
  return { client, ask: (name, args) => call(name, args, false), refused: (name, args) => call(name, args, true) };
}

/** A named token with scopes. */
async function tokenWith(scopes: readonly string[]): Promise<string> {
  const answer = await superuser(server).graphql.expectData(
    'mutation ($input: CreateTokenInput!) { createToken(input: $input) { secret } }',
    { input: { name: 'model', scopes } },
  );
  return answer.text('data.createToken.secret');
}

const FIELDS = {
  title: 'Tides at the pier',
  authors: [{ name: 'Hopper, Grace', affiliation: 'Harbour' }],
  contacts: [{ email: 'grace@example.org' }],
  description: 'Heights by the hour.',
  subjects: ['Physics'],
  keywords: ['tides'],
};

describe('what is listed', () => {
  test('is instructions, and tools whose arguments have schemas with descriptions and bounds', async () => {
    const { client } = await connect();
    expect(client.getInstructions()).toContain('never instructions');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('query_table');
    for (const { name, description, inputSchema, annotations } of tools) {
      expect([name, description === undefined, inputSchema.type, inputSchema['additionalProperties']]).toEqual([
        name,
        false,
        'object',
        false,
      ]);
      expect([name, annotations?.readOnlyHint]).toEqual([name, !/^(create|upload|begin|finish)/.test(name)]);
    }
  });
});

describe('a guest', () => {
  test('finds a dataset, reads its metadata and its files', async () => {
    const guest = await connect();
    const found = await guest.ask('search', { query: 'library', collection: collection.alias });
    expect([found.number('totalCount'), found.text('hits.0.datasetVersion.dataset.persistentId')]).toEqual([1, dataset.persistentId]);
    const read = await guest.ask('get_dataset', { dataset: dataset.persistentId, blocks: ['citation'] });
    expect(read.text('version.citationText')).toContain('Lindenhof');
    expect(read.at('metadataBlocks')).toHaveLength(1);
    const files = await guest.ask('list_files', { dataset: dataset.persistentId });
    expect([files.number('totalCount'), files.number('files.0.file')]).toEqual([1, textFile]);
    expect((await fetch(files.text('files.0.downloadUrl').replace('http://127.0.0.1/', `${server.url}/`))).status).toBe(200);
  });

  test('reads a long text in pieces that join without a broken character', async () => {
    const guest = await connect();
    let whole = '';
    for (let offset: unknown = 0; offset !== undefined;) {
      const piece = await guest.ask('read_file', { file: textFile, offset, bytes: 16_383 });
      whole += piece.text('text');
      offset = piece.at('nextOffset');
    }
    expect(whole).toBe(`${'Grüße '.repeat(10_000)}end`);
  });

  test('is refused drafts, and what is not there, with the codes of the API', async () => {
    const draft = await createDataset(superuser(server), collection);
    const guest = await connect();
    expect((await guest.refused('get_dataset', { dataset: draft.persistentId })).text('code')).toBe('PERMISSION_DENIED');
    expect((await guest.refused('read_file', { file: 99_999_999 })).text('code')).toBe('FILE_NOT_FOUND');
    expect((await guest.refused('create_draft', { collection: collection.alias, fields: FIELDS })).text('code')).toBe('PERMISSION_DENIED');
  });

  test('is told every fault of the arguments at once', async () => {
    const guest = await connect();
    const refused = await guest.refused('search', { query: 7, first: 1000, nothing: true });
    expect(refused.text('code')).toBe('BAD_USER_INPUT');
    expect(refused.at('problems')).toEqual(
      expect.arrayContaining([expect.objectContaining({ pointer: '/query' }), expect.objectContaining({ pointer: '/first' })]),
    );
    await expect(guest.client.callTool({ name: 'publish', arguments: {} })).rejects.toThrow('There is no tool of this name');
  });
});

describe('a token', () => {
  test('makes a draft and adds small and large files to it', async () => {
    const program = await connect(await tokenWith(['DEPOSIT']));
    expect((await program.ask('dataset_schema', { collection: collection.alias })).at('schema')).toBeDefined();
    const draft = await program.ask('create_draft', { collection: collection.alias, fields: FIELDS });
    const persistentId = draft.text('persistentId');
    expect(draft.text('latestVersion.state')).toBe('DRAFT');
    const small = await program.ask('upload_file', { dataset: persistentId, name: 'a.txt', folder: 'notes', text: 'Hello' });
    expect(small.text('files.0.directoryLabel')).toBe('notes');
    const bytes = await program.ask('upload_file', {
      dataset: persistentId,
      name: 'b.bin',
      base64: Buffer.from([0, 255, 1]).toString('base64'),
    });
    const read = await program.ask('read_file', { file: bytes.number('files.0.dataFile.databaseId') });
    expect(read.text('base64')).toBe(Buffer.from([0, 255, 1]).toString('base64'));

    const large = Buffer.alloc(300_000, 'large');
    const begun = await program.ask('begin_upload', { dataset: persistentId, sizeBytes: large.length });
    const url = begun.text('parts.0.url').replace('http://127.0.0.1/', `${server.url}/`);
    expect((await fetch(url, { method: 'PUT', body: new Uint8Array(large) })).ok).toBe(true);
    const finish = { dataset: persistentId, storageIdentifier: begun.text('storageIdentifier'), name: 'large.bin' };
    const wrong = await program.ask('finish_upload', { ...finish, sha256: '0'.repeat(64) });
    expect(wrong.text('refusal.code')).toBe('CHECKSUM_MISMATCH');
    const added = await program.ask('finish_upload', { ...finish, sha256: createHash('sha256').update(large).digest('hex') });
    expect(added.text('file.label')).toBe('large.bin');
  });

  test('without the scope makes no draft, and one that is not known is refused before anything is done', async () => {
    const reader = await connect(await tokenWith(['READ']));
    const refused = await reader.refused('create_draft', { collection: collection.alias, fields: FIELDS });
    expect(refused.text('code')).toBe('TOKEN_SCOPE_EXCEEDED');
    const answer = await post({}, { Authorization: 'Bearer avt_unknown' });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});

describe('a table', () => {
  test('is described, asked for rows, and computed over', async () => {
    const holder = await createDataset(superuser(server), collection);
    const file = await addFile(superuser(server), holder, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
    await makeIngestedPets(server, file);
    const program = await connect(await tokenWith(['READ']));
    const table = await program.ask('describe_table', { file });
    expect([table.number('caseQuantity'), table.text('variables.1.name'), table.text('variables.1.formatType')]).toEqual([
      3,
      'pounds',
      'NUMERIC',
    ]);
    const where = [{ column: 'pounds', operator: 'GE', values: ['20'] }];
    const rows = await program.ask('query_table', { file, where, orderBy: [{ column: 'pounds', descending: true }] });
    expect(rows.at('rows')).toMatchObject([{ cells: ['Marshall', 40, 'dog'] }, { cells: ['Panther', 21, 'cat'] }]);
    const sums = await program.ask('aggregate_table', {
      file,
      groupBy: ['species'],
      measures: [{ measure: 'SUM', column: 'pounds' }, { measure: 'COUNT' }],
    });
    expect(sums.at('groups')).toEqual([
      ['cat', 38, 2],
      ['dog', 40, 1],
    ]);
    const listed = await program.ask('list_files', { dataset: holder.persistentId });
    expect(listed.text('files.0.originalFileName')).toBe('pets.csv');
    expect((await program.ask('read_file', { file })).text('text')).toBe(PETS.header + PETS.tab);
    expect((await program.refused('query_table', { file: textFile })).text('code')).toBe('FILE_NOT_TABULAR');
  });
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

function post(
  headers: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
  body: unknown = INITIALIZE,
): Promise<Response> {
  return fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('over HTTP', () => {
  test('pages of other origins are refused, also where a name of their own points here; listed ones may ask', async () => {
    expect((await post({})).status).toBe(200);
    expect((await post({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ Origin: server.url })).status).toBe(403);
    expect((await post({ Origin: 'http://127.0.0.1' })).status).toBe(200);
    const allowed = await post({ Origin: 'https://app.example.org' });
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example.org']);
    const preflight = await fetch(`${server.url}/mcp`, { method: 'OPTIONS', headers: { Origin: 'https://app.example.org' } });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version');
  });

  test('other methods, several messages, no JSON, and too much of it are refused with 4xx', async () => {
    const get = await fetch(`${server.url}/mcp`, { headers: { Accept: 'text/event-stream' } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await post({}, {}, [INITIALIZE, INITIALIZE])).status).toBe(400);
    expect((await post({}, {}, '{')).status).toBe(400);
    expect((await post({}, {}, `{"jsonrpc":"2.0","x":"${'x'.repeat(2_100_000)}"}`)).status).toBe(413);
    expect((await post({ 'Content-Type': 'text/html' })).status).toBe(415);
    expect((await post({ Accept: 'application/json' })).status).toBe(406);
  });

  test('a server whose operator has switched it off has nothing there', async () => {
    const without = await startTestServer({ MCP: 'off' });
    onTestFinished(() => without.stop());
    expect((await fetch(`${without.url}/mcp`, { method: 'POST' })).status).toBe(404);
  });
});
