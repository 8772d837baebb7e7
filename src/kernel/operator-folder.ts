import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { OperatorFolder } from './ports/operator-folder.ts';

export interface OperatorFolderOptions {
  /** The only folder whose files are read, absolute; undefined for none. */
  readonly folder: string | undefined;
  /** The environment variable that names it. */
  readonly variable: string;
  /** The largest file. */
  readonly mostBytes: number;
  /** What a path must be, as the end of a sentence. */
  readonly rule?: string;
}

/** Reads files of one folder alone: a caller who may name files must not learn what stands in any other of the machine. */
export function createOperatorFolder({ folder, variable, mostBytes, rule }: OperatorFolderOptions): OperatorFolder {
  return {
    async fault(path) {
      if (folder === undefined) return `cannot be read, because ${variable} names no folder`;
      if (!isAbsolute(path) || dirname(resolve(path)) !== resolve(folder)) {
        return rule ?? `must be the absolute path of a file in the folder that ${variable} names`;
      }
      try {
        const facts = await stat(path);
        if (!facts.isFile()) return 'names something that is not a file';
        if (facts.size > mostBytes) return `names a file of more than ${mostBytes} bytes`;
        await access(path, constants.R_OK);
        return undefined;
      } catch {
        return 'names a file that the server cannot read';
      }
    },
    // A file that grows meanwhile is read no further.
    open: (path) => createReadStream(path, { end: mostBytes - 1 }),
  };
}
