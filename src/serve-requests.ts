/** Brings what answers requests up and down, on a database that runs: application, HTTP, jobs. */
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { type Application, type ApplicationOptions, createApplication } from './application.ts';
import type { Config } from './config.ts';
import { databaseOutage } from './errors/database-outage.ts';
import { unusableDatabase } from './external-database.ts';
import { listenFault } from './listen-fault.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { startWebhooks } from './jobs/webhooks.ts';
import type { Neighbours } from './neighbours.ts';
import { createHttpServer } from './server.ts';
import { softwareVersion } from './software-version.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { createUndoSteps } from './undo-steps.ts';

/** Time limit for requests in progress after a signal to stop. */
const DRAIN_LIMIT_MS = 30_000;

/** SQLSTATE of a role that may not create what it has to. */
const INSUFFICIENT_PRIVILEGE = '42501';

export interface ServeOptions {
  readonly databaseUrl: string;
  /** Address for clients. */
  readonly siteUrl: string;
  /** The other processes behind the port, where there are some. */
  readonly neighbours?: Neighbours;
  /** Whether this process does jobs and delivers to webhooks beside its requests. */
  readonly doesJobs: boolean;
  readonly log: Logger;
}

export interface ServedRequests {
  readonly application: Application;
  /** Drains requests, stops the jobs, closes the connections. */
  stop(): Promise<void>;
}

async function listen(server: Server, { port, host }: Config, shared: boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, { port, host })));
    // The kernel gives each connection to one of the processes that listen in this way.
    server.listen({ port, host, reusePort: shared }, resolve);
  });
}

async function openApplication(options: ApplicationOptions): Promise<Application> {
  try {
    return await createApplication(options);
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const { databaseUrl } = options.config;
    if (databaseUrl === undefined) throw error;
    const isRefused = cause instanceof Error && 'code' in cause && cause.code === INSUFFICIENT_PRIVILEGE;
    if (databaseOutage(error) === undefined && !isRefused) throw error;
    throw unusableDatabase(databaseUrl, cause);
  }
}

/** Starts to answer requests. What was started is stopped again if a later step fails. @throws StartupError with one clear line. */
export async function serveRequests(
  config: Config,
  { databaseUrl, siteUrl, neighbours, doesJobs, log }: ServeOptions,
): Promise<ServedRequests> {
  const steps = createUndoSteps(log);
  try {
    if (config.tracing !== undefined) steps.push(await startTracing({ ...config.tracing, ...(await softwareVersion()) }));
    const application = await openApplication({ config, databaseUrl, siteUrl, log, ...(neighbours !== undefined && { neighbours }) });
    steps.push(() => application.close());
    const http = await createHttpServer(application, config, log);
    await listen(http.server, config, neighbours !== undefined);
    steps.push(() => http.drain(DRAIN_LIMIT_MS));
    if (doesJobs) {
      const { jobsDb: db, services } = application;
      const jobs = await startJobs({ connectionString: databaseUrl, db, services, commandServices: services, log });
      steps.push(() => jobs.stop());
      const webhooks = startWebhooks({ db, services });
      steps.push(() => webhooks.stop());
      // First: the jobs may take some seconds to end, in which no new request is accepted.
      steps.push(() => http.drain(DRAIN_LIMIT_MS));
    }
    return { application, stop: () => steps.undo() };
  } catch (error) {
    await steps.undo();
    throw error;
  }
}
