/**
 * What has to hold before a change is taken, except for the tests: `npm run check`. Every check runs, whatever the ones
 * before it found; each gives one line, and its output when it failed.
 */
import { access } from 'node:fs/promises';
import { checkImports } from './check-imports.ts';
import { checkMigrations } from './check-migrations.ts';
import { layersOf, roomImports } from './room-picture.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

/** Fewer modules than this, and the parser has not seen the TypeScript: a pass would mean nothing. */
const LEAST_MODULES = 100;

async function presentFolders(): Promise<string[]> {
  const folders = await Promise.all(
    ['src', 'packages', 'test', 'tools', 'bench', 'campaign', 'reliability'].map((folder) =>
      access(folder).then(
        () => [folder],
        () => [],
      ),
    ),
  );
  return folders.flat();
}

async function importDirections(): Promise<ProgramResult> {
  const { moduleCount, violations, edges } = await checkImports(await presentFolders(), process.cwd());
  if (moduleCount < LEAST_MODULES) return { succeeded: false, output: `Only ${moduleCount} modules were read; there have to be more.` };
  const { circle } = layersOf(roomImports(edges));
  const found = circle.length === 0 ? violations : [...violations, `rooms in a circle, or above one: ${circle.join(', ')}`];
  return { succeeded: found.length === 0, output: found.join('\n') };
}

const checks: Readonly<Record<string, () => Promise<ProgramResult>>> = {
  types: () => runProgram('tsc', ['-p', 'tsconfig.json']),
  browser: () => runProgram('tsc', ['-p', 'src/pages/browser/tsconfig.json']),
  explorer: () => runProgram('tsc', ['-p', 'src/graphql-explorer/browser/tsconfig.json']),
  lint: () => runProgram('oxlint', ['--type-aware', '--deny-warnings', '--report-unused-disable-directives']),
  format: () => runProgram('oxfmt', ['--check', '.']),
  imports: importDirections,
  generated: () => runProgram('node', ['tools/generate.ts', '--check']),
  schema: () => runProgram('node', ['tools/check-schema.ts']),
  migrations: checkMigrations,
};

async function runCheck(check: () => Promise<ProgramResult>): Promise<ProgramResult> {
  try {
    return await check();
  } catch (error) {
    return { succeeded: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const failed: string[] = [];
for (const [name, check] of Object.entries(checks)) {
  const begin = performance.now();
  const { succeeded, output } = await runCheck(check);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${succeeded ? 'ok  ' : 'FAIL'}  ${name.padEnd(10)}  ${seconds.padStart(5)} s`);
  if (succeeded) continue;
  failed.push(name);
  console.log(output.replaceAll(/^/gm, '      '));
}

const count = Object.keys(checks).length;
console.log(failed.length === 0 ? `All ${count} checks passed.` : `${failed.length} of ${count} checks failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
