import type { StoredDataset } from '../../db/queries/dataset-creation.ts';
import { insertDataFile, insertFileRecord } from '../../db/queries/file-records.ts';
import { insertNode } from '../../db/queries/nodes.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Scope } from '../command.ts';
import { type PackageFile, storageIdTaken } from './import-files.ts';

/** Stores the record of a file whose bytes come, or came, by another way than an upload, in the first version of a new dataset. */
export async function storePackageFile(
  { tx, actor }: Scope,
  dataset: StoredDataset,
  storageDriver: string,
  { isThere: _isThere, storageId, contentType, sizeBytes, checksum, ...record }: PackageFile,
): Promise<void> {
  const place = await insertNode(tx, { kind: 'DATAFILE', owner: dataset, creatorId: actor.account?.id ?? null, permissionRoot: false });
  const bytes = {
    id: place.id,
    datasetId: dataset.id,
    contentType,
    sizeBytes,
    checksumAlgorithm: checksum.algorithm,
    checksumValue: checksum.value,
    storageDriver,
    storageId,
  };
  try {
    await insertDataFile(tx, bytes);
  } catch (error) {
    // It was free a moment ago, when the files were examined.
    if (isUniqueViolation(error, 'data_file_storage_id_key')) throw storageIdTaken(storageId, '/files');
    throw error;
  }
  await insertFileRecord(tx, { datasetId: dataset.id, dataFileId: place.id, validFrom: 1, ...record, categories: [...record.categories] });
}
