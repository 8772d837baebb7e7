/** A file's bytes, and what a version says of them. */
import { friendlyType, UNKNOWN_FORMAT } from '../../formats/content-types/content-types.ts';
import { isTabular } from '../../model/ingested-type.ts';
import { resolvingUrl } from '../../model/persistent-id.ts';
import type { DataFileRow, FileKey, FileRow, ShownIn, VersionRow } from '../../domain/rows.ts';
import type { DatasetSurroundings } from './dataset-model.ts';
import type { DatasetVersionModel } from './dataset-version-model.ts';

/** A file that was named and not read: only fields that have gates of their own are asked of it. */
interface NamedFile {
  readonly key: FileKey;
}

interface FileChecksum {
  readonly type: string;
  readonly value: string;
}

interface FileEmbargo {
  readonly dateAvailable: string;
  readonly reason: string | null;
}

interface FileRetention {
  readonly dateUnavailable: string;
  readonly reason: string | null;
}

export class DataFileModel {
  readonly kind = 'DataFile';
  /** What it is called in commands and guarded reads. */
  readonly key: FileKey;
  readonly services: DatasetSurroundings;
  readonly fileAccessRequest: boolean;
  /** Where it was shown, unless it was named by itself. */
  readonly shownIn: ShownIn | null;
  private readonly read: DataFileRow | undefined;
  // Objects are made once, since the compiled operation reads a property for each field that it shows of it.
  private madeChecksum: FileChecksum | undefined;
  private madeEmbargo: FileEmbargo | undefined;
  private madeRetention: FileRetention | undefined;

  constructor(file: DataFileRow | NamedFile, services: DatasetSurroundings, fileAccessRequest: boolean, shownIn: ShownIn | null = null) {
    this.key = 'key' in file ? file.key : { id: file.id };
    this.read = 'key' in file ? undefined : file;
    this.services = services;
    this.fileAccessRequest = fileAccessRequest;
    this.shownIn = shownIn;
    this.madeChecksum = undefined;
    this.madeEmbargo = undefined;
    this.madeRetention = undefined;
  }

  get isNamed(): boolean {
    return this.read === undefined;
  }

  get row(): DataFileRow {
    if (this.read === undefined) throw new Error('A field without a gate of its own was asked of a file that was not viewed.');
    return this.read;
  }

  get checksum(): FileChecksum {
    return (this.madeChecksum ??= { type: this.row.checksumAlgorithm, value: this.row.checksumValue });
  }

  get embargo(): FileEmbargo | null {
    const { embargoDateAvailable, embargoReason } = this.row;
    if (embargoDateAvailable === null) return null;
    return (this.madeEmbargo ??= { dateAvailable: embargoDateAvailable, reason: embargoReason });
  }

  get retention(): FileRetention | null {
    const { retentionDateUnavailable, retentionReason } = this.row;
    if (retentionDateUnavailable === null) return null;
    return (this.madeRetention ??= { dateUnavailable: retentionDateUnavailable, reason: retentionReason });
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
    const { row: dataset, services } = version.dataset;
    this.dataFile = new DataFileModel(row.dataFile, services, dataset.fileAccessRequest, version.shownIn);
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
