/** The tokens of the user, one for each server, in a file that only the user can read. */
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { configFolder, type Environment } from './config-folder.ts';
import { CliFailure, EXIT } from './failure.ts';

const credentialsShape = z.object({
  /** Server of commands that name none. */
  current: z.string().optional(),
  servers: z.record(z.string(), z.object({ token: z.string(), account: z.string() })),
});
export type Credentials = z.infer<typeof credentialsShape>;

export function credentialsFile(env: Environment): string {
  return join(configFolder(env), 'credentials.json');
}

/** The stored tokens; none where nothing is stored. @throws CliFailure where others could read or could have written them */
export async function readCredentials(env: Environment): Promise<Credentials> {
  const path = credentialsFile(env);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return { servers: {} };
  if ((found.mode & 0o077) !== 0) {
    throw new CliFailure(EXIT.failed, 'CREDENTIALS_EXPOSED', `Other users can read ${path}: run "chmod 600 ${path}", and make new tokens.`);
  }
  try {
    return credentialsShape.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new CliFailure(EXIT.failed, 'CREDENTIALS_UNREADABLE', `${path} cannot be read: delete it and log in again.`, { cause: error });
  }
}

/** Writes the tokens whole or not at all. */
export async function writeCredentials(env: Environment, credentials: Credentials): Promise<void> {
  const path = credentialsFile(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(temporary, path);
}
