/**
 * Programs of the operator that judge metadata: each gets the path of a JSON file as its only argument and answers with its exit status.
 * Source: users-admin.md 10.4, `:DatasetMetadataValidatorScript`.
 */
import type { JsonPieces, MetadataValidator } from '../../kernel/ports/metadata-validator.ts';
import { constants, createWriteStream } from 'node:fs';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { DomainError } from '../../errors/domain-error.ts';
import { type Ending, runProgram } from './run-program.ts';
import { type ToldRule, broken } from '../../errors/rules/broken.ts';

/** Most programs of this process that run at once; others wait for their turn. */
const MOST_AT_ONCE = 4;

export interface MetadataValidatorOptions {
  /** The only folder whose programs are run, absolute; undefined for none. */
  readonly folder: string | undefined;
  readonly timeLimitMs: number;
  readonly log: Logger;
}

/** What the program is and why it failed is for the log alone. */
function withoutAnswer(): DomainError {
  return new DomainError(
    'EXTERNAL_VALIDATION_UNAVAILABLE',
    'The external validator that must approve the metadata gave no answer. Nothing was changed; an administrator has to check the validator.',
  );
}

/** Gives at most `MOST_AT_ONCE` pieces of work their turn, in the order in which they asked. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = MOST_AT_ONCE;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

async function writeDocument(path: string, document: () => JsonPieces): Promise<{ readonly unmade: unknown } | undefined> {
  let fault: { readonly unmade: unknown } | undefined;
  async function* pieces() {
    try {
      yield* document();
    } catch (error) {
      fault = { unmade: error };
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return fault;
}

/** What names the folder of programs. */
const VARIABLE = 'METADATA_VALIDATORS_DIR';

/** Makes the one of a process. */
export function createMetadataValidator({ folder, timeLimitMs, log }: MetadataValidatorOptions): MetadataValidator {
  const inTurn = createTurns();
  const stopped = new AbortController();

  async function fault(path: string): Promise<ToldRule | undefined> {
    if (folder === undefined) return broken('PROGRAMS_UNSET', { variable: VARIABLE });
    // A caller who may write settings must not be able to run any program of the machine.
    if (!isAbsolute(path) || dirname(resolve(path)) !== resolve(folder)) {
      return broken('OPERATOR_PATH', { variable: VARIABLE });
    }
    try {
      if (!(await stat(path)).isFile()) return broken('NO_FILE');
      await access(path, constants.X_OK);
      return undefined;
    } catch {
      return broken('NOT_EXECUTABLE');
    }
  }

  async function judge(path: string, document: () => JsonPieces): Promise<Ending> {
    const own = await mkdtemp(join(tmpdir(), 'archivolt-validation-'));
    try {
      const file = join(own, 'metadata.json');
      const made = await writeDocument(file, document);
      if (made !== undefined) return { kind: 'unmade', error: made.unmade };
      return await runProgram({ path, argument: file, workingFolder: own, timeLimitMs, signal: stopped.signal });
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  async function approves(path: string, document: () => JsonPieces): Promise<boolean> {
    const found = await fault(path);
    if (found !== undefined) {
      log.error({ program: path }, `An external validator ${found.message}.`);
      throw withoutAnswer();
    }
    let ending: Ending;
    try {
      ending = await judge(path, document);
    } catch (error) {
      log.error({ err: error, program: path }, 'Metadata could not be written to a file for the external validator.');
      throw withoutAnswer();
    }
    if (ending.kind === 'unmade') throw ending.error;
    const { kind, output } = ending;
    if (kind === 'answered') {
      const { exitCode } = ending;
      if (exitCode !== 0) log.info({ program: path, exitCode, output }, 'An external validator rejected metadata.');
      return exitCode === 0;
    }
    log.error({ program: path, output, reason: ending.reason }, 'An external validator gave no answer.');
    throw withoutAnswer();
  }

  return { fault, approves: (path, document) => inTurn(() => approves(path, document)), close: () => stopped.abort() };
}
