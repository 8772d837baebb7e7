import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '../../src/db/client.ts';
import { briefJsonRow, type JsonColumns, jsonRow } from '../../src/db/json-row.ts';
import { createTestDatabase } from '../support/postgres.ts';

const shelf = pgTable('shelf', { id: integer().notNull(), place: text() });
const book = pgTable('book', {
  id: integer().notNull(),
  shelfId: integer('shelf_id').notNull(),
  title: text(),
  printedAt: timestamp('printed_at'),
});

let connection: DatabaseConnection;
beforeAll(async () => {
  const { url } = await createTestDatabase();
  connection = connectDatabase(url, { poolSize: 1 });
  await connection.db.execute(sql`create table shelf (id int not null, place text)`);
  await connection.db.execute(sql`create table book (id int not null, shelf_id int not null, title text, printed_at timestamp)`);
  await connection.db.execute(sql`insert into shelf values (1, 'Hall')`);
  await connection.db.execute(sql`insert into book values (7, 1, 'Atlas', '2024-02-29T12:00:00'), (8, 1, null, null)`);
});
afterAll(() => connection.close());

async function readBack(columns: JsonColumns): Promise<unknown[]> {
  const row = jsonRow(columns);
  const found = await connection.db.select({ row: row.json }).from(book).innerJoin(shelf, eq(shelf.id, book.shelfId)).orderBy(book.id);
  return found.map((one) => row.read(one.row));
}

const loud = sql<string | null>`upper(${book.title})`;

test('a row is read from its JSON as its columns are named, whatever their order', async () => {
  const atlas = { id: 7, title: 'Atlas', loud: 'ATLAS', printedAt: '2024-02-29T12:00:00', shelf: { id: 1, place: 'Hall' } };
  const untitled = { ...atlas, id: 8, title: null, loud: null, printedAt: null };
  const { id, title, printedAt } = book;
  expect(await readBack({ id, title, loud, printedAt, shelf: { id: shelf.id, place: shelf.place } })).toEqual([atlas, untitled]);
  expect(await readBack({ shelf: { place: shelf.place, id: shelf.id }, printedAt, loud, title, id })).toEqual([atlas, untitled]);
});

test('of a row that was read briefly, a column that was not read fails', async () => {
  const whole = { id: book.id, title: book.title, printedAt: book.printedAt, shelf: { id: shelf.id, place: shelf.place } };
  const brief = briefJsonRow(whole, { id: book.id, title: book.title, shelf: { place: shelf.place } });
  const found = await connection.db.select({ row: brief.json }).from(book).innerJoin(shelf, eq(shelf.id, book.shelfId)).orderBy(book.id);
  const rows = found.map((one) => brief.read(one.row));
  expect(rows.map(({ id, title, shelf: { place } }) => [id, title, place])).toEqual([
    [7, 'Atlas', 'Hall'],
    [8, null, 'Hall'],
  ]);
  for (const row of rows) {
    expect(() => row.printedAt).toThrow('printedAt was not read');
    expect(() => row.shelf.id).toThrow('id was not read');
  }
});
