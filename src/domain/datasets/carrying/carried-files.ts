import { type CarriedFileValues, storeFilesWithRecords } from '../../../db/queries/datasets/carried-datasets.ts';
import type { StoredDataset } from '../../../db/queries/datasets/dataset-creation.ts';
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { Scope } from '../../../kernel/command.ts';
import { factProblems, factsOfNewFile } from '../../../model/files/file-facts.ts';
import { type PackageFile, storageIdTaken } from '../creation/import-files.ts';
import { carriedProblems, type SentFile } from './carried-document.ts';
import { carriedTables } from './carried-tables.ts';

function recordOf({ restricted, from, until, version, variableEdits: _edits, ...said }: SentFile['records'][number]) {
  // Native JSON has no description where none was ever given.
  const facts = { ...factsOfNewFile({ ...said, restrict: restricted }), description: said.description ?? null };
  return { ...facts, validFrom: from, validTo: until ?? null, recordVersion: version };
}

function valuesOf(
  { dataFile, records }: SentFile,
  { contentType, sizeBytes, checksum, storageId }: PackageFile,
  storageDriver: string,
  positions: ReadonlyMap<number, number>,
): CarriedFileValues {
  const { embargo, retention, previousDataFileId, rootDataFileId, createdAt, publishedAt = null } = dataFile;
  return {
    bytes: {
      contentType,
      sizeBytes,
      checksumAlgorithm: checksum.algorithm,
      checksumValue: checksum.value,
      storageDriver,
      storageId,
      persistentId: dataFile.persistentId === '' ? null : dataFile.persistentId,
      restricted: dataFile.restricted,
      tabularTags: [...(dataFile.tabularTags ?? [])],
      embargoDateAvailable: embargo?.dateAvailable ?? null,
      embargoReason: embargo?.reason ?? null,
      retentionDateUnavailable: retention?.dateUnavailable ?? null,
      retentionReason: retention?.reason ?? null,
    },
    // A file that was deleted with a draft has no place in the list.
    before: previousDataFileId === undefined ? null : (positions.get(previousDataFileId) ?? null),
    root: positions.get(rootDataFileId) ?? null,
    createdAt,
    publishedAt,
    records: records.map(recordOf),
  };
}

/** A file that was stored, and the name of its bytes. */
export interface StoredCarriedFile {
  readonly id: number;
  readonly storageId: string;
}

/** Stores the files of a dataset that was taken over. @throws DomainError BAD_USER_INPUT with all problems */
export async function carriedFiles(
  scope: Scope,
  place: { readonly stored: StoredDataset; readonly driver: string; readonly creatorId: number | null },
  files: readonly SentFile[],
  bytes: readonly PackageFile[],
): Promise<readonly StoredCarriedFile[]> {
  const { tx } = scope;
  const positions = new Map(files.map(({ dataFile }, position) => [dataFile.id, position]));
  const values = files.flatMap((file, position) => {
    const own = bytes[position];
    return own === undefined ? [] : [valuesOf(file, own, place.driver, positions)];
  });
  const problems = values.flatMap(({ records }, index) =>
    records.flatMap((record, at) => factProblems(record, `/files/${index}/records/${at}`)),
  );
  if (problems.length > 0) throw carriedProblems(problems);
  try {
    const ids = await storeFilesWithRecords(tx, place.stored, place.creatorId, values);
    const stored = ids.flatMap((id, index) => {
      const storageId = values[index]?.bytes.storageId;
      return storageId === undefined ? [] : [{ id, storageId }];
    });
    await carriedTables(scope, place.stored, files, stored);
    return stored;
  } catch (error) {
    if (isUniqueViolation(error, 'data_file_dataset_storage_id_key')) throw storageIdTaken('of a file', '/files');
    if (isUniqueViolation(error, 'data_file_persistent_id_key')) {
      throw new DomainError('PERSISTENT_ID_TAKEN', 'A file here has the persistent identifier of one of the files already.');
    }
    throw error;
  }
}
