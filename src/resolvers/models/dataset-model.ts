import { datasetStorageIdentifier } from '../../model/dataset-storage-identifier.ts';
import { persistentIdText, persistentUrl } from '../../model/persistent-id.ts';
import type { DatasetKey, DatasetRow, DatasetSummary, FirstFiles, ShownVersion } from '../../domain/rows.ts';
import type { DomainServices } from '../../kernel/services.ts';

/** The newest visible version with its first files, if they were requested. */
interface Latest {
  readonly version: ShownVersion;
  readonly files: FirstFiles | null;
}

/** A dataset as it was read: as lists read it, or whole. */
type ReadDataset = DatasetSummary | (DatasetRow & { readonly granted?: number });

/** Of a row that was read briefly, what is missing fails, but is there by name. */
function isWhole(dataset: ReadDataset): dataset is DatasetRow & { readonly granted?: number } {
  return Object.hasOwn(dataset, 'createdAt');
}

/** A dataset that was named and not read: only fields that have gates of their own are asked of it. */
interface NamedDataset {
  readonly key: DatasetKey;
}

/** What the fields of datasets and files need beside their rows. */
export type DatasetSurroundings = Pick<DomainServices, 'installation' | 'storage'>;

const NONE: readonly string[] = [];

export class DatasetModel {
  readonly kind = 'Dataset';
  /** What it is called in commands and guarded reads. */
  readonly key: DatasetKey;
  /** The whole row, where more than a summary was read. */
  readonly whole: DatasetRow | undefined;
  /** What the viewer holds on it, where that was read with it. */
  readonly granted: number | undefined;
  /** The newest visible version, where it was read together with the dataset; null when there is none. */
  readonly latest: Latest | null | undefined;

  readonly services: DatasetSurroundings;
  private readonly read: DatasetSummary | undefined;
  // Composed once: the compiled operation reads a property up to three times.
  private composedId: string | undefined;
  private composedUrl: string | undefined;
  private composedPlace: string | undefined;

  constructor(dataset: ReadDataset | NamedDataset, services: DatasetSurroundings, latest?: Latest | null) {
    if ('key' in dataset) {
      this.key = dataset.key;
      this.read = undefined;
      this.whole = undefined;
      this.granted = undefined;
    } else {
      this.key = { id: dataset.id };
      this.read = dataset;
      this.whole = isWhole(dataset) ? dataset : undefined;
      this.granted = isWhole(dataset) ? dataset.granted : undefined;
    }
    this.services = services;
    this.latest = latest;
    this.composedId = undefined;
    this.composedUrl = undefined;
    this.composedPlace = undefined;
  }

  get isNamed(): boolean {
    return this.read === undefined;
  }

  get row(): DatasetSummary {
    if (this.read === undefined) throw new Error('A field without a gate of its own was asked of a dataset that was not viewed.');
    return this.read;
  }

  get databaseId(): DatasetSummary['id'] {
    return this.row.id;
  }

  get persistentId(): string {
    return (this.composedId ??= persistentIdText(this.row));
  }

  get persistentUrl(): string {
    return (this.composedUrl ??= persistentUrl(this.row, this.services.installation.siteUrl));
  }

  get publisher(): string {
    return this.services.installation.name();
  }

  get protocol(): DatasetSummary['protocol'] {
    return this.row.protocol;
  }

  get authority(): DatasetSummary['authority'] {
    return this.row.authority;
  }

  get separator(): DatasetSummary['separator'] {
    return this.row.separator;
  }

  get identifier(): DatasetSummary['identifier'] {
    return this.row.identifier;
  }

  get alternativePersistentIds(): readonly string[] {
    return this.row.alternativePersistentIds ?? NONE;
  }

  get publicationDate(): DatasetSummary['publicationDay'] {
    return this.row.publicationDay;
  }

  get storageIdentifier(): string {
    return (this.composedPlace ??= datasetStorageIdentifier(this.row));
  }

  get datasetType(): DatasetSummary['datasetType'] {
    return this.row.datasetType;
  }

  get metadataLanguage(): DatasetSummary['metadataLanguage'] {
    return this.row.metadataLanguage;
  }

  get datasetFileCountLimit(): DatasetSummary['datasetFileCountLimit'] {
    return this.row.datasetFileCountLimit;
  }

  get guestbookDatabaseId(): DatasetSummary['guestbookId'] {
    return this.row.guestbookId;
  }

  get effectiveDatasetFileCountLimit(): number | null {
    return this.row.datasetFileCountLimit ?? this.row.inheritedFileCountLimit;
  }
}

/** A dataset as a model. */
export function datasetModel(row: ReadDataset, services: DatasetSurroundings): DatasetModel {
  return new DatasetModel(row, services);
}
