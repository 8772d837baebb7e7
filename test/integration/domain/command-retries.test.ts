import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { command, type Scope } from '../../../src/kernel/command.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

/** A barrier: lets all continue once so many have arrived; later ones do not wait. */
function meetingOf(count: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    arrived += 1;
    if (arrived === count) open();
    await all;
  };
}

describe('a command that others stop', () => {
  let world: DomainWorld;
  let nodes: readonly [number, number];
  beforeAll(async () => {
    world = await startDomainWorld();
    nodes = [await world.createDataset(world.rootId), await world.createDataset(world.rootId)];
  });
  afterAll(async () => world.stop());

  const writing = (run: (scope: Scope, order: readonly number[]) => Promise<string>) =>
    command({
      name: 'testCommand',
      input: z.object({ order: z.array(z.int()) }),
      subject: async () => ({ nodeId: null, granted: 0 }),
      requires: 'Superuser',
      run: (scope, _subject, { order }) => run(scope, order),
    });

  const touch = ({ tx }: Scope, id: number) => tx.execute(sql`update node set created_at = now() where id = ${id}`);
  const both = () => [[...nodes], [...nodes].toReversed()];

  /** Two transactions that hold what the other one wants next. */
  function crossing(prepare: (scope: Scope) => void) {
    const meet = meetingOf(2);
    let attempts = 0;
    const effects: string[] = [];
    const cross = writing(async (scope, [first = 0, second = 0]) => {
      attempts += 1;
      prepare(scope);
      scope.afterCommit(() => void effects.push('committed'));
      await touch(scope, first);
      await meet();
      await touch(scope, second);
      return 'done';
    });
    return {
      run: () => Promise.all(both().map((order) => outcome(cross(world.as(world.superuser), { order })))),
      effects,
      tries: () => attempts,
    };
  }

  const audited = async () => {
    const [row] = await world.sql<{ count: number }[]>`select count(*)::int as count from audit_record where command = 'testCommand'`;
    return row?.count ?? 0;
  };

  test('is tried again, and what it leaves for afterwards is done once', async () => {
    const before = await audited();
    const { run, effects, tries } = crossing(() => undefined);
    expect(await run()).toEqual(['OK', 'OK']);
    expect([tries(), effects, (await audited()) - before]).toEqual([3, ['committed', 'committed'], 2]);
  });

  test('is refused if it did something outside the database, which is taken back', async () => {
    const takenBack: string[] = [];
    const { run, effects, tries } = crossing((scope) => scope.afterRollback(() => void takenBack.push('taken back')));
    expect((await run()).toSorted()).toEqual(['CONCURRENT_CHANGE', 'OK']);
    expect([tries(), effects, takenBack]).toEqual([2, ['committed'], ['taken back']]);
  });

  test.each(['40P01', '40001'])('again and again (%s) is refused at last', async (state) => {
    let attempts = 0;
    const stopped = writing(async ({ tx }) => {
      attempts += 1;
      await tx.execute(sql.raw(`do $$ begin raise exception 'stopped' using errcode = '${state}'; end $$`));
      return 'done';
    });
    expect(await outcome(stopped(world.as(world.superuser), { order: [] }))).toBe('CONCURRENT_CHANGE');
    expect(attempts).toBe(3);
  });

  test('of another fault is tried once', async () => {
    let attempts = 0;
    const failing = writing(async ({ tx }) => {
      attempts += 1;
      await tx.execute(sql`select 1 / 0`);
      return 'done';
    });
    await expect(failing(world.as(world.superuser), { order: [] })).rejects.toThrow('Failed query');
    expect(attempts).toBe(1);
  });
});
