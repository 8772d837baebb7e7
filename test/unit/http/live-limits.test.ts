import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makeNeighbourhood } from '../../support/neighbours-of.ts';
import { LiveLimits } from '../../../src/http/live/live-limits.ts';

const refused = expect.objectContaining({ code: 'TOO_MANY_SUBSCRIPTIONS' });

describe('the places of streams', () => {
  test('are those of an account wherever it comes from, and of the guests of an address', () => {
    const limits = new LiveLimits({ all: 100, perAccount: 2, perAddress: 1 });
    const first = limits.subscribe({ account: 1, address: '192.0.2.1', characters: 100 });
    limits.subscribe({ account: 1, address: '192.0.2.2', characters: 100 });
    expect(() => limits.subscribe({ account: 1, address: '192.0.2.3', characters: 100 })).toThrow(refused);
    limits.subscribe({ account: 2, address: '192.0.2.1', characters: 100 });
    limits.subscribe({ account: null, address: '192.0.2.1', characters: 100 });
    expect(() => limits.subscribe({ account: null, address: '192.0.2.1', characters: 100 })).toThrow(refused);
    first();
    first();
    limits.subscribe({ account: 1, address: '192.0.2.3', characters: 100 });
    expect(() => limits.subscribe({ account: 1, address: '192.0.2.3', characters: 100 })).toThrow(refused);
  });

  test('are bounded for the process; a refusal takes none', () => {
    const limits = new LiveLimits({ all: 1, perAccount: 9, perAddress: 9 });
    const one = limits.connect('192.0.2.1');
    expect(() => limits.connect('192.0.2.2')).toThrow(refused);
    one();
    limits.connect('192.0.2.2');
    limits.subscribe({ account: 1, address: undefined, characters: 100 });
    expect(() => limits.subscribe({ account: 2, address: undefined, characters: 100 })).toThrow(refused);
  });

  test('are bounded by what subscriptions keep in memory', () => {
    const limits = new LiveLimits({ all: 1_000, perAccount: 1_000, perAddress: 1_000 });
    const long = { account: 1, address: '192.0.2.1', characters: 600_000 };
    const one = limits.subscribe(long);
    expect(() => limits.subscribe(long)).toThrow(refused);
    limits.subscribe({ ...long, account: 2 });
    one();
    limits.subscribe(long);
  });

  test('of an account count in all processes behind the port, until one of these ends', async () => {
    const neighbourhood = makeNeighbourhood();
    const bounds = { all: 2, perAccount: 3, perAddress: 1 };
    const [first, second] = [new LiveLimits(bounds, neighbourhood.join()), new LiveLimits(bounds, neighbourhood.join())];
    const one = { account: 1, address: undefined, characters: 1 };
    first.subscribe(one);
    const giveBack = first.subscribe(one);
    second.subscribe(one);
    expect(() => second.subscribe(one)).toThrow(refused);
    giveBack();
    second.subscribe(one);
    // One that comes later is told what the others have; what all have together is a bound of each process.
    const third = new LiveLimits(bounds, neighbourhood.join());
    await turn();
    expect(() => third.subscribe(one)).toThrow(refused);
    third.subscribe({ ...one, account: 2 });
    neighbourhood.leave(2);
    third.subscribe(one);
    expect(() => third.subscribe({ ...one, account: 3 })).toThrow(refused);
  });
});
