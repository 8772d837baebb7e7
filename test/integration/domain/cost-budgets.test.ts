/** Budgets of cost on a real database: docs/how-to/close-the-api.md, "Budgets of cost". */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '../../../src/db/client.ts';
import { deleteFreeCosts } from '../../../src/db/queries/installation/spent-cost.ts';
import { emptyTally, tallied } from '../../../src/db/statement-tally.ts';
import { createCostBudgets } from '../../../src/domain/installation/cost-budgets.ts';
import { accountActor, type Actor, guestActor } from '../../../src/kernel/actor.ts';
import type { CostBudgets, CostCaller } from '../../../src/kernel/ports/cost-budgets.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

/** Of guests and accounts, an hour: a point a second becomes free again. */
const LIMIT = 3600;
/** What becomes free while a test runs. */
const FREED = 60;

let database: TestDatabase;
let first: DatabaseConnection;
let second: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase('installed');
  [first, second] = [connectDatabase(database.url), connectDatabase(database.url)];
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await database.drop();
});
beforeEach(() => first.db.execute(sql`delete from spent_cost`));

/** The budgets of a test; what they have not written yet is not to be written during the next one. */
const opened: CostBudgets[] = [];
afterEach(() => Promise.all(opened.splice(0).map((budgets) => budgets.close())));

const guest: Actor = guestActor({ passesAdminGate: false });
const at = (client: string, actor: Actor = guest): CostCaller => ({ actor, addresses: { client, connection: client } });
const account = (id: number, superuser = false): Actor =>
  accountActor({ id, userName: `user${id}`, superuser }, { passesAdminGate: false });
const reader = at('192.0.2.7');

interface Options {
  readonly tiers?: readonly number[];
  readonly now?: () => number;
}

/** The budgets as a process of its own has them. */
function processOn({ db }: DatabaseConnection, { tiers = [LIMIT, LIMIT * 10], now }: Options = {}): CostBudgets {
  const budgets = createCostBudgets({
    db,
    settings: { get: () => tiers } as unknown as Parameters<typeof createCostBudgets>[0]['settings'],
    key: Buffer.alloc(32, 7),
    log: { warn: () => undefined },
    ...(now && { now }),
  });
  opened.push(budgets);
  return budgets;
}

/** Spends in turn by each process until a cost is refused; what was let through, in all. */
async function spendAll(processes: readonly CostBudgets[], caller: CostCaller, cost: number): Promise<number> {
  for (let spent = 0, turn = 0; ; turn += 1) {
    const reservation = await processes[turn % processes.length]?.reserve(caller, cost);
    if (reservation?.granted !== true) return spent;
    reservation.settle(cost);
    spent += cost;
    if (spent > LIMIT * 3) throw new Error('Nothing is refused.');
  }
}

describe('a budget', () => {
  test('is one for all processes, and is spent to its end but for what processes hold back', async () => {
    const processes = [processOn(first), processOn(second)];
    const spent = await spendAll(processes, reader, 20);
    expect(spent).toBeGreaterThan(LIMIT * 0.95);
    expect(spent).toBeLessThanOrEqual(LIMIT + 2 * (LIMIT / 100) + FREED);
    for (const one of processes) expect((await one.state(reader))?.remaining).toBeLessThan(20 + FREED);
  });

  test('is another for each address, of IPv6 for each /64, and for each account', async () => {
    const budgets = processOn(first);
    await spendAll([budgets], at('2001:db8:0:1::1'), 100);
    const fits = async (caller: CostCaller): Promise<unknown> => (await budgets.reserve(caller, 100))?.granted;
    expect(await fits(at('2001:db8:0:1:ffff:1:2:3'))).toBe(false);
    expect(await fits(at('2001:db8:0:2::1'))).toBe(true);
    expect(await fits(at('192.0.2.8'))).toBe(true);
    expect(await fits(at('2001:db8:0:1::1', account(1)))).toBe(true);
    expect((await budgets.state(at('192.0.2.9', account(2))))?.limit).toBe(LIMIT * 10);
  });

  test('keeps no address', async () => {
    await processOn(first).state(reader);
    const rows = [...(await first.db.execute<{ caller: string }>(sql`select caller from spent_cost`))];
    expect(rows.map(({ caller }) => caller)).toEqual([expect.stringMatching(/^address [0-9a-f]{32}$/)]);
  });

  test('is not there without the setting, for superusers, and where the setting says -1 or names no tier', async () => {
    expect(await processOn(first).reserve(at('192.0.2.7', account(1, true)), 1)).toBeUndefined();
    expect(await processOn(first, { tiers: [-1] }).reserve(reader, 1)).toBeUndefined();
    expect(await processOn(first, { tiers: [5] }).state(at('192.0.2.7', account(1)))).toBeNull();
    const unset = createCostBudgets({
      db: first.db,
      settings: { get: () => undefined },
      key: Buffer.alloc(32),
      log: { warn: () => undefined },
    });
    expect(await unset.reserve(reader, 1)).toBeUndefined();
    expect(await unset.state(reader)).toBeNull();
  });

  test('becomes free again evenly: half of it in half an hour', async () => {
    await spendAll([processOn(first)], reader, 100);
    await first.db.execute(sql`update spent_cost set counted_at = counted_at - interval '30 minutes'`);
    const state = await processOn(second).state(reader);
    expect(state?.remaining).toBeGreaterThanOrEqual(LIMIT / 2);
    expect(state?.remaining).toBeLessThanOrEqual(LIMIT / 2 + 100 + FREED);
    expect(state?.fullInSeconds).toBeLessThanOrEqual(1800);
    expect(state?.fullInSeconds).toBeGreaterThan(1800 - 100 - FREED);
  });
});

describe('an operation', () => {
  test('that was cheaper than estimated gives back the rest, in every process', async () => {
    const [one, other] = [processOn(first), processOn(second)];
    const reservation = await one.reserve(reader, 1000);
    expect((await other.state(reader))?.remaining).toBeLessThanOrEqual(LIMIT - 1000 + FREED);
    if (reservation?.granted !== true) throw new Error('It was refused.');
    expect(reservation.settle(10).remaining).toBeGreaterThanOrEqual(LIMIT - 10);
    await one.close();
    expect((await other.state(reader))?.remaining).toBeGreaterThanOrEqual(LIMIT - 10);
  });

  test('that was dearer than estimated is charged whole', async () => {
    const budgets = processOn(first);
    const reservation = await budgets.reserve(reader, 10);
    if (reservation?.granted !== true) throw new Error('It was refused.');
    expect(reservation.settle(LIMIT + 500).remaining).toBe(0);
    expect(await budgets.reserve(reader, 10)).toMatchObject({ granted: false, state: { remaining: 0 } });
    // What is over the limit has to become free, too.
    expect((await budgets.state(reader))?.fullInSeconds).toBeGreaterThan(LIMIT + 500 - FREED);
  });

  test('that is refused learns when to come again, and is charged nothing', async () => {
    const budgets = processOn(first);
    const taken = await budgets.reserve(reader, LIMIT - 100);
    expect(taken?.granted).toBe(true);
    const refused = await budgets.reserve(reader, 400);
    if (refused?.granted !== false) throw new Error('It was let through.');
    expect(refused.retryAfterSeconds).toBeGreaterThan(300 - FREED);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(300);
    expect(refused.state.remaining).toBeGreaterThanOrEqual(100);
    expect((await processOn(second).reserve(reader, 90))?.granted).toBe(true);
  });

  test('that costs more than the whole budget never begins', async () => {
    expect(await processOn(first).reserve(reader, LIMIT + 1)).toMatchObject({ granted: false, retryAfterSeconds: null });
    expect(await processOn(first, { tiers: [0] }).reserve(reader, 1)).toMatchObject({ granted: false, retryAfterSeconds: null });
  });

  test('costs no statement while the budget is far from its end', async () => {
    // The clock stands: nothing becomes too old to count.
    const budgets = processOn(first, { tiers: [1_000_000], now: () => 0 });
    const tally = emptyTally();
    await tallied(tally, async () => {
      for (let turn = 0; turn < 200; turn += 1) {
        const reservation = await budgets.reserve(reader, 20);
        if (reservation?.granted === true) reservation.settle(2);
      }
    });
    expect(tally.statements).toBe(1);
    await budgets.close();
    expect((await processOn(second, { tiers: [1_000_000] }).state(reader))?.remaining).toBeLessThanOrEqual(1_000_000 - 400 + FREED * 300);
  });

  test('of many at once lets no more through than there is', async () => {
    const processes = [processOn(first), processOn(second)];
    const answers = await Promise.all(Array.from({ length: 60 }, async (_, index) => processes[index % 2]?.reserve(reader, 200)));
    expect(answers.filter((one) => one?.granted === true)).toHaveLength(LIMIT / 200);
  });
});

test('what the database did not take is kept, and written later', async () => {
  const failing = connectDatabase(database.url);
  const budgets = processOn(failing, { now: () => 0 });
  const reservation = await budgets.reserve(reader, 10);
  if (reservation?.granted !== true) throw new Error('It was refused.');
  reservation.settle(30);
  await first.db.execute(sql`alter table spent_cost rename to spent_cost_away`);
  await budgets.close();
  await first.db.execute(sql`alter table spent_cost_away rename to spent_cost`);
  expect((await processOn(first).state(reader))?.remaining).toBeGreaterThanOrEqual(LIMIT - 10);
  await budgets.close();
  expect((await processOn(first).state(reader))?.remaining).toBeLessThanOrEqual(LIMIT - 30 + FREED);
  await failing.close();
});

test('callers whose budget is free are forgotten', async () => {
  const budgets = processOn(first);
  await budgets.reserve(reader, 1000);
  await budgets.reserve(at('192.0.2.8'), 1000);
  await first.db.execute(
    sql`update spent_cost set counted_at = counted_at - interval '1 hour' where caller = (select min(caller) from spent_cost)`,
  );
  expect(await deleteFreeCosts(first.db)).toBe(1);
  expect([...(await first.db.execute(sql`select caller from spent_cost`))]).toHaveLength(1);
});

test('the table waits for no write to disk', async () => {
  const [row] = await first.db.execute<{ relpersistence: string }>(sql`select relpersistence from pg_class where relname = 'spent_cost'`);
  expect(row?.relpersistence).toBe('u');
});

test('statements are counted with the rows that they give or change, in transactions as well', async () => {
  const tally = emptyTally();
  await tallied(tally, async () => {
    await first.db.execute(sql`select generate_series(1, 7)`);
    await first.db.transaction(async (tx) => {
      await tx.execute(sql`insert into spent_cost values ('one', 1, 1, now()), ('two', 1, 1, now())`);
    });
    await expect(first.db.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } });
  });
  await first.db.execute(sql`select 1`);
  // begin, insert and commit are three.
  expect(tally).toEqual({ statements: 5, rows: 9, milliseconds: expect.any(Number) });
  expect(tally.milliseconds).toBeGreaterThan(0);
});
