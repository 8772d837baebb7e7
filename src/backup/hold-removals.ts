import { ADVISORY_LOCKS } from '../db/advisory-locks.ts';
import { connectDatabase } from '../db/client.ts';
import { StartupError } from '../errors/startup-error.ts';

/**
 * Does work while no server deletes bytes of files: what the tables of a moment name stays in the stores until it is copied. The lock is of the
 * connection, so that it ends with a process that is killed. @throws StartupError where another backup is being made
 */
export async function holdRemovals<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const { sql, close } = connectDatabase(url, { poolSize: 1 });
  try {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${ADVISORY_LOCKS.backup}::bigint) as taken`;
    if (row?.taken !== true) throw new StartupError('Another backup of this installation is being made.');
    return await work();
  } finally {
    await close();
  }
}
