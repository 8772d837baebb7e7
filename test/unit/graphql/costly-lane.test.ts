import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CostlyLane } from '../../../src/graphql/costly-lane.ts';
import type { LaneCaller } from '../../../src/request-context.ts';

function caller(key: string): LaneCaller & { leave(): void } {
  let left = false;
  return { key, hasLeft: () => left, leave: () => (left = true) };
}

/** An operation that goes on until the test ends it. */
function operation(log: string[], name: string) {
  const end = Promise.withResolvers<string>();
  return {
    work: () => {
      log.push(name);
      return end.promise;
    },
    succeed: () => end.resolve(name),
    fail: () => end.reject(new Error(name)),
  };
}

/** Lets everything go on that can: what comes next begins after the pause. */
const settle = (): Promise<void> => sleep(20);

describe('a lane of two', () => {
  const size = { atOnce: 2, waiting: 3, waitingOfOne: 2, pauseMs: 5 };

  test('runs two, and the next ones in the order in which they came', async () => {
    const lane = new CostlyLane(size);
    const begun: string[] = [];
    const all = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...operation(begun, name) }));
    const ends = all.map(({ name, work }) => lane.run(caller(name), work));
    await settle();
    expect(begun).toEqual(['a', 'b']);
    all[1]?.succeed();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const { succeed } of all) succeed();
    expect(await Promise.all(ends)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('runs one of each caller, so that no caller takes all places', async () => {
    const lane = new CostlyLane(size);
    const begun: string[] = [];
    const greedy = caller('greedy');
    const [first, second, other] = [operation(begun, 'first'), operation(begun, 'second'), operation(begun, 'other')];
    const ends = [lane.run(greedy, first.work), lane.run(greedy, second.work), lane.run(caller('other'), other.work)];
    await settle();
    expect(begun).toEqual(['first', 'other']);
    first.succeed();
    await settle();
    expect(begun).toEqual(['first', 'other', 'second']);
    second.succeed();
    other.succeed();
    await Promise.all(ends);
  });

  test('gives a place back after a failure', async () => {
    const lane = new CostlyLane({ ...size, atOnce: 1 });
    const begun: string[] = [];
    const [failing, next] = [operation(begun, 'failing'), operation(begun, 'next')];
    const ends = Promise.allSettled([lane.run(caller('a'), failing.work), lane.run(caller('b'), next.work)]);
    failing.fail();
    next.succeed();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(begun).toEqual(['failing', 'next']);
  });

  test('yields to other requests between two, even if none was queued behind the first', async () => {
    const lane = new CostlyLane({ ...size, atOnce: 1 });
    const log: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      await lane.run(caller(name), async () => {
        log.push(name);
        setImmediate(() => log.push('somebody else'));
      });
    }
    expect(log).toEqual(['a', 'somebody else', 'b', 'somebody else', 'c']);
  });

  test('refuses what waits beyond its bounds, of one caller and of all', async () => {
    const lane = new CostlyLane({ ...size, atOnce: 1 });
    const first = operation([], 'first');
    const quick = async (): Promise<string> => 'done';
    const refused = { code: 'COSTLY_OPERATIONS_WAIT' };
    const [one, two, three] = [caller('1'), caller('2'), caller('3')];
    const waiting = [lane.run(one, first.work), lane.run(one, quick), lane.run(one, quick)];
    await expect(lane.run(one, quick)).rejects.toMatchObject(refused);
    waiting.push(lane.run(two, quick));
    await expect(lane.run(three, quick)).rejects.toMatchObject(refused);
    first.succeed();
    expect(await Promise.all(waiting)).toEqual(['first', 'done', 'done', 'done']);
    expect(await lane.run(three, quick)).toBe('done');
  });

  test('drops a queued operation of a disconnected client', async () => {
    const lane = new CostlyLane({ ...size, atOnce: 1, waiting: 1 });
    const begun: string[] = [];
    const [first, lost, next] = [operation(begun, 'first'), operation(begun, 'lost'), operation(begun, 'next')];
    const leaver = caller('leaver');
    const running = lane.run(caller('a'), first.work);
    const given = lane.run(leaver, lost.work).catch(() => 'dropped');
    leaver.leave();
    const last = lane.run(caller('b'), next.work);
    expect(await given).toBe('dropped');
    first.succeed();
    next.succeed();
    await Promise.all([running, last]);
    expect(begun).toEqual(['first', 'next']);
  });
});
