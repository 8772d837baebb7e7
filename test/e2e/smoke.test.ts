import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a fresh installation knows its root collection and its superuser', async () => {
  const root = await (await fetch(`${server.url}/api/collections/:root`)).json();
  expect(root).toMatchObject({ status: 'OK', data: { alias: 'root', isReleased: true } });
  const me = await (await fetch(`${server.url}/api/users/:me`, { headers: { 'X-Service-key': SUPERUSER_TOKEN } })).json();
  expect(me).toMatchObject({ status: 'OK', data: { identifier: '@admin', superuser: true } });
});

test('slashes that stand together in a path count as one', async () => {
  for (const path of ['/api//info/version', '//api/info//version/', '/api/v1//info/version']) {
    const response = await fetch(server.url + path);
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'OK', data: { version: expect.any(String) } }]);
  }
});
