import { expect, test } from 'vitest';
import { Turns } from '../../../src/rest-compat/turns.ts';

test('work is done one after the other in the order in which it came, also after a failure, with room for others between', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const work = (name: string, fails = false) =>
    turns.take(async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = [work('first'), work('second', true), work('third')];
  expect(await Promise.allSettled(all)).toEqual([
    { status: 'fulfilled', value: 'first' },
    { status: 'rejected', reason: new Error('second') },
    { status: 'fulfilled', value: 'third' },
  ]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});
