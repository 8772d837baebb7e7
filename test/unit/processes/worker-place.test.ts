import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { StartupError } from '../../../src/errors/startup-error.ts';
import { restartPauseMs } from '../../../src/processes/restart-pause.ts';
import { WorkerPlace } from '../../../src/processes/worker-place.ts';
import type { WorkerProcess, WorkerReady } from '../../../src/processes/worker-process.ts';

interface FakeWorker extends WorkerProcess {
  die(): void;
}

/** Processes that start, or do not, as they are told. */
function makeFork() {
  const forked: FakeWorker[] = [];
  const world = { starts: true };
  const fork = (): WorkerProcess => {
    const ended = Promise.withResolvers<{ readonly code: number | null; readonly signal: string | null }>();
    const die = (): void => ended.resolve({ code: 1, signal: null });
    const ready: Promise<WorkerReady> = world.starts
      ? Promise.resolve({ version: '1', newSuperuserToken: null })
      : Promise.reject(new StartupError('The disk is full.'));
    ready.catch(() => undefined);
    const made = {
      pid: forked.length,
      ready,
      ended: ended.promise,
      ask: async () => undefined,
      tell: () => {},
      tellGone: () => {},
      stop: async () => die(),
      die,
    };
    forked.push(made);
    return made;
  };
  return { forked, world, fork };
}

const common = {
  number: 1,
  onEnd: () => {},
  log: pino({ level: 'silent' }),
  pause: async (_ms: number, signal: AbortSignal) => {
    await turn();
    signal.throwIfAborted();
  },
};

test('the pause before a start grows to ten seconds', () => {
  expect([0, 1, 2, 6, 7, 100].map(restartPauseMs)).toEqual([100, 200, 400, 6_400, 10_000, 10_000]);
});

test('a process that ends is replaced, and the place says whether it serves', async () => {
  const { forked, fork } = makeFork();
  const onLost = vi.fn<(reason: Error) => void>();
  const place = new WorkerPlace({ ...common, fork, othersServe: () => false, onLost });
  await place.begin();
  expect(place.serves).toBe(true);
  forked[0]?.die();
  await vi.waitFor(() => expect(place.restarts).toBe(1));
  expect([place.serves, place.restarts, forked.length]).toEqual([true, 1, 2]);
  await place.stop(0);
  expect([place.serves, forked.length]).toEqual([false, 2]);
  expect(onLost).not.toHaveBeenCalled();
});

test('starts that fail end the whole only where no other process serves', async () => {
  const { forked, world, fork } = makeFork();
  const onLost = vi.fn<(reason: Error) => void>();
  let othersServe = true;
  const place = new WorkerPlace({ ...common, fork, othersServe: () => othersServe, onLost });
  await place.begin();
  world.starts = false;
  forked[0]?.die();
  await vi.waitFor(() => expect(forked.length).toBeGreaterThan(20));
  expect(place.serves).toBe(false);
  expect(onLost).not.toHaveBeenCalled();
  othersServe = false;
  await vi.waitFor(() => expect(onLost).toHaveBeenCalled());
  expect(onLost).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'The disk is full.' }));
  await place.stop(0);
});

test('the first process that does not start is a refusal of the place', async () => {
  const { world, fork } = makeFork();
  world.starts = false;
  const place = new WorkerPlace({ ...common, fork, othersServe: () => true, onLost: vi.fn<(reason: Error) => void>() });
  await expect(place.begin()).rejects.toThrow('The disk is full.');
});
