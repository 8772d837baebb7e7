/** The server that runs on a data folder, for the tasks that speak to it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from './errors/startup-error.ts';

const serverFile = z.object({ url: z.url(), pid: z.int() });

/**
 * Address of the server that runs on the data folder, if one does.
 * @throws StartupError when it takes the question and gives no answer.
 */
export async function findRunningServer(dataDir: string, limitMs: number): Promise<string | undefined> {
  let server: z.infer<typeof serverFile>;
  try {
    server = serverFile.parse(JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')));
    // After `kill -9` the file stays, and its port may be another program's by now, which must not see the token.
    process.kill(server.pid, 0);
  } catch {
    return undefined;
  }
  try {
    return (await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(limitMs) })).ok ? server.url : undefined;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) return undefined;
    throw new StartupError(`The server at ${server.url} (process ${server.pid}) does not respond; stop it, and run the task again.`);
  }
}

/** The superuser's API token. @throws StartupError when it cannot be read */
export async function readSuperuserToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new StartupError(
      `The task needs the superuser's API token and cannot read ${file}; start once with SUPERUSER_API_TOKEN to set and store a new one.`,
      { cause: error },
    );
  }
}
