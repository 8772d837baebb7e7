import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of a test server whose files may hold words that passwords must not have; made when the first one is written. */
export function dictionariesFolder(dataDir: string): string {
  return join(dataDir, 'dictionaries');
}

/** Writes a dictionary; its path. */
export async function writeDictionary(folder: string, name: string, words: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(path, words.join('\n'));
  return path;
}
