import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type ProgramResult, runProgram } from './run-program.ts';

const MIGRATIONS = 'src/db/migrations';

/**
 * Whether `migrations` is what `schema` (a glob) asks for: lets drizzle-kit work on a copy, and sees that it adds nothing.
 * drizzle-kit ends with 0 even when it broke off, so only its own words count as a pass.
 */
export async function checkMigrations(migrations: string = MIGRATIONS, schema: string = './src/db/schema/*.ts'): Promise<ProgramResult> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await cp(migrations, folder, { recursive: true });
    // drizzle-kit puts `./` before the folder, so an absolute path leads nowhere.
    const out = relative(process.cwd(), folder);
    const { output } = await runProgram('drizzle-kit', ['generate', '--dialect=postgresql', `--schema=${schema}`, `--out=${out}`]);
    const [before, after] = [await readdir(migrations, { recursive: true }), await readdir(folder, { recursive: true })];
    if (output.includes('No schema changes') && after.length === before.length) return { succeeded: true, output };
    return { succeeded: false, output: `${migrations} lags behind ${schema}; npx drizzle-kit generate writes what is missing.\n${output}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
