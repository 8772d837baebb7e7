// The server process: started so that it outlives a Ctrl-C of the terminal until told, and never holds this process.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { constants, totalmem } from 'node:os';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../errors/startup-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { serverEnvironment } from './cluster.ts';
import { isRunning } from './postmaster-file.ts';
import type { ServerAccount } from './server-account.ts';
import { sharedBuffersMb } from './shared-buffers.ts';

const STOP_POLL_MS = 10;
const FAST_STOP_LIMIT_MS = 60_000;

interface PostmasterOptions {
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly clusterDir: string;
  readonly logFile: string;
  /** PostgreSQL settings over our own, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A postmaster that this process started. */
export interface StartedPostmaster {
  readonly pid: number;
  readonly child: ChildProcess;
}

/**
 * Starts a postmaster on the port; it is not ready yet.
 * @throws StartupError when the program cannot be run.
 */
export async function spawnPostmaster(port: number, options: PostmasterOptions): Promise<StartedPostmaster> {
  const { binaries, account, clusterDir, logFile } = options;
  const settings = { ...defaultSettings(), ...options.settings, port: String(port) };
  const args = ['-D', clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const identity = account.foreign ? { uid: account.uid, gid: account.gid } : {};
  const output = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(binaries.postgres, args, {
      ...identity,
      cwd: '/',
      env: serverEnvironment(),
      stdio: ['ignore', output.fd, output.fd],
      // A process group of its own: Ctrl-C reaches only this process, which drains before it stops the database.
      detached: true,
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    if (child.pid === undefined) throw new Error('it got no process id');
    return { pid: child.pid, child };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `Cannot run PostgreSQL as the user ${account.name} (${reason}): the embedded server needs a GNU/Linux or macOS system; else set DATABASE_URL.`,
      { cause: error },
    );
  } finally {
    await output.close();
  }
}

/** Only loopback TCP: a socket file would meet the 107 bytes that a socket's path may have. */
function defaultSettings(): Record<string, string> {
  // What a container may have, where that is less.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${sharedBuffersMb(memory)}MB`,
    // Compiling a plan costs more than it saves on the short statements of a server.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    logging_collector: 'off',
  };
}

/** Fast shutdown (sessions are ended, a checkpoint is written); resolves when the process is gone. */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  let deadline = Date.now() + FAST_STOP_LIMIT_MS;
  while (isRunning(pid)) {
    if (Date.now() > deadline) {
      // Immediate shutdown loses nothing that was committed; the next start replays the log.
      signal(pid, 'SIGQUIT');
      deadline = Infinity;
    }
    await sleep(STOP_POLL_MS);
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, constants.signals[name]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The last complaint in the server's log from `offset` on, without its time stamp. */
export async function lastComplaint(logFile: string, offset: number): Promise<string> {
  const text = (await readFile(logFile).catch(() => Buffer.alloc(0))).subarray(offset).toString('utf8');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((candidate) => /\b(FATAL|PANIC)\b/.test(candidate)) ?? lines.at(-1) ?? 'no message';
  return line.replace(/^.*?\b(FATAL|PANIC):\s*/, '').trim();
}
