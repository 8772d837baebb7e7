/**
 * Writes what is derived from the schema, the operations and the tables: resolver types, typed operations, documentation.
 * With `--check` nothing is written; the process fails if a file would change.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generatedFiles } from './generated-files.ts';

const checkOnly = process.argv.includes('--check');
const stale: string[] = [];

for await (const { path, content } of generatedFiles()) {
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present === content) continue;
  stale.push(path);
  if (checkOnly) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

if (checkOnly && stale.length > 0) {
  console.error(`Not fresh, run npm run generate: ${stale.join(', ')}`);
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? 'Everything generated is fresh.' : `Written: ${stale.join(', ')}`);
}
