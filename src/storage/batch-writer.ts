import type { FileHandle } from 'node:fs/promises';

/** Batch size: one write per network chunk, 64 KB and less, would cost more than the writing itself. */
const BATCH_BYTES = 1024 * 1024;
/** Most chunks of a batch: a sender of single bytes would fill the memory before the batch size is reached. */
const BATCH_CHUNKS = 1024;

/**
 * What is left to be flushed at once. A whole file flushed at its end holds up the answer while the processor has nothing to do, and
 * meanwhile everything else that waits for the disk, such as commits of PostgreSQL beside it.
 */
const FLUSH_BYTES = 64 * 1024 * 1024;

/** Writes a new file; one batch is written while the next one comes. */
export interface BatchWriter {
  /** Appends bytes, which must not change any more; where it gives a promise, more are wanted when that resolves. */
  write(chunk: Buffer): Promise<void> | undefined;
  /** Resolves when everything is on the disk; there is a file then, also of nothing. */
  finish(): Promise<void>;
  /** Resolves when nothing is under way any more, failed or not, so that the file can be closed. */
  settle(): Promise<void>;
}

/**
 * @param open makes the file, once, when the first batch is full: a sender that stalls before that holds no file.
 * @param written is told how many bytes the file has, after each batch.
 */
export function batchWriter(open: () => Promise<FileHandle>, written: (bytes: number, file: FileHandle) => void = () => {}): BatchWriter {
  let batch: Buffer[] = [];
  let batchBytes = 0;
  let underWay: Promise<void> = Promise.resolve();
  let writtenBytes = 0;
  let unflushedBytes = 0;
  let isFlushing = false;
  let flushed: Promise<void> = Promise.resolve();

  /** One flush at a time, beside the writes. Its failure is kept: the disk tells it once. */
  function flushBeside(file: FileHandle): void {
    if (isFlushing || unflushedBytes < FLUSH_BYTES) return;
    isFlushing = true;
    unflushedBytes = 0;
    const flush = async (): Promise<void> => {
      await file.datasync();
      isFlushing = false;
    };
    flushed = flush();
    // It may fail before it is awaited.
    flushed.catch(() => undefined);
  }

  async function writeBatch(): Promise<void> {
    const chunks = batch;
    batch = [];
    batchBytes = 0;
    await underWay;
    underWay = append(chunks);
    // It may fail before it is awaited.
    underWay.catch(() => undefined);
  }

  async function append(chunks: readonly Buffer[]): Promise<void> {
    const file = await open();
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await file.writev(chunks);
    // A disk that has room for a part only; another attempt tells the reason.
    if (bytesWritten < bytes) await file.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
    writtenBytes += bytes;
    written(writtenBytes, file);
    unflushedBytes += bytes;
    flushBeside(file);
  }

  return {
    write(chunk) {
      batch.push(chunk);
      batchBytes += chunk.length;
      return batchBytes < BATCH_BYTES && batch.length < BATCH_CHUNKS ? undefined : writeBatch();
    },
    async finish() {
      await writeBatch();
      await underWay;
      await flushed;
      await (await open()).sync();
    },
    settle: async () => {
      await underWay.catch(() => undefined);
      await flushed.catch(() => undefined);
    },
  };
}
