/** What one process of an installation alone does on its data folder: lock, stores, database. */
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { startSupervisedPostgres } from './db/embedded/supervised-postgres.ts';
import { StartupError } from './errors/startup-error.ts';
import { requireExternalDatabase } from './external-database.ts';
import { acquireInstanceLock } from './instance-lock.ts';
import { makeFolder } from './make-folder.ts';
import { prepareStores } from './storage/prepare-stores.ts';
import { createUndoSteps } from './undo-steps.ts';

/** Connections of a process beside those for requests: an expensive operation, listening, jobs. */
const FURTHER_CONNECTIONS = 12;
/** For tools, and for the superuser of PostgreSQL. */
const SPARE_CONNECTIONS = 20;
/** What PostgreSQL allows by itself. */
const USUAL_CONNECTIONS = 100;

export interface TakenFolder {
  readonly databaseUrl: string;
  /** Resolves with the reason when the embedded PostgreSQL has died and cannot be started again. */
  readonly databaseLost: Promise<Error>;
  /** Tells programs on this machine where the server of the folder listens, such as the demo. */
  announce(url: string): Promise<void>;
  /** Stops the embedded PostgreSQL and gives the folder up. */
  release(): Promise<void>;
}

/** What says that a folder could be written if there were room, which a server that starts may do without. */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

async function prepareFolder(folder: string, purpose: string, setting: string): Promise<void> {
  try {
    await makeFolder(folder);
    // Root may write everywhere by the modes of folders, also where the file system takes nothing.
    await rmdir(await mkdtemp(join(folder, '.trial-')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.includes(error.code)) return;
    throw new StartupError(
      `The ${purpose} folder ${folder} cannot be written (${error instanceof Error && 'code' in error ? String(error.code) : String(error)}). Set ${setting} to a folder that this user owns.`,
    );
  }
}

function settingsOf({ databaseCacheMb, databasePoolSize, workers }: Config): Record<string, string> {
  const connections = SPARE_CONNECTIONS + workers * (databasePoolSize + FURTHER_CONNECTIONS);
  return {
    ...(databaseCacheMb !== undefined && { shared_buffers: `${databaseCacheMb}MB` }),
    ...(connections > USUAL_CONNECTIONS && { max_connections: String(connections) }),
  };
}

/**
 * Takes the data folder for this process, looks after the stores, and starts the embedded PostgreSQL or asks for the external one.
 * @throws StartupError with one clear line; nothing is left running then
 */
export async function takeDataFolder(config: Config, log: Logger): Promise<TakenFolder> {
  const { dataDir } = config;
  const steps = createUndoSteps(log);
  try {
    await prepareFolder(dataDir, 'data', 'DATA_DIR');
    await prepareStores(config, {
      folder: (root, setting) => prepareFolder(root, 'storage', setting),
      onFault: (err, driver) => log.warn({ err, storage: driver }, 'A store does not respond; its files cannot be read until it does.'),
    });
    const lock = await acquireInstanceLock(dataDir);
    steps.push(() => lock.release());
    let { databaseUrl } = config;
    // An external PostgreSQL has its own operator.
    let databaseLost = new Promise<Error>(() => undefined);
    if (databaseUrl === undefined) {
      const postgres = await startSupervisedPostgres({ dataDir, log: (line) => log.info(line), settings: settingsOf(config) });
      steps.push(() => postgres.stop());
      databaseUrl = postgres.url;
      databaseLost = postgres.lost;
    } else {
      await requireExternalDatabase(databaseUrl);
    }
    return {
      databaseUrl,
      databaseLost,
      announce: async (url) => {
        const addressFile = join(dataDir, 'server.json');
        await writeFile(addressFile, `${JSON.stringify({ url, pid: process.pid })}\n`);
        steps.push(() => rm(addressFile, { force: true }));
      },
      release: () => steps.undo(),
    };
  } catch (error) {
    await steps.undo();
    throw error;
  }
}
