import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What a page of another origin may do with each way to set `CORS_ORIGINS`, as its browser asks. Source: decisions.md 27. */
const APP = 'https://app.example.org';
const OTHER = 'https://other.example.org';

interface Asked {
  readonly method?: string;
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function ask(server: TestServer, path: string, { method = 'GET', origin = APP, headers = {}, body }: Asked = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { Origin: origin, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  return { status: response.status, allowed: response.headers.get('access-control-allow-origin'), headers: response.headers };
}

const preflight = (wanted: string, origin = APP): Asked => ({
  method: 'OPTIONS',
  origin,
  headers: { 'Access-Control-Request-Method': wanted, 'Access-Control-Request-Headers': 'content-type,x-service-key' },
});
const operation: Asked = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{"query":"{ serverInfo { version } }"}',
};

/** What each request finds in `Access-Control-Allow-Origin`, for the page of the app and for another. */
const requests: readonly (readonly [what: string, path: string, asked: Asked])[] = [
  ['a row that the contract opens', '/api/info/version', {}],
  ['its preflight', '/api/info/version', preflight('GET')],
  ['a refusal of such a row', '/api/collections/nowhere', {}],
  ['a row that the contract does not open', '/api/info/server', {}],
  ['a refusal of such a row', '/api/users/:me', { headers: { 'X-Service-key': 'nonsense' } }],
  ['its preflight', '/api/collections/root', preflight('POST')],
  ['a path that does not exist', '/api/nowhere', {}],
  ['an operation of GraphQL', '/graphql', operation],
  ['a refused operation of GraphQL', '/graphql', { ...operation, headers: { ...operation.headers, 'X-Service-key': 'nonsense' } }],
  ['an unreadable operation of GraphQL', '/graphql', { ...operation, body: '{' }],
  ['the preflight of GraphQL', '/graphql', preflight('POST')],
];

const marked = [true, true, true];
const openings: readonly (readonly [setting: string, app: readonly (string | null)[], other: readonly (string | null)[]])[] = [
  ['', requests.map((_request, at) => (marked[at] ? '*' : null)), requests.map((_request, at) => (marked[at] ? '*' : null))],
  ['*', requests.map(() => '*'), requests.map(() => '*')],
  [`${APP}, http://localhost:3000`, requests.map(() => APP), requests.map(() => null)],
  ['none', requests.map(() => null), requests.map(() => null)],
];

describe.each(openings)('CORS_ORIGINS=%s', (setting, app, other) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ CORS_ORIGINS: setting });
  });
  afterAll(() => server.stop());

  test.each(requests.map(([what, path, asked], at) => [what, path, asked, at] as const))('%s', async (_what, path, asked, at) => {
    const fromApp = await ask(server, path, asked);
    const fromOther = await ask(server, path, { ...asked, origin: OTHER });
    expect([fromApp.allowed, fromOther.allowed]).toEqual([app[at], other[at]]);
    expect(fromOther.status).toBe(fromApp.status);
    // A list makes the answer depend on the origin, which caches have to know.
    expect([fromApp, fromOther].map(({ headers }) => headers.get('vary')?.includes('Origin') ?? false)).toEqual(
      setting.includes('://') ? [true, true] : [false, false],
    );
    expect(fromApp.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('a preflight names what may be sent, where anything may', async () => {
    const rest = await ask(server, '/api/info/version', preflight('GET'));
    const graphql = await ask(server, '/graphql', preflight('POST'));
    expect([rest.status, graphql.status]).toEqual([200, 200]);
    expect(rest.headers.get('access-control-allow-headers')).toBe(
      setting === 'none' ? null : 'Accept, Content-Type, X-Service-key, Range, If-Match, Content-MD5, X-Amz-Tagging, X-Dataverse-key',
    );
    expect(rest.headers.get('access-control-allow-methods')).toBe(setting === 'none' ? null : 'GET, POST, OPTIONS, PUT, DELETE');
    const isGraphqlOpen = setting !== 'none' && setting !== '';
    expect(graphql.headers.get('access-control-allow-headers')?.includes('X-Service-key') ?? false).toBe(isGraphqlOpen);
  });
});
