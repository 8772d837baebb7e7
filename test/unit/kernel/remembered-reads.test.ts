import { describe, expect, test } from 'vitest';
import { connectDatabase } from '../../../src/db/client.ts';
import { RememberedReads } from '../../../src/kernel/remembered-reads.ts';

/** Databases that nothing is asked of: no connection is opened before the first statement. */
const database = () => connectDatabase('postgres://127.0.0.1:1/none').db;

/** A read that counts how often it was made. */
function counted() {
  let times = 0;
  return {
    load: async () => {
      times += 1;
      return { times };
    },
    get times() {
      return times;
    },
  };
}

describe('reads that are remembered', () => {
  test('are made once under a key, also by those who ask at the same time', async () => {
    const reads = new RememberedReads<{ times: number }>(1000, () => 1);
    const db = database();
    const source = counted();
    const both = await Promise.all([reads.read(db, 'a', source.load), reads.read(db, 'a', source.load)]);
    expect(both).toEqual([{ times: 1 }, { times: 1 }]);
    expect(await reads.read(db, 'a', source.load)).toBe(both[0]);
    expect(await reads.read(db, 'b', source.load)).toEqual({ times: 2 });
  });

  test('are those of one database', async () => {
    const reads = new RememberedReads<{ times: number }>(1000, () => 1);
    const source = counted();
    await reads.read(database(), 'a', source.load);
    expect(await reads.read(database(), 'a', source.load)).toEqual({ times: 2 });
  });

  test('are forgotten where they are not to be kept, too large, or failed', async () => {
    const reads = new RememberedReads<{ times: number }>(1000, ({ times }) => (times === 2 ? 10 : 1));
    const db = database();
    const source = counted();
    expect(await reads.read(db, 'a', source.load, () => false)).toEqual({ times: 1 });
    expect(await reads.read(db, 'a', source.load)).toEqual({ times: 2 });
    expect(await reads.read(db, 'a', source.load)).toEqual({ times: 3 });
    await expect(reads.read(db, 'b', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await reads.read(db, 'b', source.load)).toEqual({ times: 4 });
  });

  test('are no more than was said', async () => {
    const reads = new RememberedReads<{ times: number }>(200, () => 1);
    const db = database();
    const source = counted();
    for (let key = 0; key < 150; key += 1) await reads.read(db, String(key), source.load);
    await reads.read(db, '149', source.load);
    expect(source.times).toBe(150);
    await reads.read(db, '0', source.load);
    expect(source.times).toBe(151);
  });
});
