import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bytes as fileBytes, enveloped } from '../../../src/rest-compat/answers.ts';
import type { Route } from '../../../src/rest-compat/route.ts';
import type { DownloadPlan } from '../../../src/rest-compat/sent-content.ts';
import { downloadRoute, route, uploadRoute } from '../../../src/rest-compat/route.ts';
import type { FileStorage, StagedFile } from '../../../src/storage/file-storage.ts';
import { type Execution, operation, type RestServer, startRestServer, type ServerChoices } from './rest-server.ts';

const common = { summary: 'A row for the test.', auth: 'token' } as const;
const bytes = Buffer.from('0123456789');
const location = { driver: 'local', authority: '10.5072', identifier: 'FK2/ABC', storageId: '' };

function planOf(storageId: string): DownloadPlan {
  return {
    fileName: 'été.txt',
    contentType: 'text/plain',
    sizeBytes: bytes.length,
    etag: 'abc',
    lastModified: new Date(0),
    headerLine: null,
    location: { ...location, storageId },
  };
}

const routes: readonly Route[] = [
  uploadRoute({
    ...common,
    id: 'upload',
    answer: enveloped(z.unknown()),
    method: 'POST',
    path: '/api/datasets/{id}/add',
    admit: {
      operation: operation('query Admit { x }'),
      variables: ({ path }) => ({ id: path.id }),
      limits: () => ({ maximumBytes: 1000, checksumAlgorithm: 'SHA-256' }),
    },
    operation: operation('mutation Add { x }'),
    variables: ({ path, body }) => ({ id: path.id, staged: body.file, jsonData: body.jsonData }),
    reply: () => ({ data: { added: true } }),
  }),
  downloadRoute({
    ...common,
    id: 'download',
    answer: fileBytes(),
    method: 'GET',
    path: '/api/access/datafile/{id}',
    cors: true,
    operation: operation('query Download { x }'),
    variables: ({ path }) => ({ id: path.id }),
    download: (data) => planOf(String(data)),
  }),
  route({
    ...common,
    id: 'alive',
    answer: enveloped(z.unknown()),
    method: 'GET',
    path: '/api/alive',
    operation: operation('query Alive { x }'),
    variables: () => ({}),
    reply: () => ({ data: true }),
  }),
];

const running: RestServer[] = [];
async function start(choices: ServerChoices = {}): Promise<RestServer> {
  const server = await startRestServer(routes, choices);
  running.push(server);
  return server;
}
afterAll(() => Promise.all(running.map((server) => server.stop())));

function form(parts: readonly (readonly [headers: string, body: string])[]): {
  method: string;
  headers: Record<string, string>;
  body: string;
} {
  const body = parts.map(([headers, content]) => `--b\r\n${headers}\r\n\r\n${content}\r\n`).join('');
  return { method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=b' }, body: `${body}--b--\r\n` };
}
const filePart = (content: string) =>
  ['Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain', content] as const;
const jsonPart = (content: string) => ['Content-Disposition: form-data; name="jsonData"', content] as const;

async function filesBelow(server: RestServer): Promise<string[]> {
  const entries = await readdir(server.storageRoot, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map((entry) => entry.name);
}

function stagedOf(execution: Execution): StagedFile {
  const { staged } = execution.variables as { staged: StagedFile };
  return staged;
}

describe('an upload', () => {
  test('is admitted, staged and handed to the operation', async () => {
    const storageId = '19a2b3c4d5e-0f1e2d3c4b5a';
    const server = await start({
      execute: async (execution, storage) => {
        if (execution.name === 'Add') await storage.keep(stagedOf(execution), { ...location, storageId });
        return { data: {} };
      },
    });
    const answer = await server.send('/api/datasets/7/add', form([filePart('0123456789'), jsonPart('{"restrict":true}')]));
    expect(answer.text).toBe('{"status":"OK","data":{"added":true}}');
    expect(server.executions.map(({ name }) => name)).toEqual(['Admit', 'Add']);
    expect(server.executions[1]?.variables).toMatchObject({
      id: '7',
      jsonData: { restrict: true },
      staged: { fileName: 'a.txt', sizeBytes: 10, checksum: { algorithm: 'SHA-256' } },
    });
    expect(await buffer(await server.storage.open({ ...location, storageId }))).toEqual(bytes);
  });

  test('that is not admitted is refused before anything is staged', async () => {
    const server = await start({ execute: async () => ({ errors: [{ message: 'No.', extensions: { code: 'PERMISSION_DENIED' } }] }) });
    const answer = await server.send('/api/datasets/7/add', form([filePart('x')]));
    expect([answer.status, answer.json()]).toMatchObject([401, { errorCode: 'PERMISSION_DENIED' }]);
    expect(server.executions.map(({ name }) => name)).toEqual(['Admit']);
    expect(await filesBelow(server)).toEqual([]);
  });

  test.each([
    ['the operation refuses', [filePart('x'), jsonPart('{}')], 400, 'DUPLICATE_FILE'],
    ['jsonData is malformed', [filePart('x'), jsonPart('{"a":')], 400, 'MALFORMED_JSON'],
    ['the file is too large', [filePart('x'.repeat(1001))], 413, 'FILE_TOO_LARGE'],
  ] as const)('leaves nothing behind when %s', async (_case, parts, status, code) => {
    const server = await start({
      execute: async ({ name }) =>
        name === 'Admit' ? { data: {} } : { errors: [{ message: 'No.', extensions: { code: 'DUPLICATE_FILE' } }] },
    });
    const answer = await server.send('/api/datasets/7/add', form(parts));
    expect([answer.status, answer.json()]).toMatchObject([status, { status: 'ERROR', errorCode: code }]);
    expect(await filesBelow(server)).toEqual([]);
  });

  test('may come without a file, and must be a form', async () => {
    const server = await start();
    await server.send('/api/datasets/7/add', form([jsonPart('{"a":1}')]));
    expect(server.executions.at(-1)?.variables).toEqual({ id: '7', staged: null, jsonData: { a: 1 } });
    expect(
      (await server.send('/api/datasets/7/add', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })).status,
    ).toBe(415);
  });
});

describe('a download', () => {
  const storageId = '19a2b3c4d5e-0f1e2d3c4b5b';
  async function holding(choices: ServerChoices = {}): Promise<RestServer> {
    const server = await start({ execute: async () => ({ data: storageId }), ...choices });
    const staged = await stage(server.storage);
    await server.storage.keep(staged, { ...location, storageId });
    return server;
  }
  function stage(storage: FileStorage): Promise<StagedFile> {
    return storage.stage(Readable.from([bytes]), {
      fileName: 'a',
      suppliedContentType: null,
      checksumAlgorithm: 'MD5',
      maximumBytes: null,
    });
  }

  test('gives the bytes with the headers of the row', async () => {
    const answer = await (await holding()).send('/api/access/datafile/5');
    expect([answer.status, answer.text]).toEqual([200, '0123456789']);
    expect(answer.headers).toMatchObject({
      'content-length': '10',
      etag: '"abc"',
      'access-control-allow-origin': '*',
      'cache-control': 'private, no-cache',
    });
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%C3%A9t%C3%A9.txt");
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  test('gives a range, the head alone, or nothing new', async () => {
    const server = await holding();
    const range = await server.send('/api/access/datafile/5', { headers: { Range: 'bytes=2-4' } });
    expect([range.status, range.text, range.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    const head = await server.send('/api/access/datafile/5', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10']);
    expect((await server.send('/api/access/datafile/5', { headers: { 'If-None-Match': '"abc"' } })).status).toBe(304);
  });

  test('of a range outside the file is refused in the envelope, with the size', async () => {
    const answer = await (await holding()).send('/api/access/datafile/5', { headers: { Range: 'bytes=20-' } });
    expect([answer.status, answer.headers['content-range'], answer.json()]).toMatchObject([
      416,
      'bytes */10',
      { errorCode: 'RANGE_NOT_SATISFIABLE' },
    ]);
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
  });

  test('of bytes that are gone is refused in the envelope', async () => {
    const server = await holding({ execute: async () => ({ data: '19a2b3c4d5e-000000000000' }) });
    const answer = await server.send('/api/access/datafile/5');
    expect([answer.status, answer.json()]).toMatchObject([404, { status: 'ERROR', errorCode: 'FILE_BYTES_MISSING' }]);
  });
});

test('a client that leaves in the middle of an upload does no harm', async () => {
  const server = await start();
  const { port } = new URL(server.origin);
  const socket = connect(Number(port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    'POST /api/datasets/7/add HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 500\r\n\r\n--b\r\nContent-Dis',
  );
  await expect.poll(() => server.executions.length).toBe(1);
  socket.destroy();
  await closed;
  expect((await server.send('/api/alive')).status).toBe(200);
  await expect.poll(() => filesBelow(server)).toEqual([]);
});
