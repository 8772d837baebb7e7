import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readZip } from '../support/read-zip.ts';
import { addFile, createCollection, createDataset, type SeededDataset, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let dataset: SeededDataset;
let file: number;
beforeAll(async () => {
  server = await startTestServer({ X_ACCEL_PREFIX: '/stored-files' });
  const admin = superuser(server);
  dataset = await createDataset(admin, await createCollection(admin));
  file = await addFile(admin, dataset, { name: 'größe 1.txt', bytes: 'bytes on the disk', type: 'text/plain' });
});
afterAll(() => server.stop());

/** What a web server in front would send. */
function redirected(header: string | null): string {
  expect(header).toMatch(/^\/stored-files\//);
  return decodeURIComponent((header ?? '').slice('/stored-files'.length));
}

test.each(['GET', 'HEAD'])('%s of a file names where it lies, and says what it is', async (method) => {
  const answer = await superuser(server).rest.send(`/api/access/datafile/${file}`, {
    method,
    headers: { Range: 'bytes=0-3', 'If-None-Match': '*' },
  });
  // Ranges and conditions are the web server's, which has the file before it.
  expect([answer.status, answer.bytes.length, answer.headers.get('content-length')]).toEqual([200, 0, '0']);
  expect(await readFile(redirected(answer.headers.get('x-accel-redirect')), 'utf8')).toBe('bytes on the disk');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="gr%C3%B6%C3%9Fe%201.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%201.txt`,
  );
  expect(answer.headers.get('content-type')).toBe('text/plain; name="gr%C3%B6%C3%9Fe%201.txt"');
  expect([answer.headers.get('etag'), answer.headers.get('content-range')]).toEqual([null, null]);
});

test('an archive is still sent by the server itself', async () => {
  const answer = await superuser(server).rest.get(`/api/access/dataset/${dataset.id}`);
  expect(answer.headers.get('x-accel-redirect')).toBeNull();
  expect((await readZip(answer.bytes)).map(({ path }) => path)).toEqual(['größe 1.txt', 'MANIFEST.TXT']);
});

test('a refusal is the server’s own, and names no place', async () => {
  const guest = await fetch(`${server.url}/api/access/datafile/${file}`);
  expect([guest.status, guest.headers.get('x-accel-redirect')]).toEqual([401, null]);
});

test('a file whose bytes are gone is refused in JSON', async () => {
  const admin = superuser(server);
  const lost = await addFile(admin, dataset, { name: 'lost.txt', bytes: 'soon gone' });
  const path = redirected((await admin.rest.get(`/api/access/datafile/${lost}`)).headers.get('x-accel-redirect'));
  await rm(path);
  const answer = await admin.rest.get(`/api/access/datafile/${lost}`);
  expect([answer.status, answer.errorCode, answer.headers.get('x-accel-redirect')]).toEqual([404, 'FILE_BYTES_MISSING', null]);
});
