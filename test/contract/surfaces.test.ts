import { Kind } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { allCases } from './cases/all-cases.ts';
import type { CaseRequest } from './cases/contract-case.ts';
import { CONTRACT_ENVIRONMENT, type ContractWorld, createContractWorld } from './cases/contract-world.ts';
import { type Code, codeOverGraphql, codeOverRest, hasTwoSurfaces, type OperationRow } from './codes-of-surfaces.ts';

/**
 * For every caller, a row and the operation behind it give the same code: over REST, and sent to the GraphQL endpoint. Refusals of both for
 * all callers are compared with the cases.
 */
let server: TestServer;
let world: ContractWorld;
beforeAll(async () => {
  server = await startTestServer(CONTRACT_ENVIRONMENT);
  world = await createContractWorld(server);
});
afterAll(() => server.stop());

const ACTORS = ['guest', 'stranger', 'member', 'contributor', 'curator', 'owner', 'superuser'] as const;

/** What became of a request, by caller. */
type Codes = Record<string, Code>;

/** Rows that evaluate no credentials act as a guest for every caller, which the GraphQL endpoint cannot repeat. */
function callersOf(route: OperationRow): readonly (typeof ACTORS)[number][] {
  return route.credentials === 'ignored' ? ['guest'] : ACTORS;
}

/** Whether the operation is a query; a method says too little, since there is a GET that publishes. */
function reads({ operation }: OperationRow): boolean {
  return operation.definitions.every((definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === 'query');
}

// What is done to a token is done to that of the caller, who is needed afterwards: test/e2e/api-tokens.test.ts compares these.
const ABOUT_OWN_TOKEN = ['users.token.get', 'users.token.recreate', 'users.token.delete'];

// A row without a case that succeeds has nothing to compare.
const comparable = routeTable.filter(hasTwoSurfaces).filter(({ id }) => !ABOUT_OWN_TOKEN.includes(id));
const successes = comparable.flatMap((route) => {
  const success = allCases.find(({ row, status }) => row === route.id && status < 400);
  return success === undefined ? [] : [[route.id, route, success] as const];
});

test.each(successes)('%s gives each kind of caller the same code over both surfaces', async (_id, route, success) => {
  const rest: Codes = {};
  const graphql: Codes = {};
  let request: CaseRequest | undefined;
  for (const actor of callersOf(route)) {
    for (const [codes, codeOver] of [[rest, codeOverRest] as const, [graphql, codeOverGraphql] as const]) {
      request ??= await success.given(world);
      codes[actor] = await codeOver(route, request, world.callers[actor]);
      // A change affects the next caller, who gets a fresh request; reads and refusals change nothing.
      if (!reads(route) && codes[actor] === undefined) request = undefined;
    }
  }
  await success.restore?.(world);
  expect(graphql).toEqual(rest);
});
