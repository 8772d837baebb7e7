import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { OperatorFolder } from './ports/operator-folder.ts';
import { type ToldRule, broken } from '../errors/rules/broken.ts';

export interface OperatorFolderOptions {
  /** The only folder whose files are read, absolute; undefined for none. */
  readonly folder: string | undefined;
  /** The environment variable that names it. */
  readonly variable: string;
  /** The largest file. */
  readonly mostBytes: number;
  /** What a path must be, where it is not one alone. */
  readonly rule?: ToldRule;
}

/** Reads files of one folder alone: a caller who may name files must not learn what stands in any other of the machine. */
export function createOperatorFolder({ folder, variable, mostBytes, rule }: OperatorFolderOptions): OperatorFolder {
  return {
    async fault(path) {
      if (folder === undefined) return broken('OPERATOR_FOLDER_UNSET', { variable });
      if (!isAbsolute(path) || dirname(resolve(path)) !== resolve(folder)) {
        return rule ?? broken('OPERATOR_PATH', { variable });
      }
      try {
        const facts = await stat(path);
        if (!facts.isFile()) return broken('NAMES_NO_FILE');
        if (facts.size > mostBytes) return broken('NAMES_LARGE_FILE', { bytes: mostBytes });
        await access(path, constants.R_OK);
        return undefined;
      } catch {
        return broken('NAMES_UNREADABLE_FILE');
      }
    },
    // A file that grows meanwhile is read no further.
    open: (path) => createReadStream(path, { end: mostBytes - 1 }),
  };
}
