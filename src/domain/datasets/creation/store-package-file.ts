import type { StoredDataset } from '../../../db/queries/datasets/dataset-creation.ts';
import { insertFile } from '../../../db/queries/files/file-creation.ts';
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import type { Scope } from '../../../kernel/command.ts';
import { type PackageFile, storageIdTaken } from './import-files.ts';

/** Stores the record of a file whose bytes come, or came, by another way than an upload, in the first version of a new dataset. */
export async function storePackageFile(
  { tx, actor }: Scope,
  dataset: StoredDataset,
  storageDriver: string,
  { isThere: _isThere, storageId, contentType, sizeBytes, checksum, facts }: PackageFile,
): Promise<void> {
  const bytes = {
    contentType,
    sizeBytes,
    checksum,
    crc32: null,
    storageDriver,
    storageId,
    restricted: false,
    rootDataFileId: null,
    previousDataFileId: null,
    embargoDateAvailable: null,
    embargoReason: null,
  };
  try {
    await insertFile(tx, {
      dataset,
      creatorId: actor.account?.id ?? null,
      bytes,
      record: { ...facts, validFrom: 1 },
    });
  } catch (error) {
    // It was free a moment ago, when the files were examined.
    if (isUniqueViolation(error, 'data_file_dataset_storage_id_key')) throw storageIdTaken(storageId, '/files');
    throw error;
  }
}
