/** Brings a whole server up and down in this process: data folder, database, application, HTTP, jobs. */
import type { Logger } from 'pino';
import type { Application } from './application.ts';
import type { Config } from './config.ts';
import { pickFreePort } from './db/embedded/free-port.ts';
import { serveRequests } from './serve-requests.ts';
import { siteAddresses } from './site-addresses.ts';
import { takeDataFolder } from './take-data-folder.ts';
import { createUndoSteps } from './undo-steps.ts';

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

/** Starts everything. What was started is stopped again if a later step fails. @throws StartupError with one clear line. */
export async function startServer(given: Config, log: Logger): Promise<RunningServer> {
  // Port 0 asks for any free one; the address for clients has to be known before anything listens.
  const config: Config = given.port === 0 ? { ...given, port: await pickFreePort() } : given;
  const steps = createUndoSteps(log);
  try {
    const taken = await takeDataFolder(config, log);
    const { databaseUrl, databaseLost } = taken;
    steps.push(() => taken.release());
    const { url, siteUrl } = siteAddresses(config);
    const { application, stop } = await serveRequests(config, { databaseUrl, siteUrl, doesJobs: true, log });
    steps.push(stop);
    await taken.announce(url);
    return { application, url, siteUrl, databaseLost, stop: () => steps.undo() };
  } catch (error) {
    await steps.undo();
    throw error;
  }
}
