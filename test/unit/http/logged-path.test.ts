import { expect, test } from 'vitest';
import { loggedPath } from '../../../src/http/logged-path.ts';

test.each([
  ['/api/workflows/0b8a4c1e-1111-4222-8333-444455556666', '/api/workflows/***'],
  ['/api/v1/workflows/0b8a4c1e/', '/api/v1/workflows/***'],
  ['//api//workflows//0b8a4c1e', '//api//workflows//***'],
  ['/API/Workflows/0b8a4c1e', '/API/Workflows/***'],
  ['/api/workflows/a\nb', '/api/workflows/***'],
  ['/api/builtin-users/correct-horse/key/true', '/api/builtin-users/***'],
  ['/api/builtin-users', '/api/builtin-users'],
  ['/api/admin/workflows/7', '/api/admin/workflows/7'],
  ['/api/datasets/7', '/api/datasets/7'],
  ['/api/workflows', '/api/workflows'],
])('%j is logged as %j', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
