import type { FileViewQuery } from '../../../generated/operations.ts';
import { versionRecord } from '../../datasets/records/dataset-record.ts';
import { fileRecordWith } from './file-record.ts';
import { type JsonRecord, ownerChain, put } from '../../records/record.ts';
import { versionName } from '../../versions/records/version-name.ts';

type FileView = NonNullable<FileViewQuery['fileInVersion']>;

function datasetLink(owner: NonNullable<FileView['owner']>): JsonRecord {
  const { dataset } = owner;
  const link: JsonRecord = {
    type: 'DATASET',
    persistentIdentifier: dataset.persistentId,
    identifier: dataset.databaseId,
    version: versionName(owner),
    displayName: owner.title,
  };
  put(link, 'isPartOf', ownerChain(dataset.ancestors));
  return link;
}

/** The record of a file by itself, with its version and its owners where they were asked for. Source: files.md 3. */
export function fileViewRecord(file: FileView): JsonRecord {
  return fileRecordWith(file, {
    isPartOf: file.owner === undefined ? undefined : datasetLink(file.owner),
    datasetVersion: file.datasetVersion === undefined ? undefined : versionRecord(file.datasetVersion),
  });
}
