import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Paths of all files below a folder, in order; none when there is no such folder. */
export async function listFilePaths(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .toSorted();
  } catch {
    return [];
  }
}
