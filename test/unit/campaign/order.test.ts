import { expect, test } from 'vitest';
import { inTime } from '../../../campaign/in-time.ts';
import { shuffled } from '../../../campaign/random.ts';

const CASES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

test('cases end with the time, also in the middle of a round', () => {
  let clock = 0;
  const sent: string[] = [];
  for (const name of inTime(CASES, 30, () => clock)) {
    sent.push(name);
    clock += 10;
  }
  expect(sent).toEqual(['a', 'b', 'c']);
});

test('one case is sent however little time there is', () => {
  expect([...inTime(CASES, 0, () => 1)]).toEqual(['a']);
  expect([...inTime(CASES, Number.POSITIVE_INFINITY)]).toEqual(CASES);
});

test('a seed gives one order of all', () => {
  expect(shuffled(CASES, 7)).toEqual(shuffled(CASES, 7));
  expect(shuffled(CASES, 7)).not.toEqual(shuffled(CASES, 8));
  expect(shuffled(CASES, 7).toSorted()).toEqual(CASES);
});
