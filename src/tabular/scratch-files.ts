/** Files for bytes that are too many to be held while a table is read. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOfFile } from './byte-source.ts';
import { TableError } from './table-error.ts';
import type { ScratchFile } from './table-reader.ts';

/** Gives scratch files in a folder, and removes them. */
export interface ScratchFiles {
  make(): ScratchFile;
  /** After the last read. */
  remove(): Promise<void>;
}

/** @param mostBytes Of all files together; more are refused as TOO_LARGE */
export function createScratchFiles(folder: string, mostBytes: number): ScratchFiles {
  const removals: (() => Promise<void>)[] = [];
  let bytes = 0;
  return {
    make() {
      const path = join(folder, `scratch-${removals.length + 1}`);
      const writer = openSync(path, 'wx');
      let size = 0;
      let reader: Promise<FileHandle> | undefined;
      removals.push(async () => {
        closeSync(writer);
        await (await reader)?.close();
        await rm(path, { force: true });
      });
      return {
        append(piece) {
          bytes += piece.length;
          if (bytes > mostBytes) throw new TableError('TOO_LARGE', `Unpacked, the file has more than ${mostBytes} bytes.`);
          for (let done = 0; done < piece.length;) done += writeSync(writer, piece, done);
          size += piece.length;
        },
        async read(target, position) {
          reader ??= open(path);
          return bytesOfFile(await reader, size).read(target, position);
        },
      };
    },
    async remove() {
      for (const removal of removals.splice(0)) await removal();
    },
  };
}
