import type { FileRecordFragment } from '../../../generated/operations.ts';
import { type JsonRecord, put, toSecond } from '../../records/record.ts';

function dateRecord(key: string, day: string, reason: string | null): JsonRecord {
  const record: JsonRecord = { [key]: day };
  put(record, 'reason', reason);
  return record;
}

/** The record of a file in a version, with what was asked for beside. Source: files.md 3. */
export function fileRecordWith(
  file: FileRecordFragment,
  extra: { readonly isPartOf?: JsonRecord | undefined; readonly datasetVersion?: JsonRecord | undefined },
): JsonRecord {
  const { dataFile } = file;
  const record: JsonRecord = {};
  put(record, 'description', file.description);
  record['label'] = file.label;
  record['restricted'] = file.restricted;
  put(record, 'directoryLabel', file.directoryLabel);
  record['version'] = file.recordVersion;
  record['datasetVersionId'] = file.datasetVersionDatabaseId;
  if (file.categories.length > 0) record['categories'] = file.categories;

  const bytes: JsonRecord = { id: dataFile.databaseId, persistentId: dataFile.persistentId ?? '' };
  put(bytes, 'pidURL', dataFile.persistentUrl);
  bytes['filename'] = file.label;
  bytes['contentType'] = dataFile.contentType;
  bytes['friendlyType'] = dataFile.friendlyType;
  bytes['filesize'] = dataFile.sizeBytes;
  put(bytes, 'description', file.description);
  if (file.categories.length > 0) bytes['categories'] = file.categories;
  if (dataFile.embargo !== null) bytes['embargo'] = dateRecord('dateAvailable', dataFile.embargo.dateAvailable, dataFile.embargo.reason);
  if (dataFile.retention !== null) {
    bytes['retention'] = dateRecord('dateUnavailable', dataFile.retention.dateUnavailable, dataFile.retention.reason);
  }
  bytes['storageIdentifier'] = dataFile.storageIdentifier;
  bytes['rootDataFileId'] = dataFile.rootDataFileId ?? -1;
  put(bytes, 'previousDataFileId', dataFile.previousDataFileId);
  if (dataFile.checksum.type === 'MD5') bytes['md5'] = dataFile.checksum.value;
  bytes['checksum'] = dataFile.checksum;
  bytes['tabularData'] = dataFile.tabularData;
  if (dataFile.tabularTags.length > 0) bytes['tabularTags'] = dataFile.tabularTags;
  bytes['creationDate'] = dataFile.creationDate;
  put(bytes, 'publicationDate', dataFile.publicationDate);
  put(bytes, 'directoryLabel', file.directoryLabel);
  bytes['lastUpdateTime'] = toSecond(file.datasetVersionUpdatedAt);
  bytes['fileAccessRequest'] = dataFile.fileAccessRequest;
  put(bytes, 'isPartOf', extra.isPartOf);
  record['dataFile'] = bytes;
  put(record, 'datasetVersion', extra.datasetVersion);
  return record;
}

/** The record of a file in a version. Source: files.md 3. */
export function fileRecord(file: FileRecordFragment): JsonRecord {
  return fileRecordWith(file, {});
}

/** The bare record of a file's metadata. Source: files.md 7.1. */
export function fileMetadataRecord(file: FileRecordFragment): JsonRecord {
  const record: JsonRecord = { label: file.label };
  put(record, 'directoryLabel', file.directoryLabel);
  put(record, 'description', file.description);
  record['restricted'] = file.restricted;
  put(record, 'provFreeForm', file.provFreeForm);
  if (file.categories.length > 0) record['categories'] = file.categories;
  if (file.dataFile.tabularTags.length > 0) record['dataFileTags'] = file.dataFile.tabularTags;
  record['id'] = file.databaseId;
  return record;
}
