import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { DomainError } from '../errors/domain-error.ts';
import type { FileLocation, FileStore, ListingScope, StoredObject, StoreFacts } from './file-storage.ts';
import { ignoringAbsence, mappingFullDisk } from './file-system-error.ts';
import { createLocalUploads } from './local-uploads.ts';
import { folderSegments, locationPath, segmentsLocation, STAGING_FOLDER } from './location-path.ts';
import { placeFile } from './place-file.ts';
import { rangeStream } from './range-stream.ts';

export interface LocalStoreOptions extends Omit<StoreFacts, 'type' | 'directDownload'> {
  readonly root: string;
}

/** Files in a folder of this machine: `<root>/<authority>/<identifier>/<id>`. Source: files.md 18. */
export function createLocalStore({ root, ...facts }: LocalStoreOptions): FileStore {
  const absoluteRoot = path.resolve(root);
  const stagingFolder = path.join(absoluteRoot, STAGING_FOLDER);

  return {
    facts: { ...facts, type: 'file', directDownload: false },
    isRemote: false,

    storageIdentifier: (storageId) => `${facts.driver}://${storageId}`,

    async put(source, _sizeBytes, location) {
      const target = locationPath(absoluteRoot, location);
      await mappingFullDisk(() => placeFile(source, target, stagingFolder));
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

    async move(from, to) {
      await mappingFullDisk(() => placeFile(locationPath(absoluteRoot, from), locationPath(absoluteRoot, to), stagingFolder));
    },

    list: (scope) => (scope === undefined ? listAll(absoluteRoot, facts.driver, []) : listFolder(absoluteRoot, facts.driver, scope)),

    localPath: (location) => locationPath(absoluteRoot, location),

    downloadUrl: async () => undefined,

    async space() {
      // A folder that does not answer is told by what reads and writes it.
      const found = await fs.statfs(absoluteRoot).catch(() => undefined);
      return found === undefined ? undefined : { totalBytes: found.blocks * found.bsize, availableBytes: found.bavail * found.bsize };
    },

    uploads: createLocalUploads({ root: absoluteRoot, stagingFolder }),
  };
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

async function* listFolder(root: string, driver: string, scope: ListingScope): AsyncGenerator<StoredObject> {
  const folders = folderSegments(scope);
  const folder = await ignoringAbsence(fs.opendir(path.join(root, ...folders)));
  if (folder === undefined) return;
  for await (const entry of folder) {
    if (!entry.isFile() || !entry.name.startsWith(scope.startingWith ?? '')) continue;
    yield* storedObject(root, driver, [...folders, entry.name]);
  }
}

async function* listAll(root: string, driver: string, folders: readonly string[]): AsyncGenerator<StoredObject> {
  const folder = await ignoringAbsence(fs.opendir(path.join(root, ...folders)));
  if (folder === undefined) return;
  for await (const entry of folder) {
    const segments = [...folders, entry.name];
    if (entry.isDirectory()) {
      if (folders.length > 0 || entry.name !== STAGING_FOLDER) yield* listAll(root, driver, segments);
    } else if (entry.isFile()) {
      yield* storedObject(root, driver, segments);
    }
  }
}

async function* storedObject(root: string, driver: string, segments: readonly string[]): AsyncGenerator<StoredObject> {
  const location: FileLocation | undefined = segmentsLocation(driver, segments);
  // It may have been removed since the folder was read.
  const status = location === undefined ? undefined : await ignoringAbsence(fs.stat(path.join(root, ...segments)));
  if (location !== undefined && status !== undefined) yield { location, sizeBytes: status.size, modifiedAt: status.mtime };
}
