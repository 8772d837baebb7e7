import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readdirSync, readlinkSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { FileLocation, FileStorage, StageOptions } from '../../../src/storage/file-storage.ts';
import { createLocalStorage } from '../../support/local-storage.ts';

/** A local storage in a folder of its own, which goes after the test that asks for it. */
export async function emptyStorage(): Promise<{ root: string; storage: FileStorage }> {
  const root = await mkdtemp(path.join(tmpdir(), 'storage-test-'));
  // A hook of this module would count for the first test file of a process alone: the next one finds the module loaded.
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return { root, storage: createLocalStorage({ root }) };
}

/** A fresh place in the folder of one dataset. */
export function placeIn(storage: FileStorage): FileLocation {
  return { driver: storage.driver, authority: '10.5072', identifier: 'FK2/ABCDEF', storageId: storage.newStorageId() };
}

export const textFile: StageOptions = {
  fileName: 'a.txt',
  suppliedContentType: null,
  checksumAlgorithm: 'MD5',
  maximumBytes: null,
};

/** Every file below a folder, with its path relative to it; folders do not count. */
export async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Open descriptors of this process that point below a folder. */
export function descriptorsBelow(root: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(root) ? [target] : [];
    } catch {
      // The descriptor that lists the folder is closed by now.
      return [];
    }
  });
}

/** Resolves once a condition holds; a test that waits in vain ends by the time limit of the runner. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Bytes as a stream of pieces, none longer than given. */
export function inPieces(bytes: Buffer, pieceBytes: number): Readable {
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
      bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
    ),
  );
}
