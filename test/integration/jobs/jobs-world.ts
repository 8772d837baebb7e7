import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { type DatabaseConnection, connectDatabase } from '../../../src/db/client.ts';
import { dataset, datasetVersion } from '../../../src/db/schema/dataset.ts';
import { insertNode } from '../../../src/db/queries/gate/nodes.ts';
import type { DomainEvent } from '../../../src/kernel/events.ts';
import { storeEvent } from '../../../src/kernel/store-event.ts';
import type { JobScope } from '../../../src/kernel/subscribers.ts';
import { type Jobs, startJobs } from '../../../src/jobs/start-jobs.ts';
import { type TestDatabase, createTestDatabase } from '../../support/postgres.ts';

export { onlyProvider, servicesWith, SITE, stubbornProvider } from './stubborn-provider.ts';

/** The database of one test, and what is done with it. */
export interface JobsWorld {
  readonly database: TestDatabase;
  readonly connection: DatabaseConnection;
  work(services: JobScope['services']): Promise<Jobs>;
  emit(event: DomainEvent): Promise<void>;
  events(): Promise<{ state: string; attempts: number; lastError: string | null }[]>;
  countJobs(): Promise<number>;
  /** Lets the queue try again now what it would try later. */
  hurry(): Promise<void>;
  insertPublishedDataset(identifier: string): Promise<number>;
  registration(id: number): Promise<{ state: string; attempts: number; error: string | null; registeredAt: Date | null }>;
}

/** Makes a fresh world before each test of the file; all workers are stopped after it. */
export function useJobsWorld(): () => JobsWorld {
  let world: JobsWorld | undefined;
  const running: Jobs[] = [];

  beforeEach(async () => {
    const database = await createTestDatabase();
    const connection = connectDatabase(database.url);
    const { db } = connection;
    world = {
      database,
      connection,
      work: async (services) => {
        const jobs = await startJobs({
          connectionString: database.url,
          db,
          services,
          log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
        });
        running.push(jobs);
        return jobs;
      },
      emit: (event) => db.transaction((tx) => storeEvent(tx, event)),
      events: async () => [
        ...(await db.execute<{ state: string; attempts: number; lastError: string | null }>(
          sql`select state, attempts, last_error as "lastError" from outbox_event order by id`,
        )),
      ],
      countJobs: async () => {
        const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from graphile_worker.jobs`);
        return row?.count ?? 0;
      },
      hurry: async () => {
        await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`);
        await db.execute(sql`select pg_notify('jobs:insert', '{"count":1}')`);
      },
      insertPublishedDataset: async (identifier) => {
        const place = await insertNode(db, {
          kind: 'DATASET',
          owner: null,
          creatorId: null,
          permissionRoot: true,
          publishedAt: new Date('2026-11-20T23:30:00Z'),
        });
        await db.insert(dataset).values({
          id: place.id,
          protocol: 'doi',
          authority: '10.5072',
          separator: '/',
          identifier,
          registrationState: 'PENDING',
          storageDriver: 'local',
        });
        await db.insert(datasetVersion).values({
          datasetId: place.id,
          ordinal: 1,
          state: 'RELEASED',
          versionNumber: 1,
          versionMinorNumber: 0,
          title: 'Rainfall',
          metadata: { citation: [{ typeName: 'title', multiple: false, typeClass: 'primitive', value: 'Rainfall' }] },
          fileAccessRequest: true,
        });
        await db
          .insert(datasetVersion)
          .values({ datasetId: place.id, ordinal: 2, state: 'DRAFT', title: 'Not yet public', metadata: {}, fileAccessRequest: true });
        return place.id;
      },
      registration: async (id) => {
        const [row] = await db
          .select({
            state: dataset.registrationState,
            attempts: dataset.registrationAttempts,
            error: dataset.registrationError,
            registeredAt: dataset.registeredAt,
          })
          .from(dataset)
          .where(sql`${dataset.id} = ${id}`);
        if (row === undefined) throw new Error(`No dataset ${id}.`);
        return row;
      },
    };
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
    await world?.connection.close();
    await world?.database.drop();
  });

  return () => {
    if (world === undefined) throw new Error('The world exists within a test only.');
    return world;
  };
}
