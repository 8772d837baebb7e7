/** The built server on a data folder of its own with the PostgreSQL inside it, killed and started again as a trial wants. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { callApi } from '../bench/api-client.ts';
import type { ChildServer } from '../bench/child-server.ts';
import { startBundle } from '../bench/our-server.ts';
import { findPostmaster } from '../src/db/embedded/postmaster-file.ts';
import { stopPostmaster } from '../src/db/embedded/postmaster.ts';
import { databaseUrl } from '../src/db/embedded/server-connection.ts';

/** Whoever creates accounts says it. */
export const USERS_KEY = 'reliability-users-key';

export interface Installation {
  readonly dataDir: string;
  /** The server that runs, or ran last. */
  readonly server: ChildServer;
  url(): string;
  /** `kill -9`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Process id of the PostgreSQL. */
  databasePid(): Promise<number>;
  /** Asks the database behind the server's back. */
  look<T>(question: (sql: postgres.Sql) => Promise<T>): Promise<T>;
  /** Stops everything and removes the data. */
  remove(): Promise<void>;
}

export interface InstallationOptions {
  /** Adds to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Address of a PostgreSQL of its own, in place of the one inside it; `env` names it for the server. */
  readonly database?: () => string;
  /** In place of a new folder below the temporary one. */
  readonly dataDir?: string;
}

/** Everything that trials do comes from one address and one account. */
const UNBOUNDED = { SUBSCRIPTIONS_PER_ACCOUNT: '20000', SUBSCRIPTIONS_PER_ADDRESS: '20000' };

/** Starts it for the first time, open for new accounts. */
export async function startInstallation({ env = {}, database, dataDir: given }: InstallationOptions = {}): Promise<Installation> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'archivolt-reliability-')));
  // PostgreSQL runs under an account of its own, which has to pass.
  await chmod(dataDir, 0o755);
  const open = (): Promise<ChildServer> => startBundle({ dataDir, env: { ...UNBOUNDED, ...env } });
  const postmaster = async (): Promise<{ readonly pid: number; readonly port: number }> => {
    const found = await findPostmaster(join(dataDir, 'postgres'));
    if (found?.port === undefined) throw new Error('The embedded PostgreSQL cannot be found.');
    return { pid: found.pid, port: found.port };
  };
  const embedded = async (): Promise<string> =>
    databaseUrl((await postmaster()).port, (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim());
  let server = await open();
  await callApi(`${server.url}/api/admin/settings/:BuiltinUsersKey`, 'PUT', USERS_KEY);
  return {
    dataDir,
    get server() {
      return server;
    },
    url: () => server.url,
    kill: () => server.kill(),
    start: async () => {
      server = await open();
    },
    stop: () => server.stop(),
    databasePid: async () => (await postmaster()).pid,
    look: async (question) => {
      const sql = postgres(database?.() ?? (await embedded()), { max: 1, onnotice: () => undefined });
      try {
        return await question(sql);
      } finally {
        await sql.end();
      }
    },
    remove: async () => {
      await server.stop();
      const left = await findPostmaster(join(dataDir, 'postgres'));
      if (left !== undefined) await stopPostmaster(left.pid);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
