import { expect, test } from 'vitest';
import { openQueuePool } from '../../../src/db/queue-pool.ts';
import { createTestDatabase } from '../../support/postgres.ts';

test('a connection that is released twice goes back to the pool once', async () => {
  const database = await createTestDatabase();
  const { pool, close } = await openQueuePool(database.url, 1, () => undefined);
  await new Promise<void>((resolve, reject) => {
    pool.connect((error, _client, release) => {
      if (error !== undefined) return reject(error);
      release();
      release();
      resolve();
    });
  });
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await close();
  await database.drop();
});

test('a listener that wants another connection after the end is refused, and may try to release what it did not get', async () => {
  const database = await createTestDatabase();
  const { pool, close } = await openQueuePool(database.url, 1, () => undefined);
  await close();
  const message = await new Promise((resolve) => {
    pool.connect((error, _client, release?: () => void) => {
      release?.();
      resolve(error?.message);
    });
  });
  expect(message).toContain('after calling end on the pool');
  await database.drop();
});
