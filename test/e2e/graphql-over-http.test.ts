// The audits of the specification "GraphQL over HTTP", which is what the audit package of its authors sends to a server.
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The addresses are asked for when a case runs: the server starts after the cases are named. */
const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: fetch });

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (_id, _name, audit) => {
  const result = await audit.fn();
  expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
});

test('there are as many as the specification has', () => {
  expect(audits).toHaveLength(61);
});
