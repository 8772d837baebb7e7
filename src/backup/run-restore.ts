/** The task `restore`: a snapshot into an installation that has nothing yet. */
import { createReadStream } from 'node:fs';
import type { Sql } from 'postgres';
import { connectDatabase } from '../db/client.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { StartupError } from '../errors/startup-error.ts';
import { requireExternalDatabase } from '../external-database.ts';
import { acquireInstanceLock } from '../instance-lock.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { readRestoreArguments } from './backup-arguments.ts';
import { listSnapshots, readStored, snapshotPath, storedPath } from './backup-folder.ts';
import { loadTables } from './load-tables.ts';
import type { BackupOptions } from './run-backup.ts';
import { verifySnapshot } from './verify-snapshot.ts';

/** Runs work on a database to which no server speaks. */
async function withDatabase<Result>(
  { dataDir, databaseUrl }: Pick<BackupOptions, 'dataDir' | 'databaseUrl'>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const lock = await acquireInstanceLock(dataDir);
  try {
    if (databaseUrl !== undefined) {
      await requireExternalDatabase(databaseUrl);
      return await work(databaseUrl);
    }
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      return await work(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    await lock.release();
  }
}

/** @throws StartupError where an installation has begun: its first account is made at its first start */
async function requireNothing(sql: Sql): Promise<void> {
  const [found] = await sql<{ present: boolean }[]>`select to_regclass('public.user_account') is not null as present`;
  if (found?.present !== true) return;
  const [account] = await sql<{ any: boolean }[]>`select exists (select from public.user_account) as any`;
  if (account?.any === true) throw new StartupError('The database holds an installation already: restore into an empty one.');
}

async function restoreBytes(storage: FileStorage, folder: string, snapshot: string): Promise<number> {
  const here = new Set(storage.stores.map(({ driver }) => driver));
  const unknown = new Set<string>();
  let count = 0;
  for await (const { driver } of readStored(folder, snapshot)) {
    count += 1;
    if (!here.has(driver)) unknown.add(driver);
  }
  if (unknown.size > 0) throw new StartupError(`Stores of the backup are not configured here: ${[...unknown].join(', ')}.`);
  for await (const { sizeBytes, sha256: _sha256, ...location } of readStored(folder, snapshot)) {
    // A run that was interrupted has brought it.
    if ((await storage.sizeOf(location)) === sizeBytes) continue;
    const staged = await storage.stage(createReadStream(storedPath(folder, location)), {
      fileName: location.storageId,
      suppliedContentType: null,
      checksumAlgorithm: 'MD5',
      maximumBytes: null,
    });
    try {
      await storage.keep(staged, location);
    } finally {
      await storage.discard(staged);
    }
  }
  return count;
}

/** Restores a snapshot after it was read whole. @throws StartupError */
export async function runRestore(given: readonly string[], options: BackupOptions): Promise<boolean> {
  const { folder, snapshot } = readRestoreArguments(given);
  const names = await listSnapshots(folder);
  const name = snapshot ?? names.at(-1);
  if (name === undefined || !names.includes(name)) {
    throw new StartupError(`${folder} holds ${names.length === 0 ? 'no backup' : `the backups ${names.join(', ')}`}.`);
  }
  const { manifest, faults } = await verifySnapshot(folder, name);
  for (const fault of faults) options.report.line(`${fault}.`);
  if (faults.length > 0) throw new StartupError(`${name} is damaged: nothing was restored.`);
  await withDatabase(options, async (url) => {
    const { sql, close } = connectDatabase(url, { poolSize: 1 });
    try {
      await requireNothing(sql);
      await migrateDatabase(url);
      const count = await restoreBytes(options.storage, folder, name);
      await loadTables(url, manifest, `${snapshotPath(folder, name)}/tables`);
      await sql.unsafe('analyze');
      options.report.line(`${name}: ${manifest.tables.length} tables and ${count} files are restored.`);
    } finally {
      await close();
    }
  });
  options.report.line('Put secret-keys of the installation into DATA_DIR, or set SECRET_KEYS, and start the server.');
  return true;
}
