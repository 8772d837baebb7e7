/** Brings what answers requests up and down, on a database that runs: application, HTTP, jobs. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { type Application, createApplication } from './application.ts';
import type { Config } from './config.ts';
import { databaseOutage } from './errors/database-outage.ts';
import { StartupError } from './errors/startup-error.ts';
import { unusableDatabase } from './external-database.ts';
import type { MetricsOfAll } from './http/metrics.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { startWebhooks } from './jobs/webhooks.ts';
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
  /** The metrics of all processes behind the port, where there are several. */
  readonly metricsOfAll?: MetricsOfAll;
  /** Whether this process does jobs and delivers to webhooks beside its requests. */
  readonly doesJobs: boolean;
  readonly log: Logger;
}

export interface ServedRequests {
  readonly application: Application;
  readonly port: number;
  /** Drains requests, stops the jobs, closes the connections. */
  stop(): Promise<void>;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function listen(server: Server, config: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = codeOf(error);
      reject(
        code === 'EADDRINUSE'
          ? new StartupError(`Port ${config.port} on ${config.host} is taken. Set PORT to another one, or stop what listens there.`)
          : new StartupError(`Cannot listen on ${config.host}:${config.port} (${code}).`),
      );
    });
    server.listen(config.port, config.host, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new StartupError('The server has no TCP address.'));
      else resolve(address);
    });
  });
}

async function openApplication(config: Config, databaseUrl: string, siteUrl: string, log: Logger): Promise<Application> {
  try {
    return await createApplication({ config, databaseUrl, siteUrl, log });
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    if (config.databaseUrl === undefined) throw error;
    if (databaseOutage(error) === undefined && codeOf(cause) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw unusableDatabase(config.databaseUrl, cause);
  }
}

/** Starts to answer requests. What was started is stopped again if a later step fails. @throws StartupError with one clear line. */
export async function serveRequests(
  config: Config,
  { databaseUrl, siteUrl, metricsOfAll, doesJobs, log }: ServeOptions,
): Promise<ServedRequests> {
  const steps = createUndoSteps(log);
  try {
    if (config.tracing !== undefined) steps.push(await startTracing({ ...config.tracing, ...(await softwareVersion()) }));
    const application = await openApplication(config, databaseUrl, siteUrl, log);
    steps.push(() => application.close());
    const http = await createHttpServer(application, config, log, metricsOfAll);
    const { port } = await listen(http.server, config);
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
    return { application, port, stop: () => steps.undo() };
  } catch (error) {
    await steps.undo();
    throw error;
  }
}
