import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { withDatabase } from './database-url.ts';
import type { TestTemplates } from './global-setup.ts';

/** A database of one test's own. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

// Creations queue up here: two at once make each other wait inside the server, and may fail on the template.
const CREATION_LOCK = 7_216_053;

/** Makes a fresh database as a copy of one of the run's templates, or without anything. */
export async function createTestDatabase(template: keyof TestTemplates | 'empty' = 'migrated'): Promise<TestDatabase> {
  const serverUrl = inject('testServerUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, async (sql) => {
    await sql`select pg_advisory_lock(${CREATION_LOCK})`;
    await sql`create database ${sql(name)} template ${sql(template === 'empty' ? 'template0' : inject('testTemplates')[template])}`;
  });
  return {
    url: withDatabase(serverUrl, name),
    drop: () =>
      onServer(serverUrl, async (sql) => {
        await sql`drop database if exists ${sql(name)} with (force)`;
      }),
  };
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
