import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { allCases } from './cases/all-cases.ts';
import { type ActorName, CONTRACT_ENVIRONMENT, type ContractWorld, createContractWorld } from './cases/contract-world.ts';
import { codeOverGraphql, hasTwoSurfaces, sendOverRest } from './codes-of-surfaces.ts';

/**
 * A request that succeeds for a superuser answers guests 401, and users who are none 403, whatever they hold on the object; the code is
 * the same over GraphQL. Source: decisions.md 23, 26, 47.
 */

/** Rows that the ledger restricts to superusers and the contract leaves open. */
const OPEN: Readonly<Record<string, string>> = {
  'datasets.storageDriver': 'the store of a dataset is public; only superusers set it (datasets.md 11.2)',
};

/** Who is no superuser, with the status they get. */
const REFUSED: readonly (readonly [ActorName, number])[] = [
  ['guest', 401],
  ['stranger', 403],
  ['curator', 403],
  ['owner', 403],
];

const rows = routeTable.filter(({ id, auth }) => (auth === 'superuser' || auth === 'admin') && !(id in OPEN));

let server: TestServer;
let world: ContractWorld;
beforeAll(async () => {
  server = await startTestServer(CONTRACT_ENVIRONMENT);
  world = await createContractWorld(server);
});
afterAll(() => server.stop());

test.each(rows.map((route) => [route.id, route] as const))('%s is for superusers', async (id, route) => {
  const success = allCases.find(({ row, status }) => row === id && status < 400);
  if (success === undefined) throw new Error(`No case of ${id} succeeds.`);
  const request = await success.given(world);
  const answers: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const [actor, status] of REFUSED) {
    const caller = world.callers[actor];
    const answer = await sendOverRest(route, request, caller);
    const overGraphql = hasTwoSurfaces(route) ? await codeOverGraphql(route, request, caller) : answer.errorCode;
    answers[actor] = { status: answer.status, code: answer.errorCode, overGraphql };
    const code: unknown = expect.stringMatching(
      status === 401 ? /^AUTHENTICATION_REQUIRED$/ : /^(?:SUPERUSER_REQUIRED|ADMIN_API_REFUSED)$/,
    );
    wanted[actor] = { status, code, overGraphql: answer.errorCode };
  }
  await success.restore?.(world);
  expect(answers).toEqual(wanted);
});

test.each(Object.keys(OPEN))('%s is open to all callers', async (id) => {
  const route = routeTable.find((one) => one.id === id);
  if (route === undefined) throw new Error(`There is no row ${id}.`);
  const answer = await sendOverRest(route, { path: [world.draft.id] }, world.callers.guest);
  expect(answer.status).toBe(200);
});
