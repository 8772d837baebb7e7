/** The tasks `export` and `import`: they speak to the server of a data folder. Source: exports.md 17.4. */
import { StartupError } from '../errors/startup-error.ts';
import { findRunningServer, readSuperuserToken } from '../running-server.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { readExportArguments, readImportArguments } from './carry-arguments.ts';
import { type CarryClient, createCarryClient } from './carry-client.ts';
import type { CarryReport } from './carry-report.ts';
import { exportCollection } from './export-collection.ts';
import { importCollection } from './import-collection.ts';

export interface CarryOptions {
  readonly dataDir: string;
  /** File with the superuser's API token. */
  readonly tokenFile: string;
  readonly report: CarryReport;
}

const READY_LIMIT_MS = 15_000;

async function connect({ dataDir, tokenFile }: CarryOptions): Promise<CarryClient> {
  const url = await findRunningServer(dataDir, READY_LIMIT_MS);
  if (url === undefined) throw new StartupError(`No server runs on ${dataDir}: start it, or set DATA_DIR to that of the installation.`);
  return createCarryClient(url, await readSuperuserToken(tokenFile));
}

/** Writes a collection to a folder. @returns whether all of it is there @throws StartupError */
export async function runExport(given: readonly string[], options: CarryOptions): Promise<boolean> {
  const wanted = readExportArguments(given);
  return exportCollection(await connect(options), wanted, options.report);
}

/** Reads a folder into the installation. @returns whether everything is here, and equal @throws StartupError */
export async function runImport(given: readonly string[], options: CarryOptions & { readonly storage: FileStorage }): Promise<boolean> {
  const wanted = readImportArguments(given);
  return importCollection(await connect(options), options.storage, wanted, options.report);
}
