import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '../../src/db/client.ts';
import { createDataset, createCollection, superuser, type Caller } from '../support/seed.ts';
import { readJson } from '../support/json-reader.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const costly = (): string => `{ collection(reference: {alias: "${alias}"}) { contents(first: 100) { nodes { ... on Dataset {
  versions(first: 20) { nodes { title license { name } } } } } } } }`;
const LIGHT = '{ licenses { name } }';

let server: TestServer;
let admin: Caller;
let alias: string;
let dataset: number;

beforeAll(async () => {
  server = await startTestServer({ STATEMENT_SECONDS: '5' });
  admin = superuser(server);
  const collection = await createCollection(admin);
  ({ alias } = collection);
  dataset = (await createDataset(admin, collection)).id;
});
afterAll(() => server.stop());

/** Status and first error code of a GraphQL answer. */
async function ask(query: string): Promise<string> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'X-Service-key': SUPERUSER_TOKEN, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const code = readJson(await response.json()).at('errors.0.extensions.code');
  return `${response.status} ${typeof code === 'string' ? code : 'data'}`;
}

/** Keeps others from the versions of datasets while `during` runs. */
async function withVersionsLocked<Result>(during: () => Promise<Result>): Promise<Result> {
  const beside = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    return await beside
      .begin(async (tx) => {
        await tx`lock table dataset_version in access exclusive mode`;
        return { result: await during() };
      })
      .then(({ result }) => result);
  } finally {
    await beside.end();
  }
}

test('a statement that takes too long is given up with a code of its own, on both surfaces', async () => {
  const [rest, graphql] = await withVersionsLocked(() =>
    Promise.all([
      admin.rest.get(`/api/datasets/${dataset}/versions/:latest`),
      ask(`{ dataset(reference: {databaseId: ${dataset}}) { latestVersion { title } } }`),
    ]),
  );
  expect([rest.status, rest.at('errorCode')]).toEqual([503, 'STATEMENT_TOO_SLOW']);
  expect(graphql).toBe('200 STATEMENT_TOO_SLOW');
});

test('requests have the limit, jobs have none', async () => {
  const limitOf = async (db: TestServer['application']['db']): Promise<unknown> => (await db.execute(sql`show statement_timeout`))[0];
  const { db, costlyDb, jobsDb } = server.application;
  expect(await Promise.all([db, costlyDb, jobsDb].map(limitOf))).toEqual([
    { statement_timeout: '5s' },
    { statement_timeout: '5s' },
    { statement_timeout: '0' },
  ]);
  const plain = connectDatabase(server.databaseUrl, { poolSize: 1 });
  expect(await limitOf(plain.db)).toEqual({ statement_timeout: '0' });
  await plain.close();
});

test('costly operations of one caller wait for each other, within a bound, and light ones pass them', async () => {
  const ends = await withVersionsLocked(async () => {
    const waiting = Array.from({ length: 15 }, () => ask(costly()));
    // One runs, eight wait; what comes then is refused at once.
    expect(await Promise.race(waiting)).toBe('503 COSTLY_OPERATIONS_WAIT');
    expect(await ask(LIGHT)).toBe('200 data');
    expect((await admin.rest.get('/api/licenses')).status).toBe(200);
    return { waiting };
  });
  const allowed = /^(?:200 (?:data|STATEMENT_TOO_SLOW)|503 COSTLY_OPERATIONS_WAIT)$/;
  expect((await Promise.all(ends.waiting)).filter((end) => !allowed.test(end))).toEqual([]);
  expect(await ask(costly())).toBe('200 data');
});
