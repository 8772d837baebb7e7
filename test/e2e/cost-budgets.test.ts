/** Budgets of cost over HTTP: docs/how-to/close-the-api.md, "Budgets of cost". */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, createUser, guest, superuser } from '../support/seed.ts';
import { readJson } from '../support/json-reader.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let nobody: Caller;
let somebody: Caller;

beforeAll(async () => {
  server = await startTestServer();
  [admin, nobody] = [superuser(server), guest(server)];
  somebody = await createUser(server, 'reader');
});
afterAll(() => server.stop());

const NAME = ':RateLimitingCostCapacityTiers';
const put = async (value: string): Promise<unknown> =>
  admin.graphql.expectData(
    'mutation ($name: String!, $value: String!) { setSetting(input: { name: $name, value: $value }) { setting { name } } }',
    {
      name: NAME,
      value,
    },
  );
afterEach(() => admin.graphql.expectData('mutation ($name: String!) { deleteSetting(input: { name: $name }) { name } }', { name: NAME }));

/** About 50 points, for a search. */
const COSTLY = '{ search(query: "*") { totalCount } }';

async function ask(query: string) {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const header = (name: string): number | undefined => {
    const value = response.headers.get(name);
    return value === null ? undefined : Number(value);
  };
  return { status: response.status, header, policy: response.headers.get('ratelimit-policy'), ...readJson(await response.json()) };
}

test('an operation tells what is left, and one for which too little is left is refused with the time to wait', async () => {
  await put('200,-1');
  const first = await ask(COSTLY);
  expect(first.at('errors')).toBeUndefined();
  const { limit, remaining, fullInSeconds } = Object(first.at('extensions.cost.budget'));
  expect([limit, remaining]).toEqual([200, 200 - first.number('extensions.cost.spent.cost')]);
  expect([first.header('ratelimit-limit'), first.header('ratelimit-remaining'), first.header('ratelimit-reset')]).toEqual([
    limit,
    remaining,
    fullInSeconds,
  ]);
  expect(first.policy).toBe('200;w=3600');

  let refused = await ask(COSTLY);
  for (let turn = 0; turn < 10 && refused.status === 200; turn += 1) refused = await ask(COSTLY);
  expect(refused.status).toBe(429);
  expect(refused.at('data')).toBeUndefined();
  expect(refused.at('errors.0.extensions')).toEqual({
    code: 'RATE_LIMITED',
    cost: first.number('extensions.cost.estimated'),
    limit: 200,
    remaining: expect.any(Number),
    costliestField: 'search',
    retryAfterSeconds: expect.any(Number),
  });
  expect(refused.header('retry-after')).toBe(refused.at('errors.0.extensions.retryAfterSeconds'));
  expect(refused.header('ratelimit-remaining')).toBe(refused.at('errors.0.extensions.remaining'));
  expect(refused.number('errors.0.extensions.remaining')).toBeLessThan(refused.number('errors.0.extensions.cost'));

  // What is cheap still fits, and accounts have budgets of their own: here none.
  expect((await ask('{ serverInfo { version } }')).status).toBe(200);
  expect((await somebody.graphql.send(COSTLY)).at('extensions.cost.budget')).toBeUndefined();
});

test('rateLimit shows the budget of the caller, and none where there is none', async () => {
  const query = '{ rateLimit { limit used remaining fullAt } }';
  expect((await somebody.graphql.expectData(query)).at('data.rateLimit')).toBeNull();
  expect((await ask(query)).header('ratelimit-limit')).toBeUndefined();
  await put('-1,1000');
  await somebody.graphql.expectData(COSTLY);
  const answer = await somebody.graphql.expectData(query);
  const { limit, used, remaining } = Object(answer.at('data.rateLimit'));
  expect(limit).toBe(1000);
  expect(used + remaining).toBe(1000);
  expect(used).toBeGreaterThan(0);
  expect(Date.parse(answer.text('data.rateLimit.fullAt'))).toBeGreaterThan(Date.now() - 60_000);
  expect((await nobody.graphql.expectData(query)).at('data.rateLimit')).toBeNull();
  expect((await admin.graphql.expectData(query)).at('data.rateLimit')).toBeNull();
});

test('the example of the documentation gives each address what it says', async () => {
  const guide = readFileSync(new URL('../../docs/how-to/close-the-api.md', import.meta.url), 'utf8');
  const [, value = ''] = /^put :RateLimitingCostCapacityTiers (\S+)$/m.exec(guide) ?? [];
  await put(value);
  expect((await ask('{ serverInfo { version } }')).policy).toBe('20000;w=3600');
  expect((await somebody.graphql.expectData('{ rateLimit { limit } }')).at('data.rateLimit.limit')).toBe(200_000);
});

test('introspection is paid for, and what costs more than the whole budget is refused without a time to wait', async () => {
  await put('60,-1');
  const refused = await ask('{ __schema { types { name description fields { name } } } }');
  expect([refused.status, refused.at('errors.0.extensions.code'), refused.at('errors.0.extensions.retryAfterSeconds')]).toEqual([
    429,
    'RATE_LIMITED',
    null,
  ]);
  expect(refused.header('retry-after')).toBeUndefined();
});
