import { readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findPostmaster } from './postmaster-file.ts';
import { databaseUrl } from './server-connection.ts';

/** Address of the embedded database of DATA_DIR while a server has it running; undefined when none does. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  try {
    const folder = await realpath(resolve(dataDir));
    const running = await findPostmaster(join(folder, 'postgres'));
    if (running?.port === undefined) return undefined;
    return databaseUrl(running.port, (await readFile(join(folder, 'postgres-password'), 'utf8')).trim());
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
