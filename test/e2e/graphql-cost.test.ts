/** What answers say of their cost: docs/how-to/use-graphql.md, "Cost". */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  guest,
  publishDataset,
  type SeededCollection,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

let server: TestServer;
let admin: Caller;
let nobody: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  [admin, nobody] = [superuser(server), guest(server)];
  collection = await createCollection(admin);
  for (let count = 0; count < 3; count += 1) {
    const dataset = await createDataset(admin, collection);
    await addFile(admin, dataset);
    await publishDataset(admin, dataset);
  }
  await untilQuiet(server, 500);
});
afterAll(() => server.stop());

const list = `query ($alias: String!) { collection(reference: { alias: $alias }) {
  contents(first: 20) { totalCount nodes { ... on Dataset { persistentId latestVersion { title files(first: 5) { nodes { label } } } } } } } }`;

describe('an answer tells', () => {
  test('the statements that it took, as often as it is asked, compiled or not', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      let told = 0;
      const sent = await statementsDuring(server, async () => {
        const answer = await nobody.graphql.expectData(list, { alias: collection.alias });
        told = answer.number('extensions.cost.spent.statements');
      });
      expect(told).toBe(sent.length);
      expect(told).toBeGreaterThan(0);
    }
  });

  test('the rows, the fields, and less spent than was estimated for a page that is not full', async () => {
    const answer = await nobody.graphql.expectData(list, { alias: collection.alias });
    const { cost } = Object(answer.at('extensions')) as { readonly cost: Record<string, unknown> };
    expect(cost).toEqual({
      estimated: expect.any(Number),
      limit: 5000,
      spent: {
        cost: expect.any(Number),
        // Collection, contents, count, nodes; of each dataset two and the version, of which two, and the files with one name.
        fields: 4 + 3 * (2 + 2 + 1 + 1),
        statements: expect.any(Number),
        rows: expect.any(Number),
        databaseMilliseconds: expect.any(Number),
      },
    });
    expect(answer.number('extensions.cost.spent.rows')).toBeGreaterThan(0);
    expect(answer.number('extensions.cost.spent.databaseMilliseconds')).toBeGreaterThan(0);
    expect(answer.number('extensions.cost.spent.cost')).toBeLessThan(answer.number('extensions.cost.estimated'));
  });

  test('of a write its transaction, statement by statement', async () => {
    const write = `mutation ($alias: String!) { updateCollection(input: { collection: { alias: $alias }, description: "d" }) { collection { alias } } }`;
    let told = 0;
    const sent = await statementsDuring(server, async () => {
      told = (await admin.graphql.expectData(write, { alias: collection.alias })).number('extensions.cost.spent.statements');
    });
    expect(sent).toContain('commit');
    // Who asks is found out before the operation.
    const caller = sent.indexOf('begin');
    expect(told).toBe(sent.length - caller);
    expect(caller).toBeGreaterThan(0);
  });

  test('of operations at the same time what each of them took', async () => {
    const alone = (await nobody.graphql.expectData(list, { alias: collection.alias })).at('extensions.cost.spent.statements');
    const together = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        index % 2 === 0
          ? nobody.graphql.expectData(list, { alias: collection.alias })
          : nobody.graphql.expectData('{ serverInfo { version } }'),
      ),
    );
    expect(together.map((answer) => answer.at('extensions.cost.spent.statements'))).toEqual([alone, 0, alone, 0, alone, 0, alone, 0]);
  });

  test('of what was executed in part the same; of what was refused nothing but the refusal', async () => {
    const partly = await nobody.graphql.send('{ serverInfo { version } dataset(reference: { databaseId: 99999 }) { id } }');
    expect(partly.code).toBe('DATASET_NOT_FOUND');
    expect(partly.number('extensions.cost.spent.statements')).toBeGreaterThan(0);
    const emptied = await nobody.graphql.send(
      '{ collection(reference: { root: true }) { contents(first: 50) { nodes { __typename } } } dataset(reference: { databaseId: 99999 }) { version(reference: ":latest") { title } } }',
    );
    expect(emptied.code).toBe('DATASET_NOT_FOUND');
    expect(emptied.at('extensions.cost.spent.cost')).toBe(emptied.at('extensions.cost.estimated'));
    const refused = await nobody.graphql.send('{ nothing }');
    expect(refused.at('extensions')).toBeUndefined();
  });

  test('of the schema what its characters cost', async () => {
    const answer = await nobody.graphql.expectData('{ __schema { types { name description } } }');
    expect(answer.number('extensions.cost.spent.cost')).toBe(answer.number('extensions.cost.estimated'));
    expect(answer.number('extensions.cost.estimated')).toBeGreaterThan(100);
  });
});

describe('a plan', () => {
  const pages = `query ($alias: String!) { collection(reference: { alias: $alias }) {
    contents(first: 20) { nodes { ... on Dataset { versions(first: 2) { totalCount } } } } } }`;
  const explained = { 'X-Explain': 'true' };

  test('has every statement, with the rows of it and the objects that it is for', async () => {
    const answer = await nobody.graphql.send(pages, { alias: collection.alias }, explained);
    const plan = answer.list('extensions.explain.plan').map(Object);
    expect(plan).toHaveLength(answer.number('extensions.cost.spent.statements'));
    expect(answer.number('extensions.explain.statements')).toBe(plan.length);
    expect(plan.reduce((sum, { rows }) => sum + rows, 0)).toBe(answer.number('extensions.cost.spent.rows'));
    expect(answer.number('extensions.explain.rows')).toBe(answer.number('extensions.cost.spent.rows'));
    // The three datasets of the page are read for together.
    const batches = plan.filter(({ batch }) => batch !== null);
    expect(batches.length).toBe(answer.number('extensions.explain.batches'));
    expect(batches.some(({ batch }) => batch === 3)).toBe(true);
    for (const { statement, milliseconds } of plan) {
      expect(statement).toMatch(/^(select|with) [a-z_]+/);
      expect(milliseconds).toBeGreaterThan(0);
    }
  });

  test('has the text of statements for superusers alone', async () => {
    const texts = async (caller: Caller): Promise<unknown[]> => {
      const answer = await caller.graphql.send(pages, { alias: collection.alias }, explained);
      return answer.list('extensions.explain.plan').map((one) => Object(one).sql);
    };
    expect(new Set(await texts(nobody))).toEqual(new Set([undefined]));
    for (const text of await texts(admin)) expect(text).toMatch(/^\s*(select|with)\b/i);
  });

  test('is wanted by the request as well, and is not given otherwise', async () => {
    const ask = async (extensions?: unknown) => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: '{ collection(reference: { root: true }) { name } }', extensions }),
      });
      return Object(await response.json()).extensions.explain;
    };
    expect(await ask({ explain: true })).toMatchObject({ statements: expect.any(Number), plan: expect.any(Array) });
    expect(await ask({ explain: false })).toBeUndefined();
    expect(await ask()).toBeUndefined();
  });

  test.each([
    ['X-Explain', 'yes'],
    ['X-Errors', 'top'],
  ])('and places of errors are wanted by words that are known: %s: %s is refused', async (name, value) => {
    const answer = await nobody.graphql.send('{ serverInfo { version } }', {}, { [name]: value });
    expect([answer.status, answer.code]).toEqual([400, 'BAD_USER_INPUT']);
    expect(answer.text('errors.0.message')).toContain(name);
  });
});
