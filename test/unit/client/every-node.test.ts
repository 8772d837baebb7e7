import { expect, test } from 'vitest';
import { everyNode } from '../../../packages/client/pages.ts';
import { gather } from '../../support/gather.ts';

test('pages follow each other by their cursors, and one that does not move is the last', async () => {
  const asked: (string | null)[] = [];
  const page = (nodes: readonly number[], endCursor: string | null, hasNextPage = true) => ({
    nodes,
    pageInfo: { hasNextPage, endCursor },
  });
  const pages = new Map([
    [null, page([1, 2], 'a')],
    ['a', page([], 'b')],
    ['b', page([3], 'b')],
  ]);
  const nodes = everyNode((after) => {
    asked.push(after);
    return Promise.resolve(pages.get(after) ?? page([], null, false));
  });
  expect(await gather(nodes)).toEqual([1, 2, 3]);
  expect(asked).toEqual([null, 'a', 'b']);
});
