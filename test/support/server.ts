import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { inject } from 'vitest';
import { type Application, createApplication } from '../../src/application.ts';
import { readConfig } from '../../src/config.ts';
import { systemActor } from '../../src/kernel/actor.ts';
import { createRequestContext, type RequestContext } from '../../src/request-context.ts';
import { createHttpServer } from '../../src/server.ts';
import { withDatabase } from './database-url.ts';
import { createTestDatabase } from './postgres.ts';
import { onDatabase } from './standby.ts';
import { SUPERUSER_TOKEN } from './superuser-token.ts';
import { customizationFolder, usageReportsFolder } from './operator-files.ts';
import { dictionariesFolder } from './password-dictionary.ts';
import { validatorsFolder } from './validator-program.ts';

export interface TestServer {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly application: Application;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** A context of the system itself, for domain calls. */
  systemContext(): RequestContext;
  /** Statements sent since the last call, in order; the first call begins to keep them. */
  takeStatements(): string[];
  stop(): Promise<void>;
}

/** The address of a database on the standby of this run, once it is there; undefined where there is no standby. */
async function replicaOf(databaseUrl: string): Promise<string | undefined> {
  const replica = inject('testReplicaUrl');
  if (replica === '') return undefined;
  const name = new URL(databaseUrl).pathname.slice(1);
  const present = `select count(*)::int as count from pg_database where datname = '${name}'`;
  while ((await onDatabase(replica, present))[0]?.['count'] !== 1) await sleep(20);
  return withDatabase(replica, name);
}

/**
 * Starts a real server on a fresh database, on which one was started before, and an empty data folder. `env` adds to or overrides the
 * environment. What a first start does is shown by processes of the server. `beside` is a server with whose database it works, as another
 * process would: both need the same `SECRET_KEYS`.
 */
export async function startTestServer(
  env: Readonly<Record<string, string>> = {},
  beside?: Pick<TestServer, 'databaseUrl'>,
): Promise<TestServer> {
  const database = beside === undefined ? await createTestDatabase('installed') : { url: beside.databaseUrl, drop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-test-'));
  const replicaUrl = beside === undefined ? await replicaOf(database.url) : undefined;
  const config = readConfig({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    SUPERUSER_API_TOKEN: SUPERUSER_TOKEN,
    METADATA_VALIDATORS_DIR: validatorsFolder(dataDir),
    PASSWORD_DICTIONARIES_DIR: dictionariesFolder(dataDir),
    USAGE_REPORTS_DIR: usageReportsFolder(dataDir),
    CUSTOMIZATION_DIR: customizationFolder(dataDir),
    // A test that is not about tables publishes what it has uploaded at once.
    INGEST_MINUTES: '0',
    ...(replicaUrl !== undefined && { DATABASE_READ_URL: replicaUrl }),
    ...env,
  });
  const log = pino({ level: env['LOG_LEVEL'] ?? 'silent' });
  let statements: string[] | undefined;
  const application = await createApplication({
    config,
    databaseUrl: database.url,
    siteUrl: config.siteUrl ?? 'http://127.0.0.1',
    log,
    onStatement: (text) => statements?.push(text),
    // Tests count statements: usage is written when a test asks for it.
    flushUsageAfterMs: null,
  });
  const http = await createHttpServer(application, config, log);
  const port = await new Promise<number>((resolve) => {
    http.server.listen(config.port, '127.0.0.1', () => {
      const address = http.server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    application,
    dataDir,
    databaseUrl: database.url,
    systemContext: () => createRequestContext(application, { actor: systemActor(), requestId: 'test' }),
    takeStatements: () => {
      const taken = statements ?? [];
      statements = [];
      return taken;
    },
    stop: async () => {
      statements = undefined;
      await http.drain(1000);
      await application.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
