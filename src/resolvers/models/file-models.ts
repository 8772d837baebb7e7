/** A file's bytes, and what a version says of them. */
import { friendlyType } from '../../domain/files/content-types.ts';
import { isTabular } from '../../domain/files/tabular-file.ts';
import type { DataFileRow, FileRow } from '../../domain/rows.ts';
import type { Checksum, DataFile, FileMetadata } from '../../generated/resolvers.ts';
import type { DatasetVersionModel } from './dataset-version-model.ts';

type PlainOfBytes =
  | 'databaseId'
  | 'persistentId'
  | 'contentType'
  | 'friendlyType'
  | 'sizeBytes'
  | 'checksum'
  | 'rootDataFileId'
  | 'previousDataFileId'
  | 'restricted'
  | 'tabularData'
  | 'tabularTags'
  | 'creationDate'
  | 'publicationDate'
  | 'fileAccessRequest';

export class DataFileModel implements Pick<DataFile, PlainOfBytes> {
  readonly kind = 'DataFile';
  readonly row: DataFileRow;
  readonly fileAccessRequest: boolean;
  readonly checksum: Checksum;

  constructor(row: DataFileRow, { fileAccessRequest }: { readonly fileAccessRequest: boolean }) {
    this.row = row;
    this.fileAccessRequest = fileAccessRequest;
    this.checksum = { type: row.checksumAlgorithm, value: row.checksumValue };
  }

  get databaseId() {
    return this.row.id;
  }

  get persistentId() {
    return this.row.persistentId;
  }

  get contentType() {
    return this.row.contentType;
  }

  get friendlyType() {
    return friendlyType(this.row.contentType);
  }

  get sizeBytes() {
    return this.row.sizeBytes;
  }

  get rootDataFileId() {
    return this.row.rootDataFileId;
  }

  get previousDataFileId() {
    return this.row.previousDataFileId;
  }

  get restricted() {
    return this.row.restricted;
  }

  get tabularData() {
    return isTabular(this.row);
  }

  get tabularTags() {
    return this.row.tabularTags;
  }

  get creationDate() {
    return this.row.creationDate;
  }

  get publicationDate() {
    return this.row.publicationDate;
  }
}

type PlainOfRecord =
  | 'databaseId'
  | 'recordVersion'
  | 'datasetVersionDatabaseId'
  | 'datasetVersionUpdatedAt'
  | 'label'
  | 'directoryLabel'
  | 'description'
  | 'restricted'
  | 'categories'
  | 'provFreeForm';

export class FileMetadataModel implements Pick<FileMetadata, PlainOfRecord> {
  readonly kind = 'FileMetadata';
  readonly row: FileRow;
  readonly version: DatasetVersionModel;
  // A property: the compiled operation reads it once for each field that it shows of the bytes.
  readonly dataFile: DataFileModel;

  constructor(version: DatasetVersionModel, row: FileRow) {
    this.row = row;
    this.version = version;
    this.dataFile = new DataFileModel(row.dataFile, version.dataset.row);
  }

  get databaseId() {
    return this.row.id;
  }

  get recordVersion() {
    return this.row.recordVersion;
  }

  get datasetVersionDatabaseId() {
    return this.version.row.id;
  }

  get datasetVersionUpdatedAt() {
    return this.version.row.updatedAt;
  }

  get label() {
    return this.row.label;
  }

  get directoryLabel() {
    return this.row.directoryLabel;
  }

  get description() {
    return this.row.description;
  }

  get restricted() {
    return this.row.restricted;
  }

  get categories() {
    return this.row.categories;
  }

  get provFreeForm() {
    return this.row.provFreeForm;
  }
}

/** A file's bytes as a model. */
export function dataFileModel(file: DataFileRow & { readonly fileAccessRequest: boolean }): DataFileModel {
  return new DataFileModel(file, file);
}

/** What a version says of a file, as a model. */
export function fileMetadataModel(version: DatasetVersionModel, row: FileRow): FileMetadataModel {
  return new FileMetadataModel(version, row);
}
