/** A PostgreSQL that follows another one by streaming. */
import { cp, lchown, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { findPostmaster } from '../../src/db/embedded/postmaster-file.ts';

/** What a copy must not have of a server that runs. Source: PostgreSQL, 25.3.3.3. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_stat_tmp', 'postgres.log']);

export interface Standby {
  readonly dataDir: string;
  /** Of the database `archivolt`. */
  readonly url: string;
  /** Runs a statement at the standby, in the database `archivolt`. */
  tell(statement: string): Promise<readonly postgres.Row[]>;
  /** `kill -9` of the server, and of what it has started. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export async function onDatabase(url: string, statement: string): Promise<readonly postgres.Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, fetch_types: false });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** Copies the cluster of a server that runs, as a backup would. */
async function copyCluster(primaryUrl: string, primaryDir: string, dataDir: string): Promise<void> {
  const source = join(primaryDir, 'postgres');
  const target = join(dataDir, 'postgres');
  const sql = postgres(primaryUrl, { max: 1, onnotice: () => undefined, fetch_types: false });
  try {
    await sql`select pg_backup_start('standby', fast => true)`;
    await cp(source, target, { recursive: true, filter: (path) => !LEFT_OUT.has(path.slice(source.length + 1)) });
    const [label] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(wait_for_archive => false)`;
    await writeFile(join(target, 'backup_label'), label?.labelfile ?? '');
  } finally {
    await sql.end();
  }
  await cp(join(primaryDir, 'postgres-password'), join(dataDir, 'postgres-password'));
  await writeFile(join(target, 'standby.signal'), '');
  for (const folder of ['pg_replslot', 'pg_stat_tmp']) await mkdir(join(target, folder), { recursive: true, mode: 0o700 });
  const { uid, gid } = await stat(source);
  await lchown(target, uid, gid);
  for (const entry of await readdir(target, { recursive: true })) await lchown(join(target, entry), uid, gid);
}

/** Makes and starts a standby. @param settings of PostgreSQL, over ours. @param port A free one by default. */
export async function startStandby(
  primary: { readonly url: string; readonly dataDir: string },
  settings: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<Standby> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), `archivolt-test-${process.pid}-standby-`)));
  await copyCluster(primary.url, primary.dataDir, dataDir);
  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  const options = {
    dataDir,
    log: () => undefined,
    settings: {
      primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=standby`,
      hot_standby: 'on',
      wal_retrieve_retry_interval: '200ms',
      ...settings,
    },
  };
  let server = await startEmbeddedPostgres({ ...options, ...(port !== undefined && { port }) });
  const { url } = server;
  const pid = async (): Promise<number | undefined> => (await findPostmaster(join(dataDir, 'postgres')))?.pid;
  return {
    dataDir,
    url,
    tell: (statement) => onDatabase(url, statement),
    kill: async () => {
      const running = await pid();
      if (running !== undefined) process.kill(running, 'SIGKILL');
      while (server.isRunning()) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    start: async () => {
      server = await startEmbeddedPostgres({ ...options, port: Number(new URL(url).port) });
    },
    remove: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
