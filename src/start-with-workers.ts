/** Brings a server up and down whose requests are answered by several processes; this one is their parent. */
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { pickFreePort } from './db/embedded/free-port.ts';
import { listenFault } from './listen-fault.ts';
import { startWorkers } from './processes/start-workers.ts';
import type { WorkerReady } from './processes/worker-process.ts';
import { siteAddresses } from './site-addresses.ts';
import { takeDataFolder } from './take-data-folder.ts';
import { createUndoSteps } from './undo-steps.ts';

export interface ServerWithWorkers extends WorkerReady {
  readonly siteUrl: string;
  readonly databaseLost: Promise<Error>;
  /** Resolves with the reason when no worker runs and none can be started. */
  readonly workersLost: Promise<Error>;
  /** Lets the workers drain, then stops the embedded PostgreSQL. */
  stop(): Promise<void>;
}

/** Folder of the workers below the data folder, each with one of its own. */
export function workersFolder(dataDir: string): string {
  return join(dataDir, 'workers');
}

/**
 * Processes that share a port would share it with those of another server, too, and each would answer some of the requests of both.
 * @throws StartupError when something listens there
 */
async function requireFreePort({ port, host }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenFault(error, { port, host }))).listen({ port, host }, () => probe.close(() => resolve()));
  });
}

/** Starts everything. @param args Of the program, for the workers. @throws StartupError with one clear line. */
export async function startWithWorkers(given: Config, args: readonly string[], log: Logger): Promise<ServerWithWorkers> {
  const config: Config = given.port === 0 ? { ...given, port: await pickFreePort() } : given;
  const { dataDir, port } = config;
  const steps = createUndoSteps(log);
  try {
    const taken = await takeDataFolder(config, log);
    const { databaseUrl, databaseLost } = taken;
    steps.push(() => taken.release());
    // What those left that were killed, or that are fewer now.
    await rm(workersFolder(dataDir), { recursive: true, force: true });
    await requireFreePort(config);
    const { url, siteUrl } = siteAddresses(config);
    const workers = await startWorkers({
      workers: config.workers,
      drainDelayMs: config.drainDelayMs,
      port,
      siteUrl,
      databaseUrl,
      args,
      log,
    });
    steps.push(() => workers.stop());
    await taken.announce(url);
    return { ...workers.ready, siteUrl, databaseLost, workersLost: workers.lost, stop: () => steps.undo() };
  } catch (error) {
    await steps.undo();
    throw error;
  }
}
