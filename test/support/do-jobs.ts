import pino from 'pino';
import { expect, vi } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import type { TestServer } from './server.ts';

/** Has the jobs of a server done, those too that follow from them, until none is left to deliver, and nothing else is waited for. */
export async function doJobs({ application, databaseUrl }: TestServer, also: () => Promise<void> = async () => undefined): Promise<void> {
  const { jobsDb: db, services, connection } = application;
  const jobs = await startJobs({ connectionString: databaseUrl, db, services, commandServices: services, log: pino({ level: 'silent' }) });
  try {
    await vi.waitFor(
      async () => {
        expect(await connection.sql`select 1 from outbox_event where state <> 'DELIVERED'`).toEqual([]);
        await also();
      },
      { timeout: 150_000, interval: 50 },
    );
  } finally {
    await jobs.stop();
  }
}
