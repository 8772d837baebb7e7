/** The task `backup`, on the machine of the installation. Tables are read first: what they name is in the stores by then. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openDatabase } from '../doctor/open-database.ts';
import { StartupError } from '../errors/startup-error.ts';
import { makeFolder } from '../make-folder.ts';
import { softwareVersion } from '../software-version.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { readBackupArguments } from './backup-arguments.ts';
import { listSnapshots, type Manifest, readStored, snapshotPath, type StoredEntry, storedPath, writeWhole } from './backup-folder.ts';
import { copyStores } from './copy-stores.ts';
import { dumpTables } from './dump-tables.ts';
import { copyHashed } from './hashed-copy.ts';
import { holdRemovals } from './hold-removals.ts';
import { verifySnapshot } from './verify-snapshot.ts';

export interface BackupOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly storage: FileStorage;
  readonly report: { line(text: string): void; progress(text: string): void };
}

/** Bytes that the newest snapshot has; stores lose bytes, but none come back. */
async function* earlierBytes(folder: string): AsyncGenerator<StoredEntry> {
  const newest = (await listSnapshots(folder)).at(-1);
  if (newest !== undefined) yield* readStored(folder, newest);
}

function* linesFor(stored: readonly StoredEntry[]): Generator<Buffer> {
  for (const entry of stored) yield Buffer.from(`${JSON.stringify(entry)}\n`);
}

async function makeSnapshot(folder: string, { dataDir, databaseUrl, storage, report }: BackupOptions): Promise<void> {
  const createdAt = new Date().toISOString();
  const name = createdAt.replaceAll(/[:.]/g, '-');
  // It has its name only once it is whole.
  const unfinished = snapshotPath(folder, `.${name}`);
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await makeFolder(folder);
    const { dump, stored, count } = await holdRemovals(database.url, async () => {
      const tables = await dumpTables(database.url, join(unfinished, 'tables'));
      report.line(`${tables.tables.length} tables are written.`);
      const copied = await copyStores(storage, folder, earlierBytes(folder), (done) =>
        report.progress(`${done.copied} files copied (${Math.round(done.copiedBytes / 1e6)} MB), ${done.present} there before`),
      );
      return { dump: tables, ...copied };
    });
    const { sha256 } = await copyHashed(Readable.from(linesFor(stored)), join(unfinished, 'files.jsonl'));
    const bytes = stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const { version } = await softwareVersion();
    const files = { count: stored.length, bytes, sha256 };
    const manifest: Manifest = { format: 'archivolt-backup', version: 1, software: version, createdAt, ...dump, files };
    await writeWhole(join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    await rename(unfinished, snapshotPath(folder, name));
    report.line(`${name}: ${stored.length} files, of which ${count.copied} are new, in ${folder}.`);
    report.line('The file secret-keys of DATA_DIR, or SECRET_KEYS, is kept elsewhere: the backup is worth little without it.');
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await database.close();
  }
}

/**
 * Copies bytes again that have rotted in the folder since an earlier backup: of the same size they are taken for present. Those of the
 * store may have rotted themselves, or be gone by now; then what is left in the folder stays, and is named once more.
 * @returns how many are as they were written now
 */
async function copyAnew(folder: string, damaged: readonly StoredEntry[], storage: FileStorage): Promise<number> {
  let mended = 0;
  for (const { sha256, sizeBytes: _size, ...location } of damaged) {
    const path = storedPath(folder, location);
    const fresh = `${path}.anew`;
    try {
      const found = await copyHashed(await storage.open(location), fresh);
      if (found.sha256 !== sha256) continue;
      await rename(fresh, path);
      mended += 1;
    } catch {
      // The store does not have them any more.
    } finally {
      await rm(fresh, { force: true });
    }
  }
  return mended;
}

/** Makes a snapshot, or reads the newest one. @returns whether all is in order @throws StartupError */
export async function runBackup(given: readonly string[], options: BackupOptions): Promise<boolean> {
  const { folder, verify } = readBackupArguments(given);
  if (!verify) await makeSnapshot(folder, options);
  const newest = (await listSnapshots(folder)).at(-1);
  if (newest === undefined) throw new StartupError(`${folder} holds no backup.`);
  let found = await verifySnapshot(folder, newest);
  const { damaged } = found;
  if (!verify && damaged.length > 0) {
    const mended = await copyAnew(folder, damaged, options.storage);
    options.report.line(`${mended} of ${damaged.length} files that were damaged in the folder are copied anew.`);
    if (mended > 0) found = await verifySnapshot(folder, newest);
  }
  const { manifest, faults } = found;
  for (const fault of faults) options.report.line(`${fault}.`);
  options.report.line(`${newest}: ${manifest.tables.length} tables and ${manifest.files.count} files were read, ${faults.length} faults.`);
  return faults.length === 0;
}
