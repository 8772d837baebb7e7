import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection, sendAhead, type Transaction } from '../../src/db/client.ts';
import { codesOf } from '../../src/errors/error-codes.ts';
import { createTestDatabase } from '../support/postgres.ts';

/** Transactions as the server runs them, and what is left of a connection that is ended in the middle of one. */
let url: string;
let beside: DatabaseConnection;
/** One connection, so that whatever goes wrong with it shows in what comes next. */
let connection: DatabaseConnection;
let sent: string[];

beforeAll(async () => {
  ({ url } = await createTestDatabase());
  beside = connectDatabase(url, { poolSize: 1 });
  await beside.db.execute(sql`create table written (value int not null unique)`);
});
afterAll(async () => {
  await connection.close();
  await beside.close();
});
beforeEach(async () => {
  await (connection as DatabaseConnection | undefined)?.close();
  sent = [];
  connection = connectDatabase(url, { poolSize: 1, onStatement: (text) => sent.push(text.trim()) });
  await beside.db.execute(sql`truncate written`);
  await connection.db.execute(sql`select 1`);
  sent.length = 0;
});

const write = (tx: Transaction, value: number | null) => tx.execute(sql`insert into written values (${value}::int)`);
const written = async () =>
  (await beside.db.execute<{ value: number }>(sql`select value from written order by 1`)).map(({ value }) => value);
const openTransactions = async () => {
  const [row] = await beside.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  return row?.count;
};
async function backendOf(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
}
async function end(pid: number): Promise<void> {
  await beside.db.execute(sql`select pg_terminate_backend(${pid}::int, 5000)`);
}
const codes = (work: Promise<unknown>) => work.then(() => ['OK'], codesOf);

test('commit what they did, or roll all of it back', async () => {
  const { db } = connection;
  expect(await db.transaction(async (tx) => [await write(tx, 1), await write(tx, 2)].length)).toBe(2);
  await expect(
    db.transaction(async (tx) => {
      await write(tx, 3);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await codes(db.transaction(async (tx) => Promise.all([write(tx, 4), write(tx, 1), write(tx, 5)])))).toContain('23505');
  expect(await written()).toEqual([1, 2]);
});

test('commit nothing after a failed statement, even if its error was ignored', async () => {
  const ignoring = connection.db.transaction(async (tx) => {
    await write(tx, 1);
    await write(tx, null).catch(() => undefined);
    return 'done';
  });
  expect(await codes(ignoring)).toContain('23502');
  expect(await written()).toEqual([]);
});

test('send the last statement and the commit together, and fail with it', async () => {
  const { db } = connection;
  const last = (value: number | null) =>
    db.transaction(async (tx) => {
      await write(tx, 1);
      await sendAhead(tx, () => write(tx, value));
      return 'done';
    });
  expect(await codes(last(null))).toContain('23502');
  expect(await codes(last(1))).toContain('23505');
  expect(await written()).toEqual([]);
  expect(await last(2)).toBe('done');
  expect(await written()).toEqual([1, 2]);
  expect(sent.slice(-4).map((text) => text.split(' ')[0])).toEqual(['begin', 'insert', 'insert', 'commit']);
});

test('tell why they failed, also where a statement was sent behind the one that did', async () => {
  const failing = connection.db.transaction(async (tx) => {
    await write(tx, 1);
    await sendAhead(tx, () => write(tx, null));
    // Fails because the one before did.
    await write(tx, 2);
  });
  expect(await codes(failing)).toContain('23502');
  expect(await written()).toEqual([]);
});

test('take no statement after their end', async () => {
  let late: Transaction | undefined;
  await connection.db.transaction(async (tx) => {
    late = tx;
    await write(tx, 1);
  });
  if (late === undefined) throw new Error('There was no transaction.');
  await expect(write(late, 2)).rejects.toThrow('Failed query');
  expect(await written()).toEqual([1]);
});

test('that failed let nothing of theirs be written afterwards', async () => {
  const failed = connection.db.transaction(async (tx) => {
    await write(tx, 1);
    const slow = tx.execute(sql`select pg_sleep(0.05)`).then(() => write(tx, 2));
    await Promise.all([codes(slow), slow, Promise.reject(new Error('at once'))]);
  });
  await expect(failed).rejects.toThrow('at once');
  await pause(150);
  expect(await written()).toEqual([]);
});

test('share a pool that is too small for all of them', async () => {
  const { db } = connection;
  const values = Array.from({ length: 20 }, (_value, index) => index);
  await Promise.all(
    values.map((value) =>
      db.transaction(async (tx) => {
        await backendOf(tx);
        await write(tx, value);
      }),
    ),
  );
  expect(await written()).toEqual(values);
});

const losses: readonly (readonly [when: string, lose: (tx: Transaction, pid: number) => Promise<unknown>])[] = [
  [
    'while a statement runs',
    async (tx, pid) => {
      const running = tx.execute(sql`select pg_sleep(5)`);
      await Promise.all([running, pause(50).then(() => end(pid))]);
    },
  ],
  [
    'while several statements are under way',
    async (tx, pid) => {
      const running = Promise.all([tx.execute(sql`select pg_sleep(5)`), write(tx, 2), write(tx, 3)]);
      await Promise.all([running, pause(50).then(() => end(pid))]);
    },
  ],
  ['between statements', (tx, pid) => end(pid).then(() => write(tx, 2))],
  ['before the commit', (_tx, pid) => end(pid)],
  [
    'between statements, a while before the next one',
    async (tx, pid) => {
      await end(pid);
      await pause(50);
      await write(tx, 2);
    },
  ],
];

test.each(losses)('lose their connection %s: nothing is written, and the connection comes back', async (_when, lose) => {
  const { db } = connection;
  const lost = db.transaction(async (tx) => {
    await write(tx, 1);
    await lose(tx, await backendOf(tx));
  });
  expect((await codes(lost)).some((code) => /^(?:CONNECTION_|EPIPE|ECONNRESET|57P01)/.test(code))).toBe(true);
  // The driver may tell the error of the old connection once more, to the first statement on the new one.
  await codes(db.transaction((tx) => write(tx, 7)));
  for (const value of [8, 9]) expect(await codes(db.transaction((tx) => write(tx, value)))).toEqual(['OK']);
  expect((await written()).filter((value) => value !== 7)).toEqual([8, 9]);
  expect(await openTransactions()).toBe(0);
});

test('lose a connection that they were given as soon as another one ended: all of theirs fails', async () => {
  const { db } = connection;
  // Both wait for the connection, so the driver hands it on within the answer to the first one's commit.
  const first = db.transaction((tx) => write(tx, 1));
  const lost = db.transaction(async (tx) => {
    const pid = await backendOf(tx);
    const running = tx.execute(sql`select pg_sleep(60)`);
    // It waits for the answer of the one before, and never is sent.
    const waiting = codes(Promise.resolve(write(tx, 2)));
    await end(pid);
    await codes(Promise.resolve(running));
    return await waiting;
  });
  await first;
  expect((await codes(lost)).some((code) => /^(?:CONNECTION_|EPIPE|ECONNRESET|57P01)/.test(code))).toBe(true);
  expect(await written()).toEqual([1]);
  expect(await openTransactions()).toBe(0);
});
