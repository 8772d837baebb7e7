/** The file of an archival text: written from its beginning to its end, and sent to the disk on the way. */
import { type FileHandle, open, rm } from 'node:fs/promises';

/** So much at a time is a short wait for others that use the disk, and little is left to wait for at the end. */
const SYNCED_BYTES = 32 * 1024 * 1024;

export interface ArchivalFile {
  /** Appends bytes, which are no longer needed once it is done. */
  write(bytes: Buffer): Promise<void>;
}

/** Makes a file, where there must be none; it survives a loss of power once this is done, and is gone where the writing failed. */
export async function writingFile<Result>(path: string, write: (file: ArchivalFile) => Promise<Result>): Promise<Result> {
  const handle = await open(path, 'wx');
  const file = new SyncedFile(handle);
  try {
    const result = await write(file);
    await file.sync();
    await handle.close();
    return result;
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
}

class SyncedFile implements ArchivalFile {
  readonly #handle: FileHandle;
  #written = 0;
  #syncing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    for (let done = 0; done < bytes.length;) done += (await this.#handle.write(bytes, done)).bytesWritten;
    this.#written += bytes.length;
    if (this.#written >= SYNCED_BYTES) this.#syncing ??= this.#syncMeanwhile();
  }

  async sync(): Promise<void> {
    // A failure is told once: to the one that came first.
    await this.#syncing;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#handle.datasync();
  }

  async #syncMeanwhile(): Promise<void> {
    this.#written = 0;
    try {
      await this.#handle.datasync();
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
    this.#syncing = undefined;
  }
}
