import { describe, expect, test } from 'vitest';
import type { DomainError } from '../../src/errors/domain-error.ts';
import { HeldBodies } from '../../src/held-bodies.ts';

/** Bodies that note who was given up. */
function bodiesOf(mostBytes: number) {
  const bodies = new HeldBodies(mostBytes);
  const givenUp: string[] = [];
  const hold = (name: string) => bodies.hold(({ code }: DomainError) => givenUp.push(`${name} ${code}`));
  return { hold, givenUp };
}

describe('bodies that are gathered', () => {
  test('refuse the largest if they are too large in total, whichever grows', () => {
    const { hold, givenUp } = bodiesOf(10_000);
    const [small, large, middle] = [hold('small'), hold('large'), hold('middle')];
    large.grow(5_000);
    middle.grow(4_000);
    expect(givenUp).toEqual([]);
    small.grow(1_000);
    expect(givenUp).toEqual(['large SERVICE_UNAVAILABLE']);
    large.grow(1_000_000);
    small.grow(1_000);
    middle.grow(1_000);
    expect(givenUp).toHaveLength(1);
    small.grow(5_000);
    expect(givenUp).toEqual(['large SERVICE_UNAVAILABLE', 'small SERVICE_UNAVAILABLE']);
  });

  test('make room when they are released', () => {
    const { hold, givenUp } = bodiesOf(10_000);
    for (let index = 0; index < 10; index++) {
      const body = hold(String(index));
      body.grow(9_000);
      body.release();
      body.release();
    }
    expect(givenUp).toEqual([]);
  });

  test('cost something for each piece', () => {
    const { hold, givenUp } = bodiesOf(100_000);
    const trickle = hold('trickle');
    for (let piece = 0; piece < 1_000; piece++) trickle.grow(1);
    expect(givenUp).toEqual(['trickle SERVICE_UNAVAILABLE']);
  });
});
