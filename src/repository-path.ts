import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('No package.json above this module.');
    folder = parent;
  }
  return folder;
}

const root = findRoot();

/** Absolute path of a file that is shipped with the software; works from the sources and from the bundle. */
export function repositoryPath(...segments: string[]): string {
  return join(root, ...segments);
}
