import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { repositoryPath } from './repository-path.ts';

const manifest = z.object({ version: z.string(), build: z.string().optional() });

/** The placeholder for a missing build identifier. Source: decisions.md 42. */
const UNKNOWN_BUILD = 'unknown';

/** Version of the software, and its build identifier as the packager has put it into package.json. */
export async function softwareVersion(): Promise<{ readonly version: string; readonly build: string }> {
  const { version, build } = manifest.parse(JSON.parse(await readFile(repositoryPath('package.json'), 'utf8')));
  return { version, build: build ?? UNKNOWN_BUILD };
}
