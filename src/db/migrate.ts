import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { repositoryPath } from '../repository-path.ts';
import { connectDatabase } from './client.ts';
import { openQueuePool } from './queue-pool.ts';

/**
 * Migrates the database to the current schema, including the job queue. Safe to call by several processes at once; quick when there is
 * nothing to do.
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
      // A connection that is lost fails the migration itself.
      const { pool, close } = await openQueuePool(url, 1, () => undefined);
      try {
        await runMigrations({ pgPool: pool });
      } finally {
        await close();
      }
    }
  } finally {
    await connection.close();
  }
}
