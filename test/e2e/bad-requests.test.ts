import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows, expectRefused } from '../support/expect-refused.ts';
import { readJson } from '../support/json-reader.ts';
import type { RestRequest } from '../support/rest-client.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededDataset,
  superuser,
  uniqueName,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Paths, queries, headers and uploads: a refusal that says what is wrong, never a fault of the server, and nothing written. */
let server: TestServer;
let admin: Caller;
let draft: SeededDataset;
let released: SeededDataset;
let file: number;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const collection = await createCollection(admin);
  draft = await createDataset(admin, collection);
  released = await createDataset(admin, collection);
  file = await addFile(admin, released, { name: 'plain.txt' });
  await publishDataset(admin, released);
});
afterAll(() => server.stop());

const longText = 'x'.repeat(3_000_000);

describe('paths and queries', () => {
  const ids = [
    '0',
    '2147483648',
    '99999999999999999999999',
    '-1',
    '1.0',
    '1e3',
    '0x10',
    '%00',
    '%FF',
    '%',
    '%zz',
    '..%2f..%2fetc',
    '%F0%9F%8C%8D',
    '__proto__',
    'constructor',
    "1'%20or%20'1'='1",
    '%ED%A0%80',
    ':persistentId',
    ':root:root',
    '%20',
    '9'.repeat(5000),
  ];
  const paths: readonly (readonly [string, string])[] = [
    ['GET', '/api/collections/{}'],
    ['GET', '/api/collections/{}/contents'],
    ['DELETE', '/api/collections/{}'],
    ['POST', '/api/collections/{}/actions/:publish'],
    ['DELETE', '/api/collections/:root/assignments/{}'],
    ['GET', '/api/datasets/{}'],
    ['GET', '/api/datasets/{}/versions'],
    ['GET', '/api/datasets/{}/locks'],
    ['DELETE', '/api/datasets/{}'],
    ['POST', '/api/datasets/{}/actions/:publish?type=major'],
    ['GET', '/api/access/datafile/{}'],
    ['GET', '/api/files/{}/metadata'],
    ['GET', '/api/metadatablocks/{}'],
    ['PUT', '/api/admin/settings/{}'],
  ];
  test.each(paths)('%s %s refuses every odd id', async (method, path) => {
    const before = await countRows(server);
    for (const id of ids) {
      const answer = await admin.rest.send(path.replace('{}', id), { method });
      expect({ id, refused: answer.status >= 400 && answer.status < 500, status: answer.status, says: answer.at('status') }).toMatchObject({
        id,
        refused: true,
        says: 'ERROR',
      });
    }
    expect(await countRows(server)).toEqual(before);
  });

  test.each([
    '0.0',
    '1.0.0',
    '-1.0',
    '1.',
    '.1',
    '01e5.0',
    '9999999999.0',
    '2147483648',
    ':DRAFT',
    ':latest%00',
    '%F0%9F%8C%8D',
    'constructor',
    '1,0',
  ])('the version %s is refused', async (version) => {
    for (const tail of ['', '/files', '/metadata', '/metadata/citation']) {
      await expectRefused(server, () => admin.rest.get(`/api/datasets/${released.id}/versions/${version}${tail}`));
    }
  });

  test.each([
    'limit=-1',
    'limit=1e9',
    'limit=2147483648',
    'limit=',
    'limit=%00',
    'offset=-5',
    'offset=99999999999',
    'offset=x',
    'orderCriteria=',
    'orderCriteria=__proto__',
    'accessStatus=constructor',
    'searchText=%00',
    'contentType=a%00b',
    'categoryName=%00',
  ])('files?%s is refused and the parameter named', async (query) => {
    await expectRefused(
      server,
      () => admin.rest.get(`/api/datasets/${released.id}/versions/1.0/files?${query}`),
      new RegExp(query.split('=')[0] ?? ''),
    );
  });

  test.each([
    '',
    '%00',
    'doi:',
    'doi:10.5072',
    'doi:10.5072/',
    'http://',
    'javascript:alert(1)',
    'a'.repeat(5000),
    '%ff',
    '__proto__',
    'doi:10.5072/FK2/%00',
  ])('the persistent identifier "%s" is refused', async (persistentId) => {
    await expectRefused(server, () => admin.rest.get(`/api/datasets/:persistentId?persistentId=${persistentId}`));
    await expectRefused(server, () => admin.rest.get(`/api/files/:persistentId/metadata?persistentId=${persistentId}`));
  });

  test('a version, an offset and a filter beyond everything give an empty answer, not a fault', async () => {
    const answer = await admin.rest.get(
      `/api/datasets/${released.id}/versions/1.0/files?offset=999999999&limit=0&searchText=${encodeURIComponent('%_\\\'"')}`,
    );
    expect({ status: answer.status, data: answer.at('data') }).toEqual({ status: 200, data: [] });
  });

  test.each([
    ['Range', 'bytes=99999999999999999999-'],
    ['Range', 'bytes=-0'],
    ['Range', 'bytes=a-b'],
    ['Range', 'bytes=-'],
  ])('%s: %s is answered 416', async (name, value) => {
    const answer = await admin.rest.get(`/api/access/datafile/${file}`, { [name]: value });
    expect(answer.status).toBe(416);
  });

  test('odd conditions of a download are no faults', async () => {
    for (const headers of [
      { 'If-None-Match': '"' },
      { 'If-None-Match': 'x'.repeat(5000) },
      { 'If-Modified-Since': 'yesterday' },
      { 'If-Range': '"' },
      { Range: 'lines=1-2' },
    ]) {
      expect((await admin.rest.get(`/api/access/datafile/${file}`, headers)).status).toBe(200);
    }
  });
});

describe('uploads', () => {
  const target = (): string => `/api/datasets/${draft.id}/add`;
  const multipart = (head: string, body = 'content', type = 'multipart/form-data; boundary=b'): RestRequest => ({
    method: 'POST',
    raw: `--b\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`,
    headers: { 'Content-Type': type },
  });
  const fileHead = 'Content-Disposition: form-data; name="file"; filename="x.txt"';

  test.each([
    ['no boundary', multipart(fileHead, 'c', 'multipart/form-data')],
    ['another boundary', multipart(fileHead, 'c', 'multipart/form-data; boundary=other')],
    [
      'no end',
      { method: 'POST', raw: `--b\r\n${fileHead}\r\n\r\ncontent`, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } },
    ],
    ['no body', { method: 'POST', raw: '', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }],
    ['no file name', multipart('Content-Disposition: form-data; name="file"')],
    ['an empty file name', multipart('Content-Disposition: form-data; name="file"; filename=""')],
    ['a part without a name', multipart('Content-Disposition: form-data; filename="x.txt"')],
    ['a part without headers', multipart('')],
    ['a header without an end', multipart(`X-Long: ${'a'.repeat(200_000)}`)],
    ['jsonData that is a list', multipart('Content-Disposition: form-data; name="jsonData"', `[]\r\n--b\r\n${fileHead}\r\n\r\nlist`)],
    [
      'jsonData with a prototype alone and a wrong type',
      multipart(
        'Content-Disposition: form-data; name="jsonData"',
        `{"__proto__":{"label":"x"},"label":5}\r\n--b\r\n${fileHead}\r\n\r\nproto`,
      ),
    ],
    [
      'jsonData that is too deep',
      multipart('Content-Disposition: form-data; name="jsonData"', `${'['.repeat(9000)}\r\n--b\r\n${fileHead}\r\n\r\ndeep`),
    ],
    [
      'jsonData that is too long',
      multipart('Content-Disposition: form-data; name="jsonData"', `{"description":"${longText}"}\r\n--b\r\n${fileHead}\r\n\r\nlong`),
    ],
    [
      'jsonData with NUL',
      multipart('Content-Disposition: form-data; name="jsonData"', `{"description":"\\u0000"}\r\n--b\r\n${fileHead}\r\n\r\nnul`),
    ],
    ['a plain body', { method: 'POST', raw: 'x', headers: { 'Content-Type': 'application/octet-stream' } }],
  ] as const)('with %s is refused', async (_what, request) => {
    await expectRefused(server, () => admin.rest.send(target(), request));
  });

  test('with two files take the first', async () => {
    const other = fileHead.replace('x.txt', 'y.txt');
    const answer = await admin.rest.send(target(), multipart(fileHead, `the first\r\n--b\r\n${other}\r\n\r\nanother`));
    expect(answer.record('data.files.0')).toMatchObject({ label: 'x.txt', dataFile: { filesize: 'the first'.length } });
    expect(answer.list('data.files')).toHaveLength(1);
  });

  test.each([
    ['a path', '../../etc/passwd', 'passwd'],
    ['a path of another system', 'C:\\\\temp\\\\report.txt', 'report.txt'],
    ['header injection', 'a%0D%0ASet-Cookie: x=1.txt', undefined],
    ['quotes', 'a%22b.txt', undefined],
  ] as const)('a file name with %s never reaches a header or a folder', async (_what, name, label) => {
    const answer = await admin.rest.send(
      target(),
      multipart(`Content-Disposition: form-data; name="file"; filename="${name}"`, uniqueName('bytes')),
    );
    expect(answer.status).toBeLessThan(500);
    expect(answer.at('data.files.0.directoryLabel')).toBeUndefined();
    expect(label === undefined ? label : answer.at('data.files.0.label')).toBe(label);
    const id = answer.at('data.files.0.dataFile.id');
    const download = await admin.rest.get(`/api/access/datafile/${typeof id === 'number' ? id : file}`);
    expect(download.status).toBe(200);
    expect(download.headers.get('set-cookie')).toBeNull();
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"\r\n/\\]+"/);
  });
});

test('the server still answers, also to what is hardly HTTP', async () => {
  const raw = (path: string, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      httpRequest(`${server.url}${path}`, { headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      })
        .once('error', reject)
        .end();
    });
  for (const headers of [
    { 'X-Request-Id': 'a'.repeat(4000) },
    { 'X-Forwarded-For': '"<script>' },
    { Host: 'evil"><' },
    { Origin: 'null' },
    { Accept: '*/*;q=x' },
  ]) {
    expect(await raw('/api/info/version', headers)).toBeLessThan(500);
  }
  const answer = await admin.rest.get(`/api/datasets/${released.id}`);
  expect(readJson(answer.at('data')).number('id')).toBe(released.id);
});
