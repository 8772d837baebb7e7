import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.ts';
import { ignoringAbsence, mappingFullDisk, systemErrorCode } from './file-system-error.ts';
import type { StagedBytes, StagedFile, StageOptions } from './file-storage.ts';
import { lateFile } from './late-file.ts';
import { stageStream } from './stage-stream.ts';

const HANDLE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STAGING_MODE = 0o600;

/** A folder of this machine where uploads wait until they are kept. */
export interface StagingArea {
  stage(source: Readable, options: StageOptions): Promise<StagedFile>;
  /** @throws DomainError BAD_USER_INPUT when the handle cannot be one of ours. */
  pathOf(handle: string): string;
  discard(handle: string): Promise<void>;
  list(): AsyncIterable<StagedBytes>;
  sweep(olderThanMs: number): Promise<number>;
}

/** What the methods of FileStorage with these names say holds here. */
export function createStagingArea(folder: string): StagingArea {
  function pathOf(handle: string): string {
    if (!HANDLE.test(handle)) throw new DomainError('BAD_USER_INPUT', 'The handle names no staged file.');
    return path.join(folder, handle);
  }

  return {
    pathOf,

    async stage(source, options) {
      const handle = randomUUID();
      const target = pathOf(handle);
      // The source may fail before it is read.
      source.on('error', () => {});
      const file = lateFile(() => mappingFullDisk(() => createStagingFile(target)));
      try {
        const streamed = await stageStream(source, file.open, options);
        return { handle, ...streamed, fileName: options.fileName, suppliedContentType: options.suppliedContentType };
      } catch (error) {
        source.destroy();
        await fs.rm(target, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },

    async discard(handle) {
      await ignoringAbsence(fs.unlink(pathOf(handle)));
    },

    list: () => listStaged(folder),

    async sweep(olderThanMs) {
      const oldest = Date.now() - olderThanMs;
      let removed = 0;
      for await (const { handle, modifiedAt } of listStaged(folder)) {
        if (modifiedAt.getTime() > oldest) continue;
        await fs.rm(pathOf(handle), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function* listStaged(folder: string): AsyncGenerator<StagedBytes> {
  for (const handle of (await ignoringAbsence(fs.readdir(folder))) ?? []) {
    const status = HANDLE.test(handle) ? await ignoringAbsence(fs.stat(path.join(folder, handle))) : undefined;
    if (status?.isFile() === true) yield { handle, sizeBytes: status.size, modifiedAt: status.mtime };
  }
}

async function createStagingFile(target: string): Promise<fs.FileHandle> {
  try {
    return await fs.open(target, 'wx+', STAGING_MODE);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    return await fs.open(target, 'wx+', STAGING_MODE);
  }
}
