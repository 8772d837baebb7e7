import type { FileHandle } from 'node:fs/promises';

/** Measured: writes of this size reach the disk's speed; smaller ones pay a thread-pool trip each. */
const GATHER_BYTES = 4 * 1024 * 1024;
/** Bytes after which the disk is told to take what was written, beside the writing, so that little is left to wait for at the end. */
const FLUSH_BYTES = 64 * 1024 * 1024;
/** Bounds what many tiny chunks hold on to, since each may be a slice of a whole socket buffer. */
const GATHER_CHUNKS = 256;

export interface GatheredWriter {
  /** Takes a chunk; resolves when the next one may come. At most one gathered write is under way. */
  write(chunk: Buffer): Promise<void>;
  /** Resolves when everything taken so far has been written. */
  flush(): Promise<void>;
  /** Resolves when no write is under way any more, failed or not, so that the file can be closed. */
  settle(): Promise<void>;
}

/** Gathers small chunks into large sequential writes, one of which runs while the next is being gathered. */
export function gatheredWriter(handle: FileHandle): GatheredWriter {
  let chunks: Buffer[] = [];
  let gathered = 0;
  let underWay: Promise<void> = Promise.resolve();
  let unflushed = 0;
  let flushing: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  async function previousWritten(): Promise<void> {
    await underWay;
    if (failure !== undefined) throw failure.error;
  }

  function start(): void {
    const batch = chunks;
    const total = gathered;
    chunks = [];
    gathered = 0;
    underWay = writeAll(handle, batch, total).then(
      () => flushBeside(total),
      (error: unknown) => {
        failure = { error };
      },
    );
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

  return {
    async write(chunk) {
      chunks.push(chunk);
      gathered += chunk.length;
      if (gathered < GATHER_BYTES && chunks.length < GATHER_CHUNKS) return;
      await previousWritten();
      start();
    },
    async flush() {
      await previousWritten();
      if (gathered > 0) start();
      await previousWritten();
      await flushing;
      await previousWritten();
    },
    async settle() {
      await underWay;
      await flushing;
    },
  };
}

async function writeAll(handle: FileHandle, batch: Buffer[], total: number): Promise<void> {
  const { bytesWritten } = await handle.writev(batch);
  if (bytesWritten === total) return;
  // A short write: the disk may have room for a part only. The second attempt tells the reason.
  const rest = Buffer.concat(batch).subarray(bytesWritten);
  for (let offset = 0; offset < rest.length;) {
    offset += (await handle.write(rest, offset)).bytesWritten;
  }
}
