import { persistentIdText } from '../../domain/pid/persistent-id.ts';
import type { DatasetSummary, DatasetWithGrants, FileRow, VersionRow } from '../../domain/rows.ts';
import type { Dataset } from '../../generated/resolvers.ts';

type Plain =
  | 'databaseId'
  | 'persistentId'
  | 'protocol'
  | 'authority'
  | 'separator'
  | 'identifier'
  | 'publicationDate'
  | 'storageIdentifier'
  | 'datasetType'
  | 'metadataLanguage'
  | 'datasetFileCountLimit'
  | 'effectiveDatasetFileCountLimit';

/** The newest visible version with its files, where these were asked for. */
interface Latest {
  readonly version: VersionRow;
  readonly files: readonly FileRow[] | null;
}

export class DatasetModel implements Pick<Dataset, Plain> {
  readonly kind = 'Dataset';
  readonly row: DatasetSummary;
  /** The whole row, where more than a summary was read. */
  readonly whole: DatasetWithGrants | undefined;
  /** The newest visible version, where it was read together with the dataset; null when there is none. */
  readonly latest: Latest | null | undefined;

  constructor(row: DatasetSummary | DatasetWithGrants, latest?: Latest | null) {
    this.row = row;
    this.whole = 'granted' in row ? row : undefined;
    this.latest = latest;
  }

  get databaseId() {
    return this.row.id;
  }

  get persistentId() {
    return persistentIdText(this.row);
  }

  get protocol() {
    return this.row.protocol;
  }

  get authority() {
    return this.row.authority;
  }

  get separator() {
    return this.row.separator;
  }

  get identifier() {
    return this.row.identifier;
  }

  get publicationDate() {
    return this.row.publicationDay;
  }

  get storageIdentifier() {
    return `${this.row.storageDriver}://${this.row.authority}/${this.row.identifier}`;
  }

  get datasetType() {
    return this.row.datasetType;
  }

  get metadataLanguage() {
    return this.row.metadataLanguage;
  }

  get datasetFileCountLimit() {
    return this.row.datasetFileCountLimit;
  }

  get effectiveDatasetFileCountLimit() {
    return this.row.datasetFileCountLimit ?? this.row.inheritedFileCountLimit;
  }
}

/** A dataset as a model. */
export function datasetModel(row: DatasetSummary | DatasetWithGrants): DatasetModel {
  return new DatasetModel(row);
}
