import { expect, test } from 'vitest';
import { readSearch } from '../../../src/domain/access/accounts/administration/list-accounts.ts';

// Source: users-admin.md 8.1.
test.each([
  ['', []],
  [' , "" ,', []],
  ['Ada', ['ada']],
  ['ada, "Brandt"', ['ada', 'brandt']],
  ['a ad ada b', ['ada', 'b']],
  ['100% _x', ['100%', '_x']],
])('%j searches for %j', (term, beginnings) => {
  expect(readSearch(term)).toEqual(beginnings);
});
