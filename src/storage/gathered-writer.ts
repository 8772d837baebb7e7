import type { FileHandle } from 'node:fs/promises';

/** Bytes after which the disk is told to take what was written, beside the writing, so that little is left to wait for at the end. */
const FLUSH_BYTES = 64 * 1024 * 1024;

export interface GatheredWriter {
  /** Appends bytes; resolves when they were written and may change. */
  write(bytes: Buffer): Promise<void>;
  /** Resolves when everything was written and is on the disk. */
  flush(): Promise<void>;
  /** Resolves when nothing is under way any more, failed or not, so that the file can be closed. */
  settle(): Promise<void>;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly written: PromiseWithResolvers<void>;
}

/** Writes one thing after another: what comes while a write is under way goes into the next one together. */
export function gatheredWriter(handle: FileHandle): GatheredWriter {
  let waiting: Waiting[] = [];
  let underWay: Promise<void> | undefined;
  let unflushed = 0;
  let flushing: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (failure !== undefined) throw failure.error;
        flushBeside(await writeAll(handle, batch));
        for (const { written } of batch) written.resolve();
      } catch (error) {
        failure ??= { error };
        for (const { written } of batch) written.reject(error);
      }
    }
    underWay = undefined;
  }

  function flushBeside(writtenBytes: number): void {
    unflushed += writtenBytes;
    if (flushing !== undefined || unflushed < FLUSH_BYTES) return;
    unflushed = 0;
    flushing = handle.datasync().then(
      () => {
        flushing = undefined;
      },
      (error: unknown) => {
        // The system tells of lost bytes once; what is synchronised later would seem to be well.
        failure ??= { error };
      },
    );
  }

  async function settle(): Promise<void> {
    await underWay;
    await flushing;
  }

  return {
    write(bytes) {
      const written = Promise.withResolvers<void>();
      waiting.push({ bytes, written });
      underWay ??= writeWaiting();
      return written.promise;
    },
    async flush() {
      await settle();
      if (failure === undefined) await handle.sync();
      else throw failure.error;
    },
    settle,
  };
}

async function writeAll(handle: FileHandle, batch: readonly Waiting[]): Promise<number> {
  const all = batch.map(({ bytes }) => bytes);
  const total = all.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await handle.writev(all);
  if (bytesWritten === total) return total;
  // A short write: the disk may have room for a part only. The second attempt tells the reason.
  const rest = Buffer.concat(all).subarray(bytesWritten);
  for (let offset = 0; offset < rest.length;) {
    offset += (await handle.write(rest, offset)).bytesWritten;
  }
  return total;
}
