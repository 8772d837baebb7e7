import { textOf } from '../../domain/metadata/metadata-values.ts';
import type { FileRow, VersionRow } from '../../domain/rows.ts';
import type { DatasetModel } from './dataset-model.ts';

export class DatasetVersionModel {
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

  get databaseId(): VersionRow['id'] {
    return this.row.id;
  }

  get state(): VersionRow['state'] {
    return this.row.state;
  }

  get latestVersionState(): VersionRow['latestState'] {
    return this.row.latestState;
  }

  get versionNumber(): VersionRow['versionNumber'] {
    return this.row.versionNumber;
  }

  get versionMinorNumber(): VersionRow['versionMinorNumber'] {
    return this.row.versionMinorNumber;
  }

  get internalVersionNumber(): VersionRow['internalVersionNumber'] {
    return this.row.internalVersionNumber;
  }

  get title(): VersionRow['title'] {
    return this.row.title;
  }

  get versionNote(): VersionRow['versionNote'] {
    return this.row.versionNote;
  }

  get deaccessionNote(): VersionRow['deaccessionNote'] {
    return this.row.deaccessionNote;
  }

  get deaccessionLink(): VersionRow['deaccessionLink'] {
    return this.row.deaccessionLink;
  }

  get createdAt(): VersionRow['createdAt'] {
    return this.row.createdAt;
  }

  get updatedAt(): VersionRow['updatedAt'] {
    return this.row.updatedAt;
  }

  get releasedAt(): VersionRow['releasedAt'] {
    return this.row.releasedAt;
  }

  get publicationDate(): string | null {
    return this.dataset.row.publicationDay;
  }

  get distributionDate(): string | null {
    return textOf(this.row.metadata, 'distributionDate') ?? null;
  }

  get productionDate(): string | null {
    return textOf(this.row.metadata, 'productionDate') ?? null;
  }

  get license(): VersionRow['license'] {
    return this.row.license;
  }

  get terms(): VersionRow['terms'] {
    return this.row.terms;
  }

  get fileAccessRequest(): VersionRow['fileAccessRequest'] {
    return this.row.fileAccessRequest;
  }
}

/** A version as a model, without its files. */
export function versionModel(dataset: DatasetModel, row: VersionRow): DatasetVersionModel {
  return new DatasetVersionModel(dataset, row);
}
