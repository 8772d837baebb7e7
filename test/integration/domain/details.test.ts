import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../../src/kernel/rate-limiter.ts';
import { command, query } from '../../../src/kernel/command.ts';
import { composed } from '../../../src/kernel/composed.ts';
import { detail } from '../../../src/kernel/detail.ts';
import { noSubject } from '../../../src/kernel/no-subject.ts';
import { z } from 'zod';
import { type DomainWorld, guest, outcome, startDomainWorld } from './domain-world.ts';

interface Asked {
  readonly text: string;
}

describe('a detail of what was shown', () => {
  let world: DomainWorld;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(() => world.stop());

  const lengthOf = detail({ name: 'lengthOf', run: (_context, shown: number, { text }: Asked) => shown + text.length });
  const secondLengthOf = detail({
    name: 'secondLengthOf',
    sent: (_row, text) => ({ text }),
    run: (_context, shown: number, _row: Asked, text: string) => shown + text.length,
  });

  test('is given at once, so that loaders are still asked together', () => {
    expect(lengthOf(world.as(guest), 1, { text: 'ab' })).toBe(3);
  });

  test('refuses a text that no row can hold', async () => {
    const context = world.as(guest);
    expect(await outcome((async () => lengthOf(context, 1, { text: '\0' }))())).toBe('BAD_USER_INPUT');
    expect(await outcome((async () => secondLengthOf(context, 1, { text: 'a' }, '\0'))())).toBe('BAD_USER_INPUT');
    expect(secondLengthOf(context, 1, { text: '\0' }, 'ab')).toBe(3);
  });

  test('is counted by its own name', async () => {
    const context = world.as(guest);
    const rules = [{ tier: 0, limitPerHour: 2, actions: ['lengthOf'] }];
    const settings = { get: (name: string) => (name === ':RateLimitingCapacityByTierAndAction' ? rules : undefined) };
    const rates = createRateLimiter(settings as Parameters<typeof createRateLimiter>[0]);
    const limited = { ...context, services: { ...context.services, rates } };
    const call = () => outcome((async () => lengthOf(limited, 1, { text: '' }))());
    expect([await call(), await call(), await call()]).toEqual(['OK', 'OK', 'RATE_LIMITED']);
    expect(secondLengthOf(limited, 1, { text: '' }, '')).toBe(1);
  });

  test('shows as data that it needs to have been shown', () => {
    expect(Object.fromEntries(Object.entries(lengthOf))).toEqual({
      queryName: 'lengthOf',
      requires: ['Shown'],
      tokenScope: 'READ',
      refusedUnder: 'none',
    });
  });
});

test('a composed operation names its parts and does what they do', async () => {
  const one = query({ name: 'one', subject: noSubject, requires: 'Public', run: (_context, _subject, _input: null) => 1 });
  const two = command({ name: 'two', input: z.null(), subject: noSubject, requires: 'Superuser', run: async () => 2 });
  const three = composed({ name: 'three', of: [one, two], run: (more: number) => 1 + 2 + more });
  const all = composed({ name: 'all', of: [three, one], run: () => 0 });
  expect(Object.entries(three)).toEqual([
    ['composedName', 'three'],
    ['composedOf', ['one', 'two']],
  ]);
  expect(all.composedOf).toEqual(['three', 'one']);
  expect(three(4)).toBe(7);
});

test('what is asked for before anything is loaded comes before a missing object', async () => {
  const world = await startDomainWorld();
  try {
    const missing = () => Promise.reject(new Error('Nothing may be loaded.'));
    const read = query({ name: 'read', admits: 'LoggedIn', subject: missing, requires: 'Superuser', run: () => 1 });
    const write = command({
      name: 'write',
      input: z.null(),
      admits: 'LoggedIn',
      subject: missing,
      requires: 'Superuser',
      run: async () => 1,
    });
    for (const operation of [read, write]) {
      expect(await outcome(operation(world.as(guest), null))).toBe('AUTHENTICATION_REQUIRED');
      expect(operation.requires).toEqual(['LoggedIn', 'Superuser']);
    }
  } finally {
    await world.stop();
  }
});
