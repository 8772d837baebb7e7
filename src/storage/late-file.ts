import type { FileHandle } from 'node:fs/promises';

/** A file that is opened when it is wanted first. */
export interface LateFile {
  readonly open: () => Promise<FileHandle>;
  /** Closes it if it was opened. */
  close(): Promise<void>;
}

/** Opens by `make`, once. */
export function lateFile(make: () => Promise<FileHandle>): LateFile {
  let opening: Promise<FileHandle> | undefined;
  return {
    open: () => (opening ??= make()),
    async close() {
      const file = await opening?.catch(() => undefined);
      await file?.close();
    },
  };
}
