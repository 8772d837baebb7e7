import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasEffect } from '../../src/rest-compat/row-effect.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { graphqlClient } from '../support/graphql-client.ts';
import { restClient } from '../support/rest-client.ts';
import type { Caller } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { allCases } from './cases/all-cases.ts';
import type { CaseRequest } from './cases/contract-case.ts';
import { CONTRACT_ENVIRONMENT, type ContractWorld, createContractWorld } from './cases/contract-world.ts';
import { codeOverGraphql, hasTwoSurfaces, sendOverRest } from './codes-of-surfaces.ts';

/** A request that succeeds with the token of an account is refused with one that only reads, over both APIs. Source: users-admin.md 7.3. */

/** Rows that have no case to show it with, with the reason. */
const WITHOUT_CASE: Readonly<Record<string, string>> = {
  'collections.createRoot': 'there is a root collection from the start',
  'users.token.recreate': 'its cases bring tokens of their own',
  'users.token.delete': 'its cases bring tokens of their own',
  'users.logout': 'a token has no session to end',
  'uploads.parts.put': 'its cases go by signed addresses',
  'datasets.cleanStorage': 'where there is nothing to move, it only reads',
  'access.datafile.respond': 'a response is a part of a download, which only reads',
  'access.datafile.bundle.respond': 'a response is a part of a download, which only reads',
  'access.datafiles.respond': 'a response is a part of a download, which only reads',
  'access.dataset.respond': 'a response is a part of a download, which only reads',
  'access.dataset.version.respond': 'a response is a part of a download, which only reads',
  'datasets.replaceFiles': 'it succeeds as a whole, and refuses file by file',
};

const rows = routeTable.filter(
  (route) => route.credentials !== 'ignored' && route.auth !== 'key' && hasEffect(route) && !(route.id in WITHOUT_CASE),
);

let server: TestServer;
let world: ContractWorld;
beforeAll(async () => {
  server = await startTestServer(CONTRACT_ENVIRONMENT);
  world = await createContractWorld(server);
});
afterAll(() => server.stop());

const CREATE = 'mutation { createToken(input: { name: "reader", scopes: [READ] }) { secret } }';
const readers = new Map<string, Caller>();

/** The same account with a token that only reads. */
async function readerOf({ identifier, graphql }: Caller): Promise<Caller> {
  const known = readers.get(identifier);
  if (known !== undefined) return known;
  const token = (await graphql.send(CREATE)).text('data.createToken.secret');
  const reader = { identifier, rest: restClient(server.url, token), graphql: graphqlClient(server.url, token) };
  readers.set(identifier, reader);
  return reader;
}

/** A case that is refused leaves its preparations behind. */
async function clearPreparations(): Promise<void> {
  const { rest } = world.callers.superuser;
  for (const trigger of ['PrePublishDataset', 'PostPublishDataset']) await rest.delete(`/api/admin/workflows/default/${trigger}`);
  await server.application.connection.sql`delete from dataset_lock`;
}

/** A trial only reads. */
function inEarnest(request: CaseRequest): CaseRequest {
  const query = Object.entries(request.query ?? {}).map(([name, value]) => [name, /^dryrun$/i.test(name) ? 'false' : value]);
  return { ...request, ...(request.query && { query: Object.fromEntries(query) as Record<string, string> }) };
}

test.each(rows.map((route) => [route.id, route] as const))('%s needs a scope', async (id, route) => {
  const success = allCases.find(({ row, status, as = 'guest' }) => row === id && status < 400 && as !== 'guest');
  if (success?.as === undefined) throw new Error(`No case of ${id} succeeds with an account.`);
  await clearPreparations();
  const request = inEarnest(await success.given(world));
  const reader = await readerOf(world.callers[success.as]);
  const answer = await sendOverRest(route, request, reader);
  const overGraphql = hasTwoSurfaces(route) ? await codeOverGraphql(route, request, reader) : answer.errorCode;
  await success.restore?.(world);
  expect({ status: answer.status, code: answer.errorCode, overGraphql }).toEqual({
    status: 403,
    code: 'TOKEN_SCOPE_EXCEEDED',
    overGraphql: 'TOKEN_SCOPE_EXCEEDED',
  });
});
