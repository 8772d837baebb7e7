import { expect, test } from 'vitest';
import { pauseSeconds } from '../../../packages/client/pause.ts';

const told = (value: string): { readonly headers: Headers } => ({ headers: new Headers({ 'Retry-After': value }) });

test('a pause is as long as the server says, within reason, and longer each time where it says nothing', () => {
  expect(pauseSeconds(told('7'), 3)).toBe(7);
  expect(pauseSeconds(told('3600'), 0)).toBe(30);
  for (const silent of [undefined, told('soon'), told('-1')]) {
    expect([0, 1, 2].map((attempt) => pauseSeconds(silent, attempt))).toEqual([0.25, 0.5, 1]);
  }
  expect(pauseSeconds(undefined, 20)).toBe(30);
});
