/** Brings up one of several processes that answer the requests of a server. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ParentProcess } from './processes/parent-process.ts';
import { serveRequests, type ServedRequests } from './serve-requests.ts';
import { workersFolder } from './start-with-workers.ts';

/** Fewer would let a request that needs two wait for itself. */
const FEWEST_CONNECTIONS = 2;

/** Starts what the parent wants of this process. @throws StartupError with one clear line. */
export async function startAsWorker(given: Config, parent: ParentProcess, log: Logger): Promise<ServedRequests> {
  const { number, port, siteUrl, databaseUrl } = await parent.assignment;
  const scratchDir = join(workersFolder(given.dataDir), String(number));
  await mkdir(scratchDir, { recursive: true });
  const databasePoolSize = Math.max(FEWEST_CONNECTIONS, Math.ceil(given.databasePoolSize / given.workers));
  const config: Config = { ...given, port, scratchDir, databasePoolSize };
  const served = await serveRequests(config, {
    databaseUrl,
    siteUrl,
    neighbours: parent.neighbours(number),
    // Once, so that the memory and the connections of jobs are needed once; its successor has the same number.
    doesJobs: number === 1,
    log,
  });
  const { version } = served.application.services.installation;
  parent.tell({ kind: 'ready', version, newSuperuserToken: served.application.newSuperuserToken });
  return served;
}
