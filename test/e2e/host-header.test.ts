import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const get = (path: string, headers: readonly string[], version = '1.1'): Promise<string> =>
  sendRaw(server.url, [`GET ${path} HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'));

describe.each(['/api/info/version', '/graphql?query={serverInfo{version}}', '/', '/healthz'])('%s', (path) => {
  test.each([
    ['two different headers', ['Host: a.example', 'Host: b.example']],
    ['two of the same', ['Host: a.example', 'host: a.example']],
    ['none', []],
    ['an empty one', ['Host:']],
    ['two hosts in one', ['Host: a.example, b.example']],
    ['an address with a path', ['Host: a.example/x']],
    ['an address with an account', ['Host: me@a.example']],
    ['a port that is none', ['Host: a.example:http']],
  ])('with %s as Host is refused', async (_what, headers) => {
    const [head = '', body = ''] = (await get(path, headers)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^connection: close$/im);
    const refusal: unknown = JSON.parse(body);
    const problems = [{ pointer: '/header/Host' }];
    const ofSurface = path.startsWith('/graphql')
      ? { errors: [{ extensions: { code: 'BAD_USER_INPUT', problems } }] }
      : { status: 'ERROR', errorCode: 'BAD_USER_INPUT', errors: problems };
    expect(refusal).toMatchObject(ofSurface);
  });
});

test.each([['Host: archive.example.org'], ['Host: archive.example.org:8080'], ['Host: [::1]:8080'], ['Host: 127.0.0.1']])(
  '%s is a host',
  async (header) => {
    expect(await get('/api/info/version', [header])).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test('HTTP/1.0 needs no Host', async () => {
  expect(await get('/api/info/version', [], '1.0')).toMatch(/^HTTP\/1\.1 200 /);
});
