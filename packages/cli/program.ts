/** The commands, and how each ends. */
import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './commands/admin.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addDownloadCommand } from './commands/download.ts';
import { addExportCommand } from './commands/export.ts';
import { addImportCommand } from './commands/import.ts';
import { addLoginCommands } from './commands/login.ts';
import { addPublishCommands } from './commands/publish.ts';
import { addQueryCommand } from './commands/query.ts';
import { addSearchCommand } from './commands/search.ts';
import { addUploadCommand } from './commands/upload.ts';
import { addCompletionCommand } from './completion/completion-command.ts';
import { CliFailure, EXIT, type ExitCode, usageFailure } from './failure.ts';
import { createOutput } from './output.ts';
import manifest from './package.json' with { type: 'json' };

const EXIT_CODES = `
Exit codes:
  0 done               3 not logged in        6 refused by the server
  1 failed             4 not permitted        7 the server does not answer
  2 wrong usage        5 not found            8 done in part

"archivolt help <command>" explains a command, with examples.`;

/** All commands. @param quiet for programs, which read of errors in the form of all failures */
export function createProgram(quiet = false): Command {
  const program = new Command('archivolt')
    .description('Works with research-data repositories: finds, downloads, deposits and publishes datasets.')
    .version(manifest.version)
    .option('--server <address>', 'server to speak to; the one of the last login without it (ARCHIVOLT_SERVER)')
    .option('--json', 'the result as JSON on standard output, for programs')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('("--help" shows how it is used.)')
    .exitOverride();
  // Commands take this over when they are made.
  if (quiet) program.configureOutput({ writeErr: () => undefined });
  addLoginCommands(program);
  addSearchCommand(program);
  addDownloadCommand(program);
  addPublishCommands(program);
  addUploadCommand(program);
  addExportCommand(program);
  addImportCommand(program);
  addQueryCommand(program);
  addAdminCommands(program);
  addDoctorCommand(program);
  addBackupCommands(program);
  addCompletionCommand(program);
  return program;
}

function inheritExit(command: Command): void {
  for (const below of command.commands) {
    below.exitOverride().showHelpAfterError('("--help" shows how it is used.)');
    inheritExit(below);
  }
}

/** What ended a command, as programs and people are told. */
function failureFrom(error: unknown): CliFailure {
  if (error instanceof CliFailure) return error;
  if (error instanceof CommanderError) {
    const missing = error.code === 'commander.help';
    return usageFailure(missing ? 'No command is given: "archivolt help" lists them.' : error.message.replace(/^error: /, ''));
  }
  // A file that cannot be read or written is no fault of the program, and its message names the file.
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return new CliFailure(EXIT.failed, String(error.code), `${error.message}.`, { cause: error });
  }
  return new CliFailure(EXIT.failed, 'UNEXPECTED', error instanceof Error ? (error.stack ?? error.message) : String(error), {
    cause: error,
  });
}

/** Runs what was typed. @returns the exit code */
export async function runProgram(typed: readonly string[]): Promise<ExitCode> {
  const json = typed.includes('--json');
  const program = createProgram(json);
  inheritExit(program);
  try {
    await program.parseAsync([...typed], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const failure = failureFrom(error);
    // To people, the parser has said it already.
    if (json || !(error instanceof CommanderError)) createOutput(json).failure(failure);
    return failure.exitCode;
  }
}
