import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARRAY_TYPES } from '../../src/db/array-types.ts';
import { connectDatabase, type DatabaseConnection } from '../../src/db/client.ts';
import { createTestDatabase } from '../support/postgres.ts';

let connection: DatabaseConnection;
const sent: string[] = [];

beforeAll(async () => {
  connection = connectDatabase((await createTestDatabase()).url, { poolSize: 1, onStatement: (text) => sent.push(text) });
});
afterAll(() => connection.close());

test('a new connection sends what it is asked to and nothing of its own, which could fail unobserved', async () => {
  await connection.db.execute(sql`select 1`);
  expect(sent).toEqual(['select 1']);
});

test.each([
  ['int', [1, -2]],
  ['bigint', ['9007199254740993']],
  ['float8', [0.5, -2]],
  ['text', ['', 'a b', 'a,b', '{c}', '"d"', String.raw`\e\\`, "f'", 'NULL', 'ü']],
  ['uuid', ['7a5b4f5e-94c0-4d83-9f0e-0c7d6a1b2c3d']],
  ['text', []],
])('an array of %s is read as it was written', async (type, values) => {
  const rows = await connection.db.execute<{ read: unknown }>(sql`select ${sql.param(values)}::${sql.raw(type)}[] as read`);
  expect(rows[0]?.read).toEqual(values);
});

test('every array column of the database is of a type that the driver knows', async () => {
  const rows = await connection.db.execute<{ type: number; column: string }>(sql`
    select a.atttypid::int as type, c.relname || '.' || a.attname as column
    from pg_attribute a inner join pg_class c on c.oid = a.attrelid inner join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and t.typcategory = 'A'`);
  const known: number[] = Object.values(ARRAY_TYPES).map(({ to }) => to);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ type }) => !known.includes(type))).toEqual([]);
});
