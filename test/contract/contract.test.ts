import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalSchema } from '../../src/rest-compat/envelope.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { type RestAnswer, restClient } from '../support/rest-client.ts';
import { succeeded } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { allCases } from './cases/all-cases.ts';
import type { ContractCase } from './cases/contract-case.ts';
import { CONTRACT_ENVIRONMENT, type ContractWorld, createContractWorld } from './cases/contract-world.ts';
import { undeclaredIn, undeclaredRefusal } from './declared-answers.ts';
import { successTypes } from './documented-types.ts';
import { type PublishedAnswers, publishedAnswers } from './published-answers.ts';
import { codeOverGraphql, hasTwoSurfaces, isComparable, sendOverRest } from './codes-of-surfaces.ts';

const ENVELOPE_CONTENT_TYPE = 'application/json;charset=UTF-8';
/** Cases of each row that are sent. The first shows the row at work or refused, and builds on no other case. */
const casesOfRow = process.env['TEST_TIER'] === 'quick' ? 1 : Infinity;
const byId = new Map(routeTable.map((route) => [route.id, route]));

let server: TestServer;
let world: ContractWorld;
/** Settings that the cases find. */
let settings: unknown;
/** What the server publishes of its answers. */
let differsFromPublished: PublishedAnswers;
beforeAll(async () => {
  server = await startTestServer(CONTRACT_ENVIRONMENT);
  world = await createContractWorld(server);
  settings = succeeded(await world.callers.superuser.rest.get('/api/admin/settings')).at('data');
  const document = await fetch(`${server.url}/openapi`, { headers: { Accept: 'application/json' } });
  differsFromPublished = publishedAnswers(await document.json());
});
afterAll(() => server.stop());

async function expectCase(contractCase: ContractCase): Promise<void> {
  const { message, keys, status } = contractCase;
  const route = byId.get(contractCase.row);
  if (route === undefined) throw new Error(`There is no row ${contractCase.row}.`);
  const caller = world.callers[contractCase.as ?? 'guest'];
  const request = await contractCase.given(world);
  const answer = await sendOverRest(route, request, caller);

  const isRefusal = status >= 400;
  const given = { status: answer.status, errorCode: answer.errorCode };
  expect(given, answer.body.slice(0, 1500)).toEqual({ status, errorCode: contractCase.errorCode ?? given.errorCode });
  expect(typeof answer.errorCode).toBe(isRefusal ? 'string' : 'undefined');
  const envelope = { status: 'ERROR', message: expect.any(String), requestId: answer.headers.get('x-request-id') };
  expect(isRefusal ? answer.record('') : {}).toMatchObject(isRefusal ? envelope : {});
  expect(isRefusal ? answer.headers.get('content-type') : ENVELOPE_CONTENT_TYPE).toBe(ENVELOPE_CONTENT_TYPE);
  const mediaType = mediaTypeOf(answer);
  const outside = isRefusal ? undeclaredRefusal(route, answer) : undeclaredIn(route, { ...answer, mediaType });
  expect(outside, 'what the row declares').toBeUndefined();
  expect(differsFromPublished(contractCase.row, { ...answer, mediaType }), 'what the document publishes').toBeUndefined();
  const declared = isRefusal || [204, 303, 304].includes(answer.status) ? ['*/*'] : successTypes(contractCase.row);
  expect(declared, 'media types in the OpenAPI document').toContain(declared.includes('*/*') ? '*/*' : mediaType);
  expect(isRefusal ? String(answer.message) : '').toMatch(message === undefined ? /^/ : asPattern(message));
  // A row that ignores credentials acts as a guest, which the GraphQL endpoint cannot repeat for other callers.
  const asking = route.credentials === 'ignored' ? world.callers.guest : caller;
  const comparable = isRefusal && hasTwoSurfaces(route) && isComparable(route, contractCase, request);
  expect(comparable ? await codeOverGraphql(route, request, asking) : answer.errorCode, 'over GraphQL').toBe(answer.errorCode);
  expect(keys === undefined ? undefined : Object.keys(answer.record('data'))).toEqual(keys);
  await contractCase.holds?.(answer, world, caller);
}

function mediaTypeOf({ headers }: RestAnswer): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0];
}

/** A text as a pattern that nothing else matches. */
function asPattern(message: string | RegExp): RegExp {
  return typeof message === 'string' ? new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : message;
}

describe.each(routeTable.map(({ id }) => [id] as const))('%s', (id) => {
  // Cases of a row may build on the settings of those before them; another row finds none of them, however many cases were sent.
  afterAll(async () => void succeeded(await world.callers.superuser.rest.put('/api/admin/settings', settings)));
  const own = allCases.filter(({ row }) => row === id).slice(0, casesOfRow);
  test('has cases', () => {
    expect(own.length).toBeGreaterThan(0);
  });
  test.each(own.map((one) => [one.shows, one] as const))('%s', async (_shows, one) => {
    try {
      await expectCase(one);
    } finally {
      await one.restore?.(world);
    }
  });
});

/** Rows some of whose refusals need a provider of sign-in or a queue that is full, with the tests that show them. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  'access.datafile': ['test/integration/tabular/table-forms.test.ts'],
  'access.datafile.bundle': ['test/integration/tabular/table-forms.test.ts'],
  'access.datafile.bundle.respond': ['test/integration/tabular/table-forms.test.ts'],
  'access.datafile.respond': ['test/integration/tabular/table-forms.test.ts'],
  'access.datafile.rows': ['test/integration/tabular/table-forms.test.ts', 'test/integration/tabular/table-questions.test.ts'],
  'users.register': ['test/e2e/register-account.test.ts'],
};

test('every refusal that a row declares as its own is shown by a case of it, or of a row with the same operation', async () => {
  const elsewhere = new Map(
    await Promise.all(
      Object.entries(SHOWN_BY).map(async ([id, paths]) => {
        const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
        return [id, texts.join('')] as const;
      }),
    ),
  );
  const shown = Map.groupBy(allCases, ({ row }) => byId.get(row));
  const unproven = routeTable.flatMap((route) => {
    const cases = routeTable.filter(({ operation }) => operation === route.operation).flatMap((one) => shown.get(one) ?? []);
    const missing = (route.refusals ?? []).filter(
      (code) => !cases.some(({ errorCode }) => errorCode === code) && elsewhere.get(route.id)?.includes(`'${code}'`) !== true,
    );
    return missing.map((code) => `${route.id} ${code}`);
  });
  expect(unproven).toEqual([]);
});

test('every case belongs to a row', () => {
  const ids = new Set(routeTable.map(({ id }) => id));
  expect(allCases.filter(({ row }) => !ids.has(row))).toEqual([]);
});

test.each(routeTable.filter(({ cors }) => cors === true).map(({ id, method, path }) => [id, method, path] as const))(
  '%s lets scripts of any origin read it',
  async (_id, method, path) => {
    const headers = { Origin: 'https://elsewhere.example' };
    const answer = await restClient(server.url).send(path.replace(/\{\w+\}/g, '1'), { method, headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  },
);

test('the rows answer at /api/v1 as at /api, with or without a trailing slash', async () => {
  const { open, callers } = world;
  const paths = [`/api/collections/${open.alias}`, `/api/v1/collections/${open.alias}`, `/api/v1/collections/${open.alias}/`];
  const answers = await Promise.all(paths.map((path) => callers.guest.rest.get(path)));
  expect(answers.map((answer) => answer.body)).toEqual(Array.from({ length: 3 }, () => answers[0]?.body));
  expect((await callers.guest.rest.get(`/api/v2/collections/${open.alias}`)).status).toBe(404);
});

test('an unknown path is 404 and a wrong method 405 with Allow, both in the envelope', async () => {
  const { rest } = world.callers.guest;
  const unknown = await rest.get('/api/nowhere?a=b');
  expect(unknown.record('')).toMatchObject({
    status: 'ERROR',
    code: 404,
    requestMethod: 'GET',
    requestUrl: expect.stringContaining('/api/v1/nowhere?a=b'),
  });
  expect(unknown.status).toBe(404);
  const wrong = await rest.delete('/api/info/version');
  expect([unknown, wrong].map(({ body }) => refusalSchema.safeParse(JSON.parse(body)).error)).toEqual([undefined, undefined]);
  expect({ status: wrong.status, allow: wrong.headers.get('allow') }).toEqual({ status: 405, allow: 'GET, HEAD, OPTIONS' });
});
