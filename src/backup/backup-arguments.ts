import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartupError } from '../errors/startup-error.ts';

const BACKUP_USAGE = 'Usage: archivolt backup --to FOLDER [--verify]';
const RESTORE_USAGE = 'Usage: archivolt restore --from FOLDER [--snapshot NAME]';

export interface BackupArguments {
  readonly folder: string;
  /** Reads the newest snapshot in place of making one. */
  readonly verify: boolean;
}

export interface RestoreArguments {
  readonly folder: string;
  /** Name of a snapshot; the newest one without it. */
  readonly snapshot: string | undefined;
}

function read<Options extends NonNullable<ParseArgsConfig['options']>>(given: readonly string[], options: Options, usage: string) {
  try {
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}. ${usage}`);
  }
}

/** @throws StartupError with the usage */
export function readBackupArguments(given: readonly string[]): BackupArguments {
  const { to, verify } = read(given, { to: { type: 'string' }, verify: { type: 'boolean' } } as const, BACKUP_USAGE);
  if (!to) throw new StartupError(`A backup needs a folder. ${BACKUP_USAGE}`);
  return { folder: to, verify: verify === true };
}

/** @throws StartupError with the usage */
export function readRestoreArguments(given: readonly string[]): RestoreArguments {
  const { from, snapshot } = read(given, { from: { type: 'string' }, snapshot: { type: 'string' } } as const, RESTORE_USAGE);
  if (!from) throw new StartupError(`A restore needs the folder of a backup. ${RESTORE_USAGE}`);
  return { folder: from, snapshot };
}
