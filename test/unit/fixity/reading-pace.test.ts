import { expect, test } from 'vitest';
import { readingPace } from '../../../src/domain/files/checksums/reading-pace.ts';

/** A clock that advances during a sleep. */
function handClock() {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    pass: (ms: number) => (now += ms),
    now: () => now,
    sleep: async (ms: number) => {
      slept.push(ms);
      now += ms;
    },
  };
}

test('reading takes as long as the pace says, whatever the size of the chunks', async () => {
  for (const chunk of [1_000, 7_000, 500_000]) {
    const clock = handClock();
    const pace = readingPace(1_000_000, clock);
    for (let read = 0; read < 3_500_000; read += chunk) await pace.take(chunk);
    expect(clock.now()).toBeGreaterThan(3_450);
    expect(clock.now()).toBeLessThan(3_600);
  }
});

test('a reader that is slower than the pace never waits', async () => {
  const clock = handClock();
  const pace = readingPace(1_000_000, clock);
  for (let turn = 0; turn < 50; turn += 1) {
    clock.pass(100);
    await pace.take(100_000);
  }
  expect(clock.slept).toEqual([]);
});

test('a reader that was held up makes up for a second at most', async () => {
  const clock = handClock();
  const pace = readingPace(1_000_000, clock);
  clock.pass(3_600_000);
  for (let read = 0; read < 5_000_000; read += 100_000) await pace.take(100_000);
  expect(clock.now() - 3_600_000).toBeGreaterThan(3_900);
});
