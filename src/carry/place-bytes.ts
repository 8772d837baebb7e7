import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FileStorage } from '../storage/file-storage.ts';
import { CHECKSUM_ALGORITHMS } from '../vocabulary/files.ts';
import { bytesPath } from './carried-folder.ts';
import { placeText, tablePaths } from './carried-tables.ts';
import { type DatasetLine, storageIdOf } from './carry-operations.ts';

/** Where the bytes of an import go. */
export interface BytesPlace {
  readonly storage: FileStorage;
  readonly driver: string;
}

/**
 * Brings the bytes of a dataset from the folder of the export to the folder of the dataset, as far as they are not there: a file is there as a
 * whole or not at all. The dataset is recorded afterwards.
 * @throws Error where bytes are not those of their checksum
 */
export async function placeBytes(folder: string, { dataset, files }: DatasetLine, { storage, driver }: BytesPlace): Promise<void> {
  for (const file of files) {
    const { filesize, originalFileSize, checksum } = file.dataFile;
    const storageId = storageIdOf(file);
    const location = { driver, authority: dataset.authority, identifier: dataset.identifier, storageId };
    const path = bytesPath(folder, dataset.id, file);
    const isTable = file.table !== undefined;
    if (isTable) await placeText(tablePaths(path).text, file, { storage, location });
    if ((await storage.sizeOf(location)) === (isTable ? originalFileSize : filesize)) continue;
    // An export without files: the bytes come by another way.
    if ((await stat(path).catch(() => undefined)) === undefined) continue;
    const checksumAlgorithm = CHECKSUM_ALGORITHMS.find((name) => name === checksum.type) ?? 'MD5';
    const staged = await storage.stage(createReadStream(path), {
      fileName: storageId,
      suppliedContentType: null,
      checksumAlgorithm,
      maximumBytes: null,
    });
    try {
      if (checksum.value !== 'unknown' && staged.checksum.value !== checksum.value) {
        throw new Error(`${path} has the ${checksumAlgorithm} ${staged.checksum.value}, and not ${checksum.value} as recorded.`);
      }
      await storage.keep(staged, location);
    } finally {
      // Does nothing for bytes that were kept.
      await storage.discard(staged);
    }
  }
}
