import type { FileHandle } from 'node:fs/promises';
import { type DirectFile, directFile } from './direct-file.ts';
import { BLOCK_BYTES, type MemoryBlock } from './memory-blocks.ts';

/** Bytes after which the disk is told to take what was written, beside the writing, so that little is left to wait for at the end. */
const FLUSH_BYTES = 64 * 1024 * 1024;
/** What a file begins with stays in the page cache: small files are read again at once, to look at them. */
const CACHED_BYTES = 4 * 1024 * 1024;

/** Writes a new file block by block. */
export interface GatheredWriter {
  /** Appends the first `length` bytes of a block; resolves when they were written and may change. Only the last one may be shorter than a block. */
  write(block: MemoryBlock, length: number): Promise<void>;
  /** Resolves when everything was written and is on the disk; there is a file then, also of nothing. */
  flush(): Promise<void>;
  /** Resolves when nothing is under way any more, failed or not, so that the file can be closed. */
  settle(): Promise<void>;
}

interface Waiting {
  readonly block: MemoryBlock;
  readonly length: number;
  readonly written: PromiseWithResolvers<void>;
}

/**
 * Writes one thing after another: what comes while a write is under way goes into the next one together. What comes after the
 * first megabytes goes past the page cache where that can be: a large file would push out of it what others read, and memory
 * that was not used for long costs more than the writing.
 * @param open makes the file, once, when the first block is full: a sender that stands still before holds no file.
 */
export function gatheredWriter(open: () => Promise<FileHandle>): GatheredWriter {
  let file: { readonly handle: FileHandle; readonly direct: DirectFile } | undefined;
  let waiting: Waiting[] = [];
  let underWay: Promise<void> | undefined;
  let position = 0;
  let unflushed = 0;
  let flushing: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  async function openOnce(): Promise<{ readonly handle: FileHandle; readonly direct: DirectFile }> {
    if (file !== undefined) return file;
    const handle = await open();
    file = { handle, direct: directFile(handle) };
    return file;
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (failure !== undefined) throw failure.error;
        await writeBatch(batch);
        for (const { written } of batch) written.resolve();
      } catch (error) {
        failure ??= { error };
        for (const { written } of batch) written.reject(error);
      }
    }
    underWay = undefined;
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    const { handle, direct } = await openOnce();
    const all = batch.map(({ block, length }) => block.bytes.subarray(0, length));
    const total = all.reduce((sum, { length }) => sum + length, 0);
    const isDirect = position >= CACHED_BYTES && batch.every(({ block, length }) => block.aligned && length === BLOCK_BYTES);
    const past = isDirect ? await direct.write(all, position) : 0;
    if (past < total) {
      await writeAll(handle, past === 0 ? all : [Buffer.concat(all).subarray(past)], position + past);
      flushBeside(handle, total - past);
    }
    position += total;
  }

  function flushBeside(handle: FileHandle, writtenBytes: number): void {
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

  async function idle(): Promise<void> {
    await underWay;
    await flushing;
  }

  return {
    write(block, length) {
      const written = Promise.withResolvers<void>();
      waiting.push({ block, length, written });
      underWay ??= writeWaiting();
      return written.promise;
    },
    async flush() {
      await idle();
      if (failure !== undefined) throw failure.error;
      await (await openOnce()).handle.sync();
    },
    async settle() {
      await idle();
      await file?.direct.close();
    },
  };
}

async function writeAll(handle: FileHandle, buffers: readonly Buffer[], position: number): Promise<void> {
  const total = buffers.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await handle.writev(buffers, position);
  if (bytesWritten === total) return;
  // A short write: the disk may have room for a part only. The second attempt tells the reason.
  const rest = Buffer.concat(buffers).subarray(bytesWritten);
  for (let at = 0; at < rest.length;) {
    at += (await handle.write(rest, at, rest.length - at, position + bytesWritten + at)).bytesWritten;
  }
}
