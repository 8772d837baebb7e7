import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase, type Database } from '../db/client.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { findRunningDatabase } from '../db/embedded/running-database.ts';
import { StartupError } from '../errors/startup-error.ts';
import { requireExternalDatabase } from '../external-database.ts';
import { acquireInstanceLock } from '../instance-lock.ts';

/** A database that a task looks at. */
export interface OpenDatabase {
  readonly db: Database;
  /** Where it is, for a connection with other rules. */
  readonly url: string;
  close(): Promise<void>;
}

async function hasCluster(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** Starts the embedded database for the task only; no server can start on the folder in the meantime. */
async function startOwn(dataDir: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const lock = await acquireInstanceLock(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    return {
      url: postgres.url,
      stop: async () => {
        await postgres.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Connects to the database of an installation, whether a server runs on it or not. Makes and migrates nothing.
 * @throws StartupError when there is none, or it cannot be reached or started.
 */
export async function openDatabase({
  dataDir,
  databaseUrl,
}: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    await requireExternalDatabase(databaseUrl);
    const { db, close } = connectDatabase(databaseUrl, { poolSize: 2 });
    return { db, url: databaseUrl, close };
  }
  if (!(await hasCluster(dataDir))) {
    throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to those of the installation.`);
  }
  // The lock tells whether a server lives; a PostgreSQL alone may be what a killed one has left.
  const own = await startOwn(dataDir).catch(async (error: unknown) => {
    const running = error instanceof StartupError ? await findRunningDatabase(dataDir) : undefined;
    if (running === undefined) throw error;
    return { url: running, stop: undefined };
  });
  const { db, close } = connectDatabase(own.url, { poolSize: 2 });
  return {
    db,
    url: own.url,
    close: async () => {
      await close();
      await own.stop?.();
    },
  };
}
