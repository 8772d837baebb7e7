import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database, type DatabaseConnection, prepared } from '../../src/db/client.ts';
import { createTestDatabase } from '../support/postgres.ts';

/** Rows of prepared statements are what Drizzle's own reading makes of them. */
const shelf = pgTable('shelf', { id: integer().notNull(), name: text() });
const book = pgTable('book', {
  id: integer().notNull(),
  shelfId: integer('shelf_id'),
  title: text(),
  printedAt: timestamp('printed_at', { withTimezone: true }),
  tags: text().array(),
});

let connection: DatabaseConnection;
beforeAll(async () => {
  const { url } = await createTestDatabase();
  connection = connectDatabase(url, { poolSize: 1 });
  await connection.db.execute(sql`create table shelf (id int not null, name text)`);
  await connection.db.execute(sql`create table book (id int not null, shelf_id int, title text, printed_at timestamptz, tags text[])`);
  await connection.db.execute(sql`insert into shelf values (1, 'Maps'), (2, null)`);
  await connection.db.execute(
    sql`insert into book values (1, 1, 'Atlas', '2024-02-29T12:00:00Z', '{a,"b c"}'), (2, 2, null, null, null), (3, 9, 'Lost', null, '{}')`,
  );
});
afterAll(() => connection.close());

const upper = sql<string | null>`upper(${book.title})`.mapWith((loud: string) => `<${loud}>`);
const selections = {
  'columns, arrays, moments and expressions': (db: Database) =>
    db.select({ id: book.id, title: book.title, printedAt: book.printedAt, tags: book.tags, upper }).from(book).orderBy(book.id),
  'objects of a table that is joined where it can be': (db: Database) =>
    db
      .select({ book: { id: book.id, upper }, shelf: { id: shelf.id, name: shelf.name }, none: shelf.id })
      .from(book)
      .leftJoin(shelf, eq(shelf.id, book.shelfId))
      .orderBy(book.id),
  'objects whose first column is null, of one table and of two': (db: Database) =>
    db
      .select({ named: { name: shelf.name, id: shelf.id }, mixed: { name: shelf.name, title: book.title }, sure: { title: book.title } })
      .from(book)
      .leftJoin(shelf, eq(shelf.id, book.shelfId))
      .orderBy(book.id),
  'an aliased expression': (db: Database) =>
    db
      .select({ upper: upper.as('loud') })
      .from(book)
      .orderBy(book.id),
};

test.each(Object.entries(selections))('%s', async (_what, select) => {
  const statement = prepared((db) => select(db).prepare('books'));
  const expected = await select(connection.db);
  expect(expected).toHaveLength(3);
  expect(await statement(connection.db).execute()).toStrictEqual(expected);
});

test('objects within objects are left to Drizzle', async () => {
  const select = (db: Database) => db.select({ book: { of: { id: book.id } } } as never).from(book);
  const statement = prepared((db) => select(db).prepare('deep'));
  expect(await statement(connection.db).execute()).toEqual(await select(connection.db));
});
