import { describe, expect, test, vi } from 'vitest';
import type { Neighbours } from '../../../src/neighbours.ts';
import { makeNeighbourhood } from '../../support/neighbours-of.ts';
import { accountActor, guestActor, privateUrlActor, systemActor } from '../../../src/kernel/actor.ts';
import { createRateLimiter } from '../../../src/kernel/rate-limiter.ts';
import { settingCatalog, type SettingName } from '../../../src/model/settings/setting-catalog.ts';
import type { SettingsSource } from '../../../src/kernel/ports/settings-source.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';

const options = { passesAdminGate: false };
const guest = guestActor(options);
const [anna, ben] = [1, 2].map((id) => accountActor({ id, userName: `user${id}`, superuser: false }, options));
const superuser = accountActor({ id: 3, userName: 'root', superuser: true }, options);
const TIERS = ':RateLimitingDefaultCapacityTiers';
const RULES = ':RateLimitingCapacityByTierAndAction';

/** A limiter, its settings and its clock. */
function limited(values: Partial<Record<SettingName, string>>, neighbours?: Neighbours) {
  let stored = new Map<string, unknown>();
  const set = (next: Partial<Record<SettingName, string>>) => {
    stored = new Map(Object.entries(next).map(([name, value]) => [name, settingCatalog[name as SettingName].parse(value)]));
  };
  set(values);
  let minutes = 1000;
  const limiter = createRateLimiter(
    { get: ((name: string) => stored.get(name)) as SettingsSource['get'] },
    () => minutes * 60_000 + 30_000,
    neighbours,
  );
  /** How many of so many calls were let through. */
  const passed = (actor = guest, calls = 20, operation = 'viewCollection') => {
    let count = 0;
    for (let call = 0; call < calls; call++) {
      try {
        limiter.take(actor, operation);
        count += 1;
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'RATE_LIMITED' && error.message.includes(operation))) throw error;
      }
    }
    return count;
  };
  return { set, passed, list: () => limiter.list(), wait: (more: number) => (minutes += more) };
}

describe('limits on calls', () => {
  test('count what any process behind the port lets through, for those that come later, too', async () => {
    const { join } = makeNeighbourhood();
    const first = limited({ [TIERS]: '6,6' }, join());
    const second = limited({ [TIERS]: '6,6' }, join());
    expect([first.passed(guest, 2), second.passed(guest, 3), first.passed(guest, 1)]).toEqual([2, 3, 1]);
    const third = limited({ [TIERS]: '6,6' }, join());
    await vi.waitFor(() => expect(third.list()).toHaveLength(1));
    expect([first.passed(guest), second.passed(guest), third.passed(guest)]).toEqual([0, 0, 0]);
    expect([second.passed(anna, 4), first.passed(anna)]).toEqual([4, 2]);
  });

  test('are none without a setting, for -1, beyond the tiers that are named, and for superusers and the server', () => {
    expect(limited({}).passed()).toBe(20);
    const { passed } = limited({ [TIERS]: '-1' });
    expect([passed(guest), passed(anna)]).toEqual([20, 20]);
    const none = limited({ [TIERS]: '0,0' });
    expect([none.passed(guest), none.passed(anna), none.passed(superuser), none.passed(systemActor())]).toEqual([0, 0, 20, 20]);
  });

  test('count each operation and each account on its own, and all guests together', () => {
    const { passed } = limited({ [TIERS]: '3,5' });
    expect([passed(guest), passed(privateUrlActor(7, options)), passed(guest, 20, 'viewDataset')]).toEqual([3, 0, 3]);
    expect([passed(anna), passed(ben), passed(anna, 20, 'viewDataset')]).toEqual([5, 5, 5]);
  });

  test('of a tier and an operation win over those of the tier', () => {
    const rules = [
      { tier: 0, limitPerHour: 2, actions: ['viewCollection', 'viewDataset'] },
      { tier: 1, limitPerHour: -1, actions: ['viewCollection'] },
    ];
    const { passed } = limited({ [TIERS]: '4,4', [RULES]: JSON.stringify(rules) });
    expect([passed(guest), passed(guest, 20, 'viewDataset'), passed(guest, 20, 'viewFile')]).toEqual([2, 2, 4]);
    expect([passed(anna), passed(anna, 20, 'viewDataset')]).toEqual([20, 4]);
    const alone = limited({ [RULES]: JSON.stringify(rules) });
    expect([alone.passed(guest), alone.passed(guest, 20, 'viewFile')]).toEqual([2, 20]);
  });

  test('are given back by the minute, and never more than an hour holds', () => {
    const { passed, wait } = limited({ [TIERS]: '120' });
    expect(passed(guest, 200)).toBe(120);
    wait(1);
    expect(passed(guest, 200)).toBe(2);
    expect(passed(guest, 200)).toBe(0);
    wait(500);
    expect(passed(guest, 200)).toBe(120);
    const slow = limited({ [TIERS]: '1' });
    expect(slow.passed()).toBe(1);
    for (let minute = 0; minute < 59; minute++) {
      slow.wait(1);
      expect(slow.passed()).toBe(0);
    }
    slow.wait(1);
    expect(slow.passed()).toBe(1);
  });

  test('begin anew with other rules, and not when the same are read again or the tiers change', () => {
    const rules = JSON.stringify([{ tier: 0, limitPerHour: 2, actions: ['viewCollection'] }]);
    const { passed, set } = limited({ [RULES]: rules });
    expect(passed()).toBe(2);
    set({ [RULES]: rules, [TIERS]: '9' });
    expect(passed()).toBe(0);
    set({ [RULES]: rules.replace('2', '3') });
    expect(passed()).toBe(3);
    set({ [TIERS]: '4' });
    expect(passed()).toBe(4);
  });

  test('are told with what is left now', () => {
    const { passed, wait, list } = limited({ [TIERS]: '60,2' });
    passed(guest, 10);
    passed(anna, 3);
    wait(3);
    expect(list()).toMatchObject([
      { identifier: ':guest', operation: 'viewCollection', limitPerHour: 60, callsLeft: 53 },
      { identifier: '@user1', operation: 'viewCollection', limitPerHour: 2, callsLeft: 0, lastCalledAt: new Date(1000 * 60_000 + 30_000) },
    ]);
  });

  test('forget callers that have been idle for long', () => {
    const { passed, wait } = limited({ [TIERS]: '5,1' });
    const many = (from: number) => {
      for (let id = from; id < from + 10_001; id++) passed(accountActor({ id, userName: `u${id}`, superuser: false }, options), 1);
    };
    many(10);
    wait(61);
    many(50_000);
    expect(passed(accountActor({ id: 10, userName: 'u10', superuser: false }, options), 2)).toBe(1);
  });
});
