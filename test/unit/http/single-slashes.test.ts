import { expect, test } from 'vitest';
import { withSingleSlashes } from '../../../src/http/single-slashes.ts';

test.each([
  ['/api/info/version', '/api/info/version'],
  ['/api//info///version', '/api/info/version'],
  ['//api/info/version/', '/api/info/version/'],
  ['//evil.example/x', '/evil.example/x'],
  ['/api//info?next=https://example.org//a', '/api/info?next=https://example.org//a'],
  ['/api/info?next=//a', '/api/info?next=//a'],
  ['/api/pids/doi%2F%2Fx', '/api/pids/doi%2F%2Fx'],
  ['http://127.0.0.1/api//info', 'http://127.0.0.1/api//info'],
  ['*', '*'],
])('%s is taken for %s', (target, taken) => {
  expect(withSingleSlashes(target)).toBe(taken);
});
