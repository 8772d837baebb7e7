import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AskedTable } from '../../../kernel/ports/table-questions.ts';

/** The table that is asked, on this machine: one of a store across the network is copied, and the copy kept until another one is asked. */
export interface LocalTable {
  /** Called for one table at a time. */
  pathOf(table: Pick<AskedTable, 'key' | 'path' | 'bytes'>): Promise<string>;
  forget(): Promise<void>;
}

/** @param folder Of this process alone. */
export function createLocalTable(folder: string): LocalTable {
  let copy: { readonly key: string; readonly path: string } | undefined;
  return {
    async pathOf({ key, path, bytes }) {
      if (path !== undefined) return path;
      if (copy?.key === key) return copy.path;
      copy = undefined;
      // With what a crash has left.
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const made = join(folder, randomUUID());
      await pipeline(await bytes(), createWriteStream(made, { flags: 'wx' }));
      copy = { key, path: made };
      return made;
    },
    async forget() {
      copy = undefined;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
