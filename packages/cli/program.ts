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
import { CliFailure, EXIT, type ExitCode } from './failure.ts';
import { createOutput } from './output.ts';
import manifest from './package.json' with { type: 'json' };

const EXIT_CODES = `
Exit codes:
  0 done               3 not logged in        6 refused by the server
  1 failed             4 not permitted        7 the server does not answer
  2 wrong usage        5 not found            8 done in part

"archivolt help <command>" explains a command, with examples.`;

/** All commands. */
export function createProgram(): Command {
  const program = new Command('archivolt')
    .description('Works with research-data repositories: finds, downloads, deposits and publishes datasets.')
    .version(manifest.version)
    .option('--server <address>', 'server to speak to; the one of the last login without it (ARCHIVOLT_SERVER)')
    .option('--json', 'the result as JSON on standard output, for programs')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('("--help" shows how it is used.)')
    .exitOverride();
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

/** Runs what was typed. @returns the exit code */
export async function runProgram(typed: readonly string[]): Promise<ExitCode> {
  const program = createProgram();
  inheritExit(program);
  try {
    await program.parseAsync([...typed], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const output = createOutput(typed.includes('--json'));
    if (error instanceof CliFailure) {
      output.failure(error);
      return error.exitCode;
    }
    output.failure(new CliFailure(EXIT.failed, 'UNEXPECTED', error instanceof Error ? (error.stack ?? error.message) : String(error)));
    return EXIT.failed;
  }
}
