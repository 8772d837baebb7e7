// PostgreSQL for a repository that has no server of its own: the same database over the same protocol, started,
// found again and stopped by this process. One process per data folder is the instance lock's business.
import type { ChildProcess } from 'node:child_process';
import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../errors/startup-error.ts';
import { ensureCluster } from './cluster.ts';
import { openPrivateFolder, requireEnterable } from './folder-access.ts';
import { isPortTaken, pickFreePort } from './free-port.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import { findPostmaster, isRunning } from './postmaster-file.ts';
import { lastComplaint, spawnPostmaster, stopPostmaster } from './postmaster.ts';
import type { StartedPostmaster } from './postmaster.ts';
import { chooseServerAccount, readSystemPasswd } from './server-account.ts';
import { awaitServer, databaseUrl } from './server-connection.ts';
import { boundServerLog, watchServerLog } from './server-log.ts';

/** A running server that this process owns. */
export interface EmbeddedPostgres {
  /** Address of the application's database, password included. */
  readonly url: string;
  /** True when the server was already running, left by a process that died. */
  readonly adopted: boolean;
  /** Whether its process runs; it does not say that it answers. */
  isRunning(): boolean;
  /** Stops the server and waits until it is gone; further calls wait for the same end. */
  stop(): Promise<void>;
}

/** What a start needs; all but the first two have defaults for production. */
export interface EmbeddedPostgresOptions {
  /** DATA_DIR: the cluster lies in its folder `postgres`, beside `postgres-password` and `postgres.log`. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** PostgreSQL settings over ours, by name. `fsync: 'off'` also skips the flush of a new cluster. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The port to listen on; a free one if there is none. */
  readonly port?: number;
  /** Gives the system's account list (passwd(5)); consulted when started by root. */
  readonly readPasswd?: () => Promise<string>;
}

// A port can be lost between choice and use, and backends of a killed postmaster need a moment to notice.
const START_ATTEMPTS = 25;
const RETRY_INTERVAL_MS = 200;

/**
 * Starts the server on DATA_DIR, making the cluster on first use, or adopts the one that already serves it.
 * @throws StartupError when the folder, the account, the cluster or the server prevents it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {}, readPasswd = readSystemPasswd } = options;
  const dataDir = await requireWritableFolder(resolve(options.dataDir));
  const clusterDir = join(dataDir, 'postgres');
  const logFile = join(dataDir, 'postgres.log');
  const [binaries, account] = await Promise.all([locatePostgresBinaries(), chooseServerAccount(clusterDir, readPasswd)]);
  await openPrivateFolder(dataDir, account);
  await requireEnterable(dataDir, account, 'the data');
  await requireEnterable(dirname(binaries.postgres), account, 'the PostgreSQL programs');
  const password = await ensureCluster({ dataDir, clusterDir, binaries, account, durable: settings['fsync'] !== 'off', log });
  await boundServerLog(logFile);

  const site = { binaries, account, clusterDir, logFile, settings };

  let complaint = '';
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const running = await findPostmaster(clusterDir);
    if (running !== undefined) {
      const { pid, port } = running;
      // Without a port it has only just begun, or ended meanwhile if it does not become ready: look again.
      if (port === undefined) await sleep(RETRY_INTERVAL_MS);
      else if (await awaitServer(port, password, clusterDir, () => !isRunning(pid))) {
        log(`Adopted the running PostgreSQL (process ${pid})`);
        return ownServer({ pid, url: databaseUrl(port, password), adopted: true, logFile, log });
      }
      continue;
    }
    const port = options.port ?? (await pickFreePort());
    const logStart = await stat(logFile).then(
      (entry) => entry.size,
      () => 0,
    );
    const started = await spawnPostmaster(port, site);
    if (await becomesReady(started, port, password, clusterDir)) {
      return ownServer({ ...started, url: databaseUrl(port, password), adopted: false, logFile, log });
    }
    complaint = await lastComplaint(logFile, logStart);
    const orphaned = await stat(join(clusterDir, 'postmaster.pid')).then(
      () => true,
      () => false,
    );
    if (!orphaned && !(await isPortTaken(port))) break;
    await sleep(RETRY_INTERVAL_MS);
  }
  throw new StartupError(`PostgreSQL did not start on ${clusterDir}: ${complaint} (see ${logFile}).`);
}

interface OwnedServer {
  readonly pid: number;
  readonly url: string;
  readonly adopted: boolean;
  readonly logFile: string;
  readonly log: (line: string) => void;
  readonly child?: ChildProcess;
}

function ownServer({ pid, url, adopted, logFile, log, child }: OwnedServer): EmbeddedPostgres {
  const watch = watchServerLog(logFile, log);
  let stopped: Promise<void> | undefined;
  child?.once('exit', (code, signal) => {
    if (stopped === undefined) log(`PostgreSQL ended unexpectedly (${signal ?? `exit code ${code}`}): see ${logFile}`);
  });
  return {
    url,
    adopted,
    isRunning: () => isRunning(pid),
    stop: () => {
      watch.stop();
      stopped ??= stopPostmaster(pid);
      return stopped;
    },
  };
}

/** False when the new server ended by itself. One that does not become ready is stopped before the error passes on. */
async function becomesReady({ pid, child }: StartedPostmaster, port: number, password: string, clusterDir: string): Promise<boolean> {
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  try {
    return await awaitServer(port, password, clusterDir, ended);
  } catch (error) {
    if (!ended()) await stopPostmaster(pid);
    throw error;
  }
}

async function requireWritableFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
    return await realpath(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `Cannot write to the data folder ${folder} (${reason}): make it writable for this user, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}
