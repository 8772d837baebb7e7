// One server per data folder. It is a lock of the operating system (SQLite's lock on `server.lock`), so it ends with the process, however
// that dies: nothing goes stale after `kill -9`, a reused process id does no harm, and of two starting servers exactly one wins.
// `server.pid` only tells the loser which process has it.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from './errors/startup-error.ts';
import { makeFolder } from './make-folder.ts';

/** Proof that this process alone serves a data folder. */
export interface InstanceLock {
  release(): Promise<void>;
}

// https://sqlite.org/rescode.html#busy
const SQLITE_BUSY = 5;

/** A collected connection would drop its lock, so each stays reachable until it is released. */
const held = new Set<DatabaseSync>();

/**
 * Takes the data folder for this process; the folder is created if absent.
 * @throws StartupError when another process holds it (its id is named), or when the folder cannot be written.
 */
export async function acquireInstanceLock(dataDir: string): Promise<InstanceLock> {
  const pidFile = join(dataDir, 'server.pid');
  const connection = await openLockFile(dataDir);
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (!isBusy(error)) {
      throw new StartupError(`Cannot lock ${join(dataDir, 'server.lock')}: ${messageOf(error)}.`, { cause: error });
    }
    const pid = await readPid(pidFile);
    throw new StartupError(
      `Another Archivolt server${pid === undefined ? '' : ` (process ${pid})`} already uses the data folder ${dataDir}: ` +
        'stop it, or give this one its own DATA_DIR.',
    );
  }
  held.add(connection);
  try {
    await writeFile(pidFile, `${process.pid}\n`);
  } catch (error) {
    held.delete(connection);
    connection.close();
    throw new StartupError(`Cannot write ${pidFile}: ${messageOf(error)}.`, { cause: error });
  }
  return {
    release: async () => {
      if (!held.delete(connection)) return;
      await rm(pidFile, { force: true });
      connection.close();
    },
  };
}

async function openLockFile(dataDir: string): Promise<DatabaseSync> {
  try {
    await makeFolder(dataDir);
    return new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 });
  } catch (error) {
    throw new StartupError(
      `Cannot write to the data folder ${dataDir} (${messageOf(error)}): make it writable for this user, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** The winner writes its id just after it has the lock, so the loser of a close race waits a moment for it. */
async function readPid(pidFile: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
    if (Number.isInteger(pid) && isAlive(pid)) return pid;
    await sleep(25);
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
