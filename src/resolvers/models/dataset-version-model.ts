import { textOf } from '../../domain/metadata/metadata-values.ts';
import type { FileRow, VersionRow } from '../../domain/rows.ts';
import type { DatasetVersion } from '../../generated/resolvers.ts';
import type { DatasetModel } from './dataset-model.ts';

type Plain =
  | 'databaseId'
  | 'state'
  | 'latestVersionState'
  | 'versionNumber'
  | 'versionMinorNumber'
  | 'internalVersionNumber'
  | 'title'
  | 'versionNote'
  | 'deaccessionNote'
  | 'deaccessionLink'
  | 'createdAt'
  | 'updatedAt'
  | 'releasedAt'
  | 'publicationDate'
  | 'distributionDate'
  | 'productionDate'
  | 'license'
  | 'terms'
  | 'fileAccessRequest';

export class DatasetVersionModel implements Pick<DatasetVersion, Plain> {
  readonly kind = 'DatasetVersion';
  readonly row: VersionRow;
  readonly dataset: DatasetModel;
  /** Complete and in order, where they were read together with the version. */
  readonly readFiles: readonly FileRow[] | null;

  constructor(dataset: DatasetModel, row: VersionRow, files: readonly FileRow[] | null = null) {
    this.row = row;
    this.dataset = dataset;
    this.readFiles = files;
  }

  get databaseId() {
    return this.row.id;
  }

  get state() {
    return this.row.state;
  }

  get latestVersionState() {
    return this.row.latestState;
  }

  get versionNumber() {
    return this.row.versionNumber;
  }

  get versionMinorNumber() {
    return this.row.versionMinorNumber;
  }

  get internalVersionNumber() {
    return this.row.internalVersionNumber;
  }

  get title() {
    return this.row.title;
  }

  get versionNote() {
    return this.row.versionNote;
  }

  get deaccessionNote() {
    return this.row.deaccessionNote;
  }

  get deaccessionLink() {
    return this.row.deaccessionLink;
  }

  get createdAt() {
    return this.row.createdAt;
  }

  get updatedAt() {
    return this.row.updatedAt;
  }

  get releasedAt() {
    return this.row.releasedAt;
  }

  get publicationDate() {
    return this.dataset.row.publicationDay;
  }

  get distributionDate() {
    return textOf(this.row.metadata, 'distributionDate') ?? null;
  }

  get productionDate() {
    return textOf(this.row.metadata, 'productionDate') ?? null;
  }

  get license() {
    return this.row.license;
  }

  get terms() {
    return this.row.terms;
  }

  get fileAccessRequest() {
    return this.row.fileAccessRequest;
  }
}

/** A version as a model, without its files. */
export function versionModel(dataset: DatasetModel, row: VersionRow): DatasetVersionModel {
  return new DatasetVersionModel(dataset, row);
}
