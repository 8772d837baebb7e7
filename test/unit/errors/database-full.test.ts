import { expect, test } from 'vitest';
import { databaseFull } from '../../../src/errors/database-full.ts';

test('a full disk of the database is told from other faults, also below others', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(databaseFull(full)?.code).toBe('INSUFFICIENT_STORAGE');
  expect(databaseFull(new Error('Failed query', { cause: full }))?.code).toBe('INSUFFICIENT_STORAGE');
  expect(databaseFull(Object.assign(new Error('too many connections'), { code: '53300' }))).toBeUndefined();
});
