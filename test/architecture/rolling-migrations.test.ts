import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { breakingStatements } from '../../tools/breaking-statements.ts';

const MIGRATIONS = fileURLToPath(new URL('../../src/db/migrations', import.meta.url));
/** The rule is younger than those up to here. */
const FIRST_NUMBER = 47;

test('servers of the release before go on with the tables of each migration, or the migration says why not', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  expect(files.length).toBeGreaterThan(40);
  const faults: string[] = [];
  for (const name of files.filter((one) => Number(one.slice(0, 4)) >= FIRST_NUMBER)) {
    for (const { statement, why } of breakingStatements(await readFile(join(MIGRATIONS, name), 'utf8'))) {
      faults.push(`${name}: ${statement.slice(0, 120)} (${why}); see "How a table is changed" in CONTRIBUTING.md`);
    }
  }
  expect(faults).toEqual([]);
});

test.each([
  'ALTER TABLE "dataset" DROP COLUMN "title";',
  'ALTER TABLE "dataset" RENAME COLUMN "title" TO "name";',
  'ALTER TABLE "dataset" ALTER COLUMN "id" SET DATA TYPE bigint;',
  'ALTER TABLE "dataset" ALTER COLUMN "title" SET NOT NULL;',
  'ALTER TABLE "dataset" ADD COLUMN "title" text NOT NULL;',
  'ALTER TABLE "dataset" ADD CONSTRAINT "dataset_title_check" CHECK (title <> \'\');',
  'CREATE UNIQUE INDEX "dataset_title_key" ON "dataset" ("title");',
  'DROP TABLE "dataset";',
  'LOCK TABLE dataset;',
  "SELECT 1;--> statement-breakpoint\nALTER TYPE \"node_kind\" RENAME VALUE 'A' TO 'B';",
])('a running server may fail on %s', (sql) => {
  expect(breakingStatements(sql)).toHaveLength(1);
});

test.each([
  'ALTER TABLE "dataset" ADD COLUMN "title" text;',
  'ALTER TABLE "dataset" ADD COLUMN "title" text DEFAULT \'none\' NOT NULL;',
  'CREATE INDEX "dataset_title_idx" ON "dataset" ("title");',
  'CREATE TABLE "word" ("id" serial PRIMARY KEY);--> statement-breakpoint\nCREATE UNIQUE INDEX "word_key" ON "word" ("id");',
  'ALTER TYPE "node_kind" ADD VALUE \'LINK\';',
  "UPDATE dataset SET title = 'DROP TABLE';",
  'CREATE FUNCTION f() RETURNS int AS $$ BEGIN DROP TABLE x; END $$ LANGUAGE plpgsql;',
  '-- breaks running servers: since 0.2 nothing reads it any more\nALTER TABLE "dataset" DROP COLUMN "title";',
])('a running server goes on with %s', (sql) => {
  expect(breakingStatements(sql)).toEqual([]);
});
