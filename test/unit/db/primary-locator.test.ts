import { describe, expect, it } from 'vitest';
import { PrimaryLocator } from '../../../src/db/primary-locator.ts';

const A = 'postgres://one:5432/archive';
const B = 'postgres://two:6432/archive';

/** What was found counts until the next turn of the event loop. */
function locatorOf(timelines: Map<string, number | null | Error>): PrimaryLocator {
  const look = async (address: string): Promise<number | null> => {
    const found = timelines.get(address) ?? null;
    if (found instanceof Error) throw found;
    return found;
  };
  return new PrimaryLocator([A, B], look, 0);
}

describe('the primary of several hosts', () => {
  it('is the one that is no standby', async () => {
    const locator = locatorOf(
      new Map([
        [A, null],
        [B, 1],
      ]),
    );
    expect(await locator.locate()).toEqual({ host: 'two', port: 6432 });
  });

  it('is the one on the newest timeline where one that was replaced is back', async () => {
    const locator = locatorOf(
      new Map([
        [A, 1],
        [B, 2],
      ]),
    );
    expect(await locator.locate()).toEqual({ host: 'two', port: 6432 });
  });

  it('stays the last one while none is there, and is never one that was replaced', async () => {
    const timelines = new Map<string, number | null | Error>([
      [A, new Error('away')],
      [B, 2],
    ]);
    const locator = locatorOf(timelines);
    expect(await locator.locate()).toEqual({ host: 'two', port: 6432 });
    timelines.set(A, 1).set(B, new Error('away'));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await locator.locate()).toEqual({ host: 'two', port: 6432 });
    timelines.set(A, 3);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await locator.locate()).toEqual({ host: 'one', port: 5432 });
  });
});
