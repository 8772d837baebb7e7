import { expect, test } from 'vitest';
import { createFairQueue, type FairQueue } from '../../../src/kernel/fair-queue.ts';

const bounds = { most: 6, mostOfOne: 4 };

/** A queue whose first piece of work takes until it is released, so that everything after it waits. */
function busyQueue(): { readonly queue: FairQueue; readonly release: () => void } {
  const queue = createFairQueue(bounds);
  const { promise, resolve } = Promise.withResolvers<void>();
  void queue.enter('first', () => promise);
  return { queue, release: resolve };
}

test('callers take turns, however much one of them has sent before', async () => {
  const { queue, release } = busyQueue();
  const done: string[] = [];
  const send = async (caller: string, name: string) => queue.enter(caller, async () => void done.push(name));
  const all = [send('a', 'a1'), send('a', 'a2'), send('a', 'a3'), send('b', 'b1'), send('c', 'c1'), send('b', 'b2')];
  release();
  await Promise.all(all);
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('one caller, and all together, may have only so much waiting', async () => {
  const { queue, release } = busyQueue();
  const enter = async (caller: string) => queue.enter(caller, () => Promise.resolve('done')) ?? 'refused';
  const sent = ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'd'].map(enter);
  release();
  expect(await Promise.all(sent)).toEqual(['done', 'done', 'done', 'done', 'refused', 'done', 'done', 'refused']);
  expect(await enter('d')).toBe('done');
});

test('work that fails holds up nothing', async () => {
  const queue = createFairQueue(bounds);
  await expect(queue.enter('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.enter('a', () => Promise.resolve('next'))).toBe('next');
});
