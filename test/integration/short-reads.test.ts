import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection, forShortReads, type Queryable } from '../../src/db/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let connection: DatabaseConnection;
const sent: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url, { poolSize: 2, shortReads: 1, onStatement: (text) => sent.push(text) });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function backendOf(db: Queryable): Promise<unknown> {
  const [row] = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return row?.pid;
}

test('short reads have connections of their own', async () => {
  const short = forShortReads(connection.db, 1);
  const ordinary = await Promise.all([backendOf(connection.db), backendOf(connection.db)]);
  const ofShort = await Promise.all([1, 2, 3, 4].map(() => backendOf(short)));
  expect(new Set(ofShort).size).toBe(1);
  expect(ordinary).not.toContain(ofShort[0]);
});

test('what waits in the pool does not hold them up', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = [1, 2].map(() =>
    connection.db.transaction(async (tx) => {
      await backendOf(tx);
      await released;
    }),
  );
  const waiting = backendOf(connection.db);
  expect(await backendOf(forShortReads(connection.db, 1))).toEqual(expect.any(Number));
  release();
  await Promise.all([...holding, waiting]);
});

test('a long read does not run there', () => {
  expect(forShortReads(connection.db, 10_000)).toBe(connection.db);
});

test('a transaction reads within itself', async () => {
  const [own, read] = await connection.db.transaction(async (tx) => [await backendOf(tx), await backendOf(forShortReads(tx, 1))]);
  expect(read).toBe(own);
});

test('a pool without such connections reads as ever', async () => {
  const plain = connectDatabase(database.url, { poolSize: 1 });
  expect(forShortReads(plain.db, 1)).toBe(plain.db);
  await plain.close();
});

test('their statements are told like all others, and they end with the pool', async () => {
  const own = connectDatabase(database.url, { poolSize: 1, shortReads: 1, onStatement: (text) => sent.push(text) });
  sent.length = 0;
  const pid = await backendOf(forShortReads(own.db, 1));
  expect(sent).toHaveLength(1);
  await own.close();
  // The backend ends a moment after its connection.
  await expect
    .poll(async () => [...(await connection.db.execute(sql`select from pg_stat_activity where pid = ${Number(pid)}`))].length)
    .toBe(0);
});
