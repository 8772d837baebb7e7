import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Makes a folder where there is none. */
async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const there = codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory();
    if (!there) throw error;
  }
}

/**
 * Makes a folder that an operator names, with those above it. `mkdir` of Node with `recursive` never ends in a file system that refuses
 * new folders by ENOENT, as /proc does: it makes what is above, finds that there, and tries again.
 * @throws the error of the system
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    const parent = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await makeOne(folder);
  }
}
