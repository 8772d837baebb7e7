/** The keys that secrets in the database are encrypted with: of the environment, and of a file in the data folder. */
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { secretKeysOf } from './environment-values.ts';
import { StartupError } from './errors/startup-error.ts';

const KEY_BYTES = 32;

/** File with a key in base64 in each line, readable by its owner only. */
export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret-keys');
}

/**
 * The keys of the environment and, after them, those of the file, if there is one.
 * @throws StartupError when the file is not what a server has written
 */
export async function readSecretKeys(dataDir: string, fromEnvironment: readonly Buffer[]): Promise<Buffer[]> {
  const file = secretKeyFile(dataDir);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
    await chmod(file, 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [...fromEnvironment];
    throw new StartupError(`${file}, which holds the keys of stored secrets, cannot be read. Give it to the user who starts the server.`);
  }
  const keys = secretKeysOf(text);
  if (keys === undefined || keys.length === 0) {
    throw new StartupError(`${file} must have a key of 32 bytes in base64 in each line. Restore it from a backup.`);
  }
  return [...fromEnvironment, ...keys];
}

/** Makes a key and its file. On return both outlive a power cut, as nothing may be encrypted with a key that is then lost. */
export async function makeSecretKey(dataDir: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const key = randomBytes(KEY_BYTES);
  const file = secretKeyFile(dataDir);
  const unfinished = `${file}.${process.pid}`;
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(`${key.toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Unlike a rename, a link never replaces keys that are there.
  await link(unfinished, file);
  await rm(unfinished);
  const folder = await open(dataDir);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return key;
}
