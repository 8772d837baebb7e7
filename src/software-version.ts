import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { repositoryPath } from './repository-path.ts';

const manifest = z.object({ version: z.string(), build: z.string().optional() });

/** Version of the software, and its build identifier where the packager has put one into package.json. */
export async function softwareVersion(): Promise<{ readonly version: string; readonly build: string | null }> {
  const { version, build } = manifest.parse(JSON.parse(await readFile(repositoryPath('package.json'), 'utf8')));
  return { version, build: build ?? null };
}
