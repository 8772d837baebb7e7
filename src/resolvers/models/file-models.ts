/** A file's bytes, and what a version says of them. */
import { friendlyType, UNKNOWN_FORMAT } from '../../formats/content-types/content-types.ts';
import { isTabular } from '../../model/ingested-type.ts';
import { resolvingUrl } from '../../model/persistent-id.ts';
import type { DataFileRow, FileRow, VersionRow } from '../../domain/rows.ts';
import type { DatasetSurroundings } from './dataset-model.ts';
import type { DatasetVersionModel } from './dataset-version-model.ts';

export class DataFileModel {
  readonly kind = 'DataFile';
  readonly row: DataFileRow;
  readonly services: DatasetSurroundings;
  readonly fileAccessRequest: boolean;
  // Objects are made once, since the compiled operation reads a property for each field that it shows of it.
  readonly checksum: { readonly type: string; readonly value: string };
  readonly embargo: { readonly dateAvailable: string; readonly reason: string | null } | null;
  readonly retention: { readonly dateUnavailable: string; readonly reason: string | null } | null;

  constructor(row: DataFileRow, services: DatasetSurroundings, fileAccessRequest: boolean) {
    this.row = row;
    this.services = services;
    this.fileAccessRequest = fileAccessRequest;
    this.checksum = { type: row.checksumAlgorithm, value: row.checksumValue };
    this.embargo = row.embargoDateAvailable === null ? null : { dateAvailable: row.embargoDateAvailable, reason: row.embargoReason };
    this.retention =
      row.retentionDateUnavailable === null ? null : { dateUnavailable: row.retentionDateUnavailable, reason: row.retentionReason };
  }

  get databaseId(): DataFileRow['id'] {
    return this.row.id;
  }

  get persistentId(): DataFileRow['persistentId'] {
    return this.row.persistentId;
  }

  get persistentUrl(): string | null {
    return this.row.persistentId === null ? null : resolvingUrl(this.row.persistentId, this.services.installation.siteUrl);
  }

  get storageIdentifier(): string {
    return this.services.storage.storageIdentifier(this.row.storageDriver, this.row.storageId);
  }

  get contentType(): DataFileRow['contentType'] {
    return this.row.contentType;
  }

  get friendlyType(): string {
    return friendlyType(this.row.contentType);
  }

  get sizeBytes(): DataFileRow['sizeBytes'] {
    return this.row.sizeBytes;
  }

  get rootDataFileId(): DataFileRow['rootDataFileId'] {
    return this.row.rootDataFileId;
  }

  get previousDataFileId(): DataFileRow['previousDataFileId'] {
    return this.row.previousDataFileId;
  }

  get restricted(): DataFileRow['restricted'] {
    return this.row.restricted;
  }

  get tabularData(): boolean {
    return isTabular(this.row);
  }

  get tabularTags(): DataFileRow['tabularTags'] {
    return this.row.tabularTags;
  }

  get originalFileFormat(): string | null {
    return this.row.tabular?.originalType ?? null;
  }

  get originalFormatLabel(): string | null {
    if (this.row.tabular === null) return null;
    const { originalType } = this.row.tabular;
    return originalType === null ? UNKNOWN_FORMAT : friendlyType(originalType);
  }

  get originalFileSize(): number | null {
    return this.row.tabular?.originalSizeBytes ?? null;
  }

  get originalFileName(): string | null {
    return this.row.tabular?.originalName ?? null;
  }

  get unf(): string | null {
    return this.row.tabular?.unf ?? null;
  }

  get creationDate(): DataFileRow['creationDate'] {
    return this.row.creationDate;
  }

  get publicationDate(): DataFileRow['publicationDate'] {
    return this.row.publicationDate;
  }
}

export class FileMetadataModel {
  readonly kind = 'FileMetadata';
  readonly row: FileRow;
  readonly version: DatasetVersionModel;
  readonly dataFile: DataFileModel;

  constructor(version: DatasetVersionModel, row: FileRow) {
    this.row = row;
    this.version = version;
    this.dataFile = new DataFileModel(row.dataFile, version.dataset.services, version.dataset.row.fileAccessRequest);
  }

  get databaseId(): FileRow['id'] {
    return this.row.id;
  }

  get recordVersion(): FileRow['recordVersion'] {
    return this.row.recordVersion;
  }

  get datasetVersionDatabaseId(): VersionRow['id'] {
    return this.version.row.id;
  }

  get datasetVersionUpdatedAt(): VersionRow['updatedAt'] {
    return this.version.row.updatedAt;
  }

  get label(): FileRow['label'] {
    return this.row.label;
  }

  get directoryLabel(): FileRow['directoryLabel'] {
    return this.row.directoryLabel;
  }

  get description(): FileRow['description'] {
    return this.row.description;
  }

  get restricted(): FileRow['restricted'] {
    return this.row.restricted;
  }

  get categories(): FileRow['categories'] {
    return this.row.categories;
  }

  get provFreeForm(): FileRow['provFreeForm'] {
    return this.row.provFreeForm;
  }
}

/** A file's bytes as a model. */
export function dataFileModel(file: DataFileRow & { readonly fileAccessRequest: boolean }, services: DatasetSurroundings): DataFileModel {
  return new DataFileModel(file, services, file.fileAccessRequest);
}

/** What a version says of a file, as a model. */
export function fileMetadataModel(version: DatasetVersionModel, row: FileRow): FileMetadataModel {
  return new FileMetadataModel(version, row);
}
