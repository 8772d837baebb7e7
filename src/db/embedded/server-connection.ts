// First contact with a server: is it up, is it ours, does the application's database exist?
import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { StartupError } from '../../errors/startup-error.ts';
import { ARCHIVOLT } from './cluster.ts';

const POLL_INTERVAL_MS = 15;
const START_TIMEOUT_MS = 120_000;
// A foreign server on the port responds at once; our own server needs a moment to detect that and exit.
const STRANGER_PATIENCE_MS = 2000;

// https://www.postgresql.org/docs/18/errcodes-appendix.html
const CANNOT_CONNECT_NOW = '57P03';
const INVALID_CATALOG_NAME = '3D000';
const REFUSED_OR_RESET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  CANNOT_CONNECT_NOW,
  '57P01',
  '57P02',
]);

/** The address of a database on the embedded server. */
export function databaseUrl(port: number, password: string, database = ARCHIVOLT): string {
  return `postgres://${ARCHIVOLT}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Waits until the server on `port` serves this cluster and its database `archivolt` exists; false when `gone` says that the server ended.
 * Polls by connecting: a warm server answers within some tens of milliseconds, after a crash it may recover for longer.
 * @throws StartupError when the server does not answer for two minutes, or another one answers on the port.
 */
export async function awaitServer(port: number, password: string, clusterDir: string, gone: () => boolean): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let last: unknown;
  let strangeSince = Infinity;
  while (Date.now() < deadline) {
    if (gone()) return false;
    try {
      await requireOwnServer(port, password, clusterDir);
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === INVALID_CATALOG_NAME) await createDatabase(port, password);
      else if (typeof code !== 'string' || !REFUSED_OR_RESET.has(code)) {
        strangeSince = Math.min(strangeSince, Date.now());
        if (Date.now() - strangeSince > STRANGER_PATIENCE_MS) throw notOurs(port, clusterDir, error);
      }
      last = error;
      await sleep(POLL_INTERVAL_MS);
    }
  }
  throw new StartupError(`PostgreSQL on ${clusterDir} has not become ready: see postgres.log beside it.`, { cause: last });
}

async function requireOwnServer(port: number, password: string, clusterDir: string): Promise<void> {
  await withConnection(databaseUrl(port, password), async (sql) => {
    const [row] = await sql<{ directory: string }[]>`select current_setting('data_directory') as directory`;
    if (row === undefined || (await realpath(row.directory).catch(() => row.directory)) !== clusterDir) {
      throw new Error(`it serves ${row?.directory}`);
    }
  });
}

async function createDatabase(port: number, password: string): Promise<void> {
  await withConnection(databaseUrl(port, password, 'postgres'), (sql) => sql`create database ${sql(ARCHIVOLT)}`);
}

async function withConnection<T>(url: string, work: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, fetch_types: false, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function notOurs(port: number, clusterDir: string, cause: unknown): StartupError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new StartupError(
    `The server on 127.0.0.1:${port} does not serve the database in ${clusterDir} with its stored password${reason}.`,
    { cause },
  );
}
