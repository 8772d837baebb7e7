/** Brings a whole server up and down: lock, database, application, HTTP, jobs. */
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Application, createApplication } from './application.ts';
import type { Config } from './config.ts';
import { pickFreePort } from './db/embedded/free-port.ts';
import { startSupervisedPostgres } from './db/embedded/supervised-postgres.ts';
import { databaseOutage } from './errors/database-outage.ts';
import { StartupError } from './errors/startup-error.ts';
import { requireExternalDatabase, unusableDatabase } from './external-database.ts';
import { acquireInstanceLock } from './instance-lock.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { startWebhooks } from './jobs/webhooks.ts';
import { createHttpServer } from './server.ts';
import { softwareVersion } from './software-version.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { prepareStores } from './storage/prepare-stores.ts';

/** Time limit for requests in progress after a signal to stop. */
const DRAIN_LIMIT_MS = 30_000;

/** SQLSTATE of a role that may not create what it has to. */
const INSUFFICIENT_PRIVILEGE = '42501';

export interface RunningServer {
  readonly application: Application;
  /** Where it listens, `http://host:port`. */
  readonly url: string;
  /** Address for clients. */
  readonly siteUrl: string;
  /** Resolves with the reason when the embedded PostgreSQL has died and cannot be started again. */
  readonly databaseLost: Promise<Error>;
  /** Drains requests, stops the jobs, the pool and the embedded PostgreSQL. */
  stop(): Promise<void>;
}

async function prepareFolder(folder: string, purpose: string, setting: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `The ${purpose} folder ${folder} cannot be written (${codeOf(error)}). Set ${setting} to a folder that this user owns.`,
    );
  }
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

/** Starts everything. What was started is stopped again if a later step fails. @throws StartupError with one clear line. */
export async function startServer(given: Config, log: Logger): Promise<RunningServer> {
  // Port 0 asks for any free one; the address for clients has to be known before anything listens.
  const config: Config = given.port === 0 ? { ...given, port: await pickFreePort() } : given;
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        log.error({ err: error }, 'A part did not stop cleanly.');
      }
    }
  };
  try {
    await prepareFolder(config.dataDir, 'data', 'DATA_DIR');
    await prepareStores(config, {
      folder: (root, setting) => prepareFolder(root, 'storage', setting),
      onFault: (err, driver) => log.warn({ err, storage: driver }, 'A store does not respond; its files cannot be read until it does.'),
    });
    const lock = await acquireInstanceLock(config.dataDir);
    undo.push(() => lock.release());
    if (config.tracing !== undefined) undo.push(await startTracing({ ...config.tracing, ...(await softwareVersion()) }));
    let { databaseUrl } = config;
    // An external PostgreSQL has its own operator.
    let databaseLost = new Promise<Error>(() => undefined);
    if (databaseUrl === undefined) {
      const postgres = await startSupervisedPostgres({
        dataDir: config.dataDir,
        log: (line) => log.info(line),
        ...(config.databaseCacheMb !== undefined && { settings: { shared_buffers: `${config.databaseCacheMb}MB` } }),
      });
      undo.push(() => postgres.stop());
      databaseUrl = postgres.url;
      databaseLost = postgres.lost;
    } else {
      await requireExternalDatabase(databaseUrl);
    }
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    const siteUrl = config.siteUrl ?? `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : host}:${config.port}`;
    const application = await openApplication(config, databaseUrl, siteUrl, log);
    undo.push(() => application.close());
    const http = await createHttpServer(application, config, log);
    const { port } = await listen(http.server, config);
    undo.push(() => http.drain(DRAIN_LIMIT_MS));
    const jobs = await startJobs({
      connectionString: databaseUrl,
      db: application.jobsDb,
      services: application.services,
      commandServices: application.services,
      log,
    });
    undo.push(() => jobs.stop());
    const webhooks = startWebhooks({ db: application.jobsDb, services: application.services });
    undo.push(() => webhooks.stop());
    // First: the jobs may take some seconds to end, in which no new request is accepted.
    undo.push(() => http.drain(DRAIN_LIMIT_MS));
    const url = `http://${host}:${port}`;
    // For programs on this machine that look for the server of a data folder, such as the demo.
    const addressFile = join(config.dataDir, 'server.json');
    await writeFile(addressFile, `${JSON.stringify({ url, pid: process.pid })}\n`);
    undo.push(() => rm(addressFile, { force: true }));
    return { application, url, siteUrl, databaseLost, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
