import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { repositoryPath } from '../repository-path.ts';
import { connectDatabase } from './client.ts';

/**
 * Brings the database to the current tables, those of the job queue included. Safe to call by several processes at
 * once; quick when there is nothing to do.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const connection = connectDatabase(url, { poolSize: 1 });
  try {
    await connection.db.execute(sql`select pg_advisory_lock(${ADVISORY_LOCKS.migration})`);
    await migrate(connection.db, { migrationsFolder: repositoryPath('src/db/migrations') });
    const [queue] = await connection.db.execute<{ present: boolean }>(
      sql`select to_regclass('graphile_worker.migrations') is not null as present`,
    );
    if (queue?.present !== true) {
      // Loaded only here: a warm start does without it until the first job runs.
      const { runMigrations } = await import('graphile-worker');
      await runMigrations({ connectionString: url });
    }
  } finally {
    await connection.close();
  }
}
