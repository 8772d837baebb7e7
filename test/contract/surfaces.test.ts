import { print } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DomainError } from '../../src/errors/domain-error.ts';
import { parseQuery } from '../../src/rest-compat/query-string.ts';
import type { Route } from '../../src/rest-compat/route.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { checkBySchema } from '../../src/rest-compat/schema-problems.ts';
import type { Caller } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { allCases } from './cases/all-cases.ts';
import type { CaseRequest, ContractCase } from './cases/contract-case.ts';
import { type ContractWorld, createContractWorld } from './cases/contract-world.ts';

/** Whoever asks, a row and the operation behind it give the same code: over REST, and sent to the GraphQL endpoint. */
type OperationRow = Extract<Route, { readonly kind: 'operation' }>;

/** Rows that answer with complete lists, which the GraphQL endpoint gives in pages alone. */
const BEYOND_COST_LIMIT: readonly string[] = ['datasets.versions.list'];

// Bytes reach GraphQL in a form of their own.
const rows = routeTable.filter(
  (route): route is OperationRow => route.kind === 'operation' && !BEYOND_COST_LIMIT.includes(route.id) && route.body?.kind !== 'bytes',
);

let server: TestServer;
let world: ContractWorld;
beforeAll(async () => {
  server = await startTestServer();
  world = await createContractWorld(server);
});
afterAll(() => server.stop());

interface PathAndTarget {
  readonly path: Readonly<Record<string, string>>;
  readonly target: string;
}

function pathOf(route: OperationRow, request: CaseRequest): PathAndTarget {
  const values = [...(request.path ?? [])];
  const path: Record<string, string> = {};
  const target = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(values.shift());
    path[name] = decodeURIComponent(value);
    return value;
  });
  return { path, target };
}

/** Code of a refusal; undefined where it succeeds. */
type Code = string | undefined;

function codeOf(work: () => unknown): Code {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

async function overRest(route: OperationRow, request: CaseRequest, caller: Caller): Promise<Code> {
  const query = new URLSearchParams(request.query).toString();
  const { target } = pathOf(route, request);
  const answer = await caller.rest.send(query === '' ? target : `${target}?${query}`, { ...request, method: route.method });
  return answer.status < 400 ? undefined : String(answer.errorCode);
}

/** Sends what the row makes of the request to the GraphQL endpoint; `not comparable` where the row itself refuses the request. */
async function overGraphql(route: OperationRow, request: CaseRequest, caller: Caller): Promise<Code> {
  const { path } = pathOf(route, request);
  let input: Parameters<OperationRow['variables']>[0] = { path, query: undefined, body: undefined };
  let variables: Record<string, unknown> = {};
  const refusal = codeOf(() => {
    const query = parseQuery(new URLSearchParams(request.query).toString());
    const text = typeof request.raw === 'string' ? request.raw : undefined;
    const readsJson =
      route.body?.kind === 'json' ||
      (route.body?.kind === 'typed' && Object.values(route.body.contentTypes).every((kind) => kind === 'json'));
    const raw: unknown = text === undefined ? request.json : readsJson ? JSON.parse(text) : text;
    input = {
      path,
      query: route.query === undefined ? undefined : checkBySchema(route.query, query, 'The query', '/query'),
      body: route.body === undefined ? undefined : checkBySchema(route.body.schema, raw, 'The body', ''),
    };
    variables = route.variables(input);
  });
  if (refusal !== undefined) return refusal;
  const answer = await caller.graphql.send(print(route.operation), variables);
  if (answer.code !== undefined) return answer.code;
  // What a row makes of an answer can be a refusal too, such as for null.
  return codeOf(() => route.reply(answer.at('data'), input));
}

/** Whether a request says everything in its path, query and JSON: headers and texts in place of JSON are for the router alone. */
function isComparable(route: OperationRow, { headers, raw }: CaseRequest): boolean {
  return headers === undefined && (raw === undefined || route.body?.kind !== 'json');
}

/** Cases whose request the router refuses before there is an operation. */
function reachesOperation({ errorCode }: ContractCase): boolean {
  return !['UNSUPPORTED_MEDIA_TYPE', 'MALFORMED_JSON', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'INVALID_API_TOKEN'].includes(errorCode ?? '');
}

const ACTORS = ['guest', 'stranger', 'member', 'contributor', 'curator', 'owner', 'superuser'] as const;

/** The cases of a row. */
function casesOf(route: OperationRow): readonly ContractCase[] {
  return allCases.filter(({ row }) => row === route.id);
}

/** Rows that evaluate no credentials act as a guest whoever calls, which the GraphQL endpoint cannot repeat. */
function callersOf(route: OperationRow): readonly (typeof ACTORS)[number][] {
  return route.credentials === 'ignored' ? ['guest'] : ACTORS;
}

// A row without a case that succeeds, or without one that is refused, has nothing to compare.
const successes = rows.flatMap((route) => {
  const success = casesOf(route).find(({ status }) => status < 400);
  return success === undefined ? [] : [[route.id, route, success] as const];
});
const refusals = rows.flatMap((route) => {
  const refused = casesOf(route).filter((one) => one.status >= 400 && reachesOperation(one));
  return refused.length === 0 ? [] : [[route.id, route, refused] as const];
});

// Refusals first: what is done successfully gives callers more rights on the shared objects.
test.each(refusals)('%s refuses the same requests with the same codes over both surfaces', async (_id, route, refused) => {
  for (const one of refused) {
    const caller = world.callers[route.credentials === 'ignored' ? 'guest' : (one.as ?? 'guest')];
    try {
      const request = await one.given(world);
      if (!isComparable(route, request)) continue;
      const overBoth = [await overGraphql(route, request, caller), await overRest(route, request, caller)];
      expect([one.shows, overBoth[0]]).toEqual([one.shows, overBoth[1]]);
    } finally {
      await one.restore?.(world);
    }
  }
});

test.each(successes)('%s gives each kind of caller the same code over both surfaces', async (_id, route, success) => {
  const codes: Record<string, readonly [rest: Code, graphql: Code]> = {};
  for (const actor of callersOf(route)) {
    const caller = world.callers[actor];
    // What one surface has changed, the other finds changed: each gets a request of its own.
    const rest = await overRest(route, await success.given(world), caller);
    codes[actor] = [rest, await overGraphql(route, await success.given(world), caller)];
  }
  await success.restore?.(world);
  expect(Object.fromEntries(Object.entries(codes).map(([actor, [, graphql]]) => [actor, graphql]))).toEqual(
    Object.fromEntries(Object.entries(codes).map(([actor, [rest]]) => [actor, rest])),
  );
});
