import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from '../../../src/db/advisory-locks.ts';

const source = new URL('../../../src/', import.meta.url);

test('no two advisory locks have one key', () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
});

test('no file of the sources has a key of its own', () => {
  const strangers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'db/advisory-locks.ts')
    .filter((path) => {
      const text = readFileSync(new URL(path, source), 'utf8');
      return text.includes('4_711_') || (/advisory_(?:xact_)?lock/.test(text) && !text.includes('ADVISORY_LOCKS.'));
    });
  expect(strangers).toEqual([]);
});
