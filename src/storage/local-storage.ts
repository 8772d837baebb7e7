import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { DomainError } from '../errors/domain-error.ts';
import type { FileLocation, FileStorage, StagedFile } from './file-storage.ts';
import { mappingFullDisk, systemErrorCode } from './file-system-error.ts';
import { placeFile } from './place-file.ts';
import { locationPath, STAGING_FOLDER } from './location-path.ts';
import { rangeStream } from './range-stream.ts';
import { stageStream } from './stage-stream.ts';

const HANDLE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STAGING_MODE = 0o600;

/** Files in a folder of this machine: `<root>/<authority>/<identifier>/<id>`, uploads first in `<root>/temp`. Source: files.md 18. */
export function createLocalStorage({ root }: { readonly root: string }): FileStorage {
  const driver = 'local';
  const absoluteRoot = path.resolve(root);
  const stagingFolder = path.join(absoluteRoot, STAGING_FOLDER);

  function stagingPath(handle: string): string {
    if (!HANDLE.test(handle)) throw new DomainError('BAD_USER_INPUT', 'The handle names no staged file.');
    return path.join(stagingFolder, handle);
  }

  return {
    driver,

    newStorageId: () => `${Date.now().toString(16)}-${randomUUID().slice(-12)}`,

    storageIdentifier: (storageId) => `${driver}://${storageId}`,

    async stage(source, options) {
      const handle = randomUUID();
      const target = stagingPath(handle);
      // The source may fail while the file is being opened, before anybody reads it.
      source.on('error', () => {});
      try {
        const file = await mappingFullDisk(() => createStagingFile(target));
        try {
          const streamed = await stageStream(source, file, options);
          return { handle, ...streamed, fileName: options.fileName, suppliedContentType: options.suppliedContentType };
        } catch (error) {
          await fs.rm(target, { force: true });
          throw error;
        } finally {
          await file.close();
        }
      } catch (error) {
        source.destroy();
        throw error;
      }
    },

    async keep(staged: StagedFile, location: FileLocation) {
      const target = locationPath(absoluteRoot, location);
      await mappingFullDisk(() => placeFile(stagingPath(staged.handle), target));
    },

    async discard(staged) {
      await fs.rm(stagingPath(staged.handle), { force: true });
    },

    async open(location, range) {
      const file = await openKept(locationPath(absoluteRoot, location));
      try {
        const status = await file.stat();
        const { start, end } = range ?? { start: 0, end: status.size - 1 };
        if (!status.isFile() || start < 0 || start > end + 1 || end >= status.size) throw bytesMissing();
        return rangeStream(file, start, end - start + 1);
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async sizeOf(location) {
      const status = await ignoringAbsence(fs.stat(locationPath(absoluteRoot, location)));
      return status?.isFile() === true ? status.size : undefined;
    },

    async remove(location) {
      await ignoringAbsence(fs.unlink(locationPath(absoluteRoot, location)));
    },

    async sweepStaging(olderThanMs) {
      const oldest = Date.now() - olderThanMs;
      let removed = 0;
      for (const name of (await ignoringAbsence(fs.readdir(stagingFolder))) ?? []) {
        const target = path.join(stagingFolder, name);
        const status = HANDLE.test(name) ? await ignoringAbsence(fs.stat(target)) : undefined;
        if (status === undefined || status.mtimeMs > oldest) continue;
        await fs.rm(target, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function createStagingFile(target: string): Promise<fs.FileHandle> {
  try {
    return await fs.open(target, 'wx', STAGING_MODE);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    return await fs.open(target, 'wx', STAGING_MODE);
  }
}

async function openKept(target: string): Promise<fs.FileHandle> {
  // Without O_NONBLOCK, opening a stray pipe would block a thread for ever.
  const file = await ignoringAbsence(fs.open(target, constants.O_RDONLY | constants.O_NONBLOCK));
  if (file === undefined) throw bytesMissing();
  return file;
}

function bytesMissing(): DomainError {
  return new DomainError('FILE_BYTES_MISSING', 'The storage does not hold the bytes of this file.');
}

async function ignoringAbsence<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
