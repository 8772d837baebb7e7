/** Tasks of the program of the server, which read its database and stores and so run on its machine. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliFailure, EXIT } from './failure.ts';
import type { Session } from './session.ts';

/** The program of the server lies beside this one, where this one came with a server. */
const SERVER_PROGRAM = join(import.meta.dirname, 'main.js');

/** What a task of the server means by ending with 2: it ran, and differences or parts are left. */
const LEFT = 2;

/**
 * Runs a task of the server to its end, with the environment of the server (`DATA_DIR`, `DATABASE_URL`, ...).
 * @throws CliFailure where it did not do all that it was to do
 */
export async function runInstallationTask(
  { output, env }: Session,
  args: readonly string[],
  { ownJson = false }: { readonly ownJson?: boolean } = {},
): Promise<void> {
  if (!existsSync(SERVER_PROGRAM)) {
    throw new CliFailure(
      EXIT.failed,
      'INSTALLATION_ELSEWHERE',
      `"${args[0] ?? ''}" reads the database and the stores of an installation: run it on that machine, by ./archivolt in the folder of the server.`,
    );
  }
  const gathered = output.json && !ownJson;
  const child = spawn(process.execPath, [SERVER_PROGRAM, ...args, ...(output.json && ownJson ? ['--json'] : [])], {
    env,
    stdio: ['ignore', gathered ? 'pipe' : 'inherit', 'inherit'],
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (gathered) output.result({ done: code === 0, lines: text.split('\n').filter((line) => line !== '') });
  if (code === 0) return;
  // The task has said on standard error what is the matter.
  throw code === LEFT
    ? new CliFailure(EXIT.partly, 'TASK_PARTLY', 'Not all is in order: see above.')
    : new CliFailure(EXIT.failed, 'TASK_FAILED', 'The task failed: see above.');
}
