import { expect, test } from 'vitest';
import { pagesAround } from '../../../src/rest-compat/records/numbered-pages.ts';

// Source: users-admin.md 8.1.
test.each([
  [1, 1, [1]],
  [2, 4, [1, 2, 3, 4]],
  [1, 7, [1, 2, 3, 4, 5]],
  [3, 7, [1, 2, 3, 4, 5]],
  [4, 7, [2, 3, 4, 5, 6]],
  [5, 7, [3, 4, 5, 6, 7]],
  [6, 7, [3, 4, 5, 6, 7]],
  [7, 7, [3, 4, 5, 6, 7]],
])('page %i of %i names the pages %j', (page, pageCount, pages) => {
  expect(pagesAround(page, pageCount)).toEqual(pages);
});
