import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../src/rest-compat/route.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { type RestAnswer, restClient } from '../support/rest-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { CONTRACT_ENVIRONMENT } from './cases/contract-world.ts';

/** What a token that is not valid does, row by row. Source: users-admin.md 3.1, 3.7; collections.md 1.4. */

/** Rows that look at no credentials, by the beginnings of their paths. */
const IGNORING = [
  /^(?:POST|GET) \/api\/builtin-users(?:\/|$)/,
  /^GET \/api\/info\//,
  /^GET \/api\/metadatablocks(?:\/|$)/,
  /^POST \/api\/workflows\/\{/,
  /^GET \/api\/licenses(?:\/|$)/,
  /^GET \/api\/externalTools(?:\/|$)/,
  /^POST \/api\/users\/register$/,
  /^POST \/api\/device\//,
  /^GET \/api\/datasets\/\{id\}\/locks$/,
  /^GET \/api\/datasets\/\{id\}\/makeDataCount\//,
  /^GET \/api\/datasets\/(?:private|preview)UrlDatasetVersion\//,
  /^GET \/api\/datasetfields\//,
  /^GET \/api\/files\/fixityAlgorithm$/,
  /^GET \/api\/search\/services$/,
  /^GET \/api\/mail\/notifications$/,
];

/** Rows of the administration that ask who calls; of all others a token only opens the gate. */
const ASKING = [
  /^GET \/api\/admin\/list-users$/,
  /^GET \/api\/admin\/authenticatedUsers$/,
  /^GET \/api\/admin\/permissions\//,
  /^GET \/api\/admin\/rateLimitStats$/,
  /^GET \/api\/admin\/datafiles\/auditFiles$/,
  /^PUT \/api\/admin\/authenticatedUsers\/id\/\{id\}\/convertRemoteToBuiltIn$/,
  /^POST \/api\/admin\/requestSignedUrl$/,
  /^DELETE \/api\/admin\/roles\//,
  /^POST \/api\/admin\/(?:validate|compute)DataFileHashValue\//,
  /^POST \/api\/admin\/updateHashValues\//,
  /^GET \/api\/admin\/collection\/\{alias\}\/addRoleAssignmentsToChildren$/,
  /^\w+ \/api\/admin\/\{id\}\/registerDataFile$/,
  /^\w+ \/api\/admin\/collection\/(?:\{alias\}\/)?(?:storageDriver|curationLabelSet)s?$/,
];

const named = (route: Route) => `${route.method} ${route.path}`;
const fits = (patterns: readonly RegExp[]) => (route: Route) => patterns.some((pattern) => pattern.test(named(route)));
const isAdmin = ({ path }: Route) => path.startsWith('/api/admin/');

let byDefault: TestServer;
let open: TestServer;
beforeAll(async () => {
  [byDefault, open] = await Promise.all([
    startTestServer(CONTRACT_ENVIRONMENT),
    startTestServer({ ...CONTRACT_ENVIRONMENT, ADMIN_API: 'open' }),
  ]);
});
afterAll(() => Promise.all([byDefault.stop(), open.stop()]));

function askWith(token: string, server: TestServer, { method, path }: Route): Promise<RestAnswer> {
  return restClient(server.url, token).send(path.replace(/\{\w+\}/g, '1'), { method });
}

const rowsOf = (rows: readonly Route[]) => rows.map((route) => [route.id, route] as const);

describe('a row that looks at no credentials', () => {
  test.each(rowsOf(routeTable.filter(fits(IGNORING))))('%s takes a bad token for none', async (_id, route) => {
    const [bad, none] = await Promise.all([
      askWith('nonsense', byDefault, route),
      restClient(byDefault.url).send(route.path.replace(/\{\w+\}/g, '1'), { method: route.method }),
    ]);
    expect([bad.status, bad.errorCode]).toEqual([none.status, none.errorCode]);
    expect(bad.errorCode).not.toBe('INVALID_API_TOKEN');
  });

  test('is one of those of the contract', () => {
    expect(routeTable.filter(({ credentials }) => credentials === 'ignored').map(named)).toEqual(
      routeTable.filter(fits(IGNORING)).map(named),
    );
  });
});

describe('any other row', () => {
  test.each(rowsOf(routeTable.filter((route) => !fits(IGNORING)(route))))('%s refuses a bad token', async (_id, route) => {
    for (const token of ['nonsense', '', 'null']) {
      const answer = await askWith(token, byDefault, route);
      expect([answer.status, answer.errorCode, answer.at('status')]).toEqual([401, 'INVALID_API_TOKEN', 'ERROR']);
    }
  });
});

describe('behind a gate that is open', () => {
  const admin = routeTable.filter(isAdmin);
  test.each(rowsOf(admin.filter((route) => !fits(ASKING)(route))))('%s takes a bad token for none', async (_id, route) => {
    const answer = await askWith('nonsense', open, route);
    expect(answer.errorCode).not.toBe('INVALID_API_TOKEN');
    expect([401, 403]).not.toContain(answer.status);
  });

  test.each(rowsOf(admin.filter(fits(ASKING))))('%s asks who calls', async (_id, route) => {
    expect((await askWith('nonsense', open, route)).errorCode).toBe('INVALID_API_TOKEN');
  });

  test('the rows that ask who calls are those of the contract', () => {
    const asks = ({ credentials, auth }: Route) => auth === 'superuser' || credentials === 'evaluated';
    expect(admin.filter(asks).map(named)).toEqual(admin.filter(fits(ASKING)).map(named));
  });
});
