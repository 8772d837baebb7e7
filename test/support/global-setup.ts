// One PostgreSQL for the whole run, with two templates from which each test copies its database: one with the tables alone,
// one with what a server adds at its first start.
// TEST_DATABASE_URL names a server of one's own instead; its role must be allowed to create databases.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../../src/db/client.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { isRunning } from '../../src/db/embedded/postmaster-file.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { install } from '../../src/install.ts';
import { repositoryPath } from '../../src/repository-path.ts';
import { withDatabase } from './database-url.ts';
import { type Standby, startStandby } from './standby.ts';
import { SUPERUSER_TOKEN } from './superuser-token.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's database `postgres`. */
    testServerUrl: string;
    /** Names of the databases to copy. */
    testTemplates: TestTemplates;
    /** Address of a standby of that server; empty where there is none. */
    testReplicaUrl: string;
  }
}

export interface TestTemplates {
  /** Has the tables, and no rows. */
  readonly migrated: string;
  /** Is what a server leaves that was started once with the token of the first superuser of all test servers. */
  readonly installed: string;
}

const FOLDER_PREFIX = 'archivolt-test-';

// Nothing here outlives the run, so it need not survive a power cut.
const FAST_SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200', shared_buffers: '256MB' };

/** Starts the server, makes the template, and returns the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['TEST_DATABASE_URL'];
  const server: RunServer = external === undefined ? await startServer() : { url: external, stop: () => Promise.resolve() };
  const serverUrl = withDatabase(server.url, 'postgres');
  // Two runs may share a server of one's own.
  const suffix = external === undefined ? '' : `_${randomBytes(6).toString('hex')}`;
  const templates = { migrated: `archivolt_migrated${suffix}`, installed: `archivolt_installed${suffix}` };
  try {
    await runStatement(serverUrl, (sql) => sql`create database ${sql(templates.migrated)}`);
    await migrateDatabase(withDatabase(serverUrl, templates.migrated));
    await runStatement(serverUrl, (sql) => sql`create database ${sql(templates.installed)} template ${sql(templates.migrated)}`);
    await installDatabase(withDatabase(serverUrl, templates.installed));
    // A template with a connection cannot be copied, so connections to it are forbidden.
    for (const template of Object.values(templates)) {
      await runStatement(serverUrl, (sql) => sql`alter database ${sql(template)} with allow_connections false`);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testServerUrl', serverUrl);
  project.provide('testTemplates', templates);
  project.provide('testReplicaUrl', server.replicaUrl ?? '');
  return async () => {
    for (const template of external === undefined ? [] : Object.values(templates)) {
      await runStatement(serverUrl, (sql) => sql`drop database if exists ${sql(template)} with (force)`);
    }
    await server.stop();
  };
}

async function installDatabase(url: string): Promise<void> {
  const { db, close } = connectDatabase(url, { poolSize: 1 });
  try {
    await install(db, { blocksDirectory: repositoryPath('data/blocks'), fixedToken: SUPERUSER_TOKEN });
  } finally {
    await close();
  }
}

interface RunServer {
  readonly url: string;
  /** Of a standby, where the run has one. */
  readonly replicaUrl?: string;
  stop(): Promise<void>;
}

/** With `TEST_READ_REPLICA` servers under test answer reads from a standby, which gets what was committed, and that at once. */
async function startReplica(url: string, dataDir: string): Promise<Standby | undefined> {
  return process.env['TEST_READ_REPLICA'] === undefined ? undefined : startStandby({ url, dataDir }, FAST_SETTINGS);
}

async function startServer(): Promise<RunServer> {
  removeLeftovers();
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`)));
  const removeAtExit = () => discard(dataDir);
  // A run that a signal ends has no teardown, only the exit event, and even that only if the signal is handled.
  process.once('exit', removeAtExit);
  // Not `once`: a signal that comes twice (terminal and launcher) would cut the exit event short.
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  const commits = process.env['TEST_READ_REPLICA'] === undefined ? {} : { synchronous_commit: 'on' };
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { ...FAST_SETTINGS, ...commits } });
  const standby = await startReplica(server.url, dataDir);
  return {
    url: server.url,
    ...(standby && { replicaUrl: standby.url }),
    stop: async () => {
      await standby?.remove();
      await server.stop();
      process.off('exit', removeAtExit);
      discard(dataDir);
    },
  };
}

/** What runs that were killed outright left behind: their folders carry the process id. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^archivolt-test-([0-9]+)-/.exec(name)?.[1]);
    if (Number.isInteger(pid) && !isRunning(pid)) discard(join(tmpdir(), name));
  }
}

/** Without waiting on the event loop, since it also runs when the process exits. */
function discard(dataDir: string): void {
  const pid = postmasterOf(dataDir);
  if (pid !== undefined) {
    process.kill(pid, 'SIGQUIT');
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; isRunning(pid) && waited < 200; waited++) Atomics.wait(pause, 0, 0, 25);
  }
  rmSync(dataDir, { recursive: true, force: true });
}

function postmasterOf(dataDir: string): number | undefined {
  const clusterDir = join(dataDir, 'postgres');
  const recordFile = join(clusterDir, 'postmaster.pid');
  const [pid, folder] = existsSync(recordFile) ? readFileSync(recordFile, 'utf8').split('\n') : [];
  return folder === clusterDir && isRunning(Number(pid)) ? Number(pid) : undefined;
}

async function runStatement(url: string, statement: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await statement(sql);
  } finally {
    await sql.end();
  }
}
