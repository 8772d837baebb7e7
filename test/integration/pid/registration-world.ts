import { sql } from 'drizzle-orm';
import pino from 'pino';
import { startJobs } from '../../../src/jobs/start-jobs.ts';
import {
  type DataciteServer,
  type KeptDoi,
  REPOSITORY_ID,
  REPOSITORY_PASSWORD,
  startDataciteServer,
} from '../../support/datacite-server.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { eventually } from '../storage/storage-world.ts';

/** A server that registers identifiers, the queue that brings them to the provider, and what stands in for the provider. */
export interface RegistrationWorld {
  readonly server: TestServer;
  readonly datacite: DataciteServer;
  /** Lets the queue try again now what it would try later. */
  hurry(): Promise<void>;
  /** Resolves when the queue has nothing to bring to the provider. */
  idle(): Promise<void>;
  /** What the provider keeps of an identifier in the form `doi:...`. */
  kept(persistentId: string): KeptDoi | undefined;
  stop(): Promise<void>;
}

/** Starts them on a database of their own. */
export async function startRegistrationWorld(): Promise<RegistrationWorld> {
  const datacite = await startDataciteServer();
  const server = await startTestServer({
    SITE_URL: 'https://data.example.org',
    PID_PROVIDER: 'datacite',
    PID_AUTHORITY: '10.12345',
    PID_SHOULDER: 'LH/',
    DATACITE_URL: `${datacite.url}/`,
    DATACITE_REPOSITORY_ID: REPOSITORY_ID,
    DATACITE_PASSWORD: REPOSITORY_PASSWORD,
  });
  const { db, services } = server.application;
  const jobs = await startJobs({
    connectionString: server.databaseUrl,
    db,
    services,
    commandServices: services,
    log: pino({ level: 'silent' }),
  });

  async function hurry(): Promise<void> {
    await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`);
    await db.execute(sql`select pg_notify('jobs:insert', '{"count":1}')`);
  }

  return {
    server,
    datacite,
    hurry,
    idle: () =>
      eventually(async () => {
        await hurry();
        const waiting = await db.execute(sql`select 1 from graphile_worker.jobs where task_identifier = 'deliver-event'`);
        return waiting.length === 0;
      }),
    kept: (persistentId) => datacite.dois.get(persistentId.replace('doi:', '').toLowerCase()),
    stop: async () => {
      await jobs.stop();
      await server.stop();
      await datacite.stop();
    },
  };
}
