import { describe, expect, test } from 'vitest';
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
});
