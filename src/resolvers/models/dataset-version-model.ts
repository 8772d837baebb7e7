import type { FirstFiles, ShownIn, ShownVersion } from '../../domain/rows.ts';
import type { DatasetModel } from './dataset-model.ts';

export class DatasetVersionModel {
  readonly kind = 'DatasetVersion';
  readonly row: ShownVersion;
  readonly dataset: DatasetModel;
  /** Its first files, where they were read together with it. */
  readonly readFiles: FirstFiles | null;
  private madeShownIn: ShownIn | undefined;

  constructor(dataset: DatasetModel, row: ShownVersion, files: FirstFiles | null = null) {
    this.row = row;
    this.dataset = dataset;
    this.readFiles = files;
    this.madeShownIn = undefined;
  }

  /** What it says of all of its files. */
  get shownIn(): ShownIn {
    return (this.madeShownIn ??= { version: this.row, guestbookId: this.dataset.row.guestbookId });
  }

  get databaseId(): ShownVersion['id'] {
    return this.row.id;
  }

  get state(): ShownVersion['state'] {
    return this.row.state;
  }

  get latestVersionState(): ShownVersion['latestState'] {
    return this.row.latestState;
  }

  get versionNumber(): ShownVersion['versionNumber'] {
    return this.row.versionNumber;
  }

  get versionMinorNumber(): ShownVersion['versionMinorNumber'] {
    return this.row.versionMinorNumber;
  }

  get internalVersionNumber(): ShownVersion['internalVersionNumber'] {
    return this.row.internalVersionNumber;
  }

  get title(): ShownVersion['title'] {
    return this.row.title;
  }

  get versionNote(): ShownVersion['versionNote'] {
    return this.row.versionNote;
  }

  get deaccessionNote(): ShownVersion['deaccessionNote'] {
    return this.row.deaccessionNote;
  }

  get deaccessionLink(): ShownVersion['deaccessionLink'] {
    return this.row.deaccessionLink;
  }

  get unf(): ShownVersion['unf'] {
    return this.row.unf;
  }

  get createdAt(): ShownVersion['createdAt'] {
    return this.row.createdAt;
  }

  get updatedAt(): ShownVersion['updatedAt'] {
    return this.row.updatedAt;
  }

  get releasedAt(): ShownVersion['releasedAt'] {
    return this.row.releasedAt;
  }

  get publicationDate(): string | null {
    return this.dataset.row.publicationDay;
  }

  get license(): ShownVersion['license'] {
    return this.row.license;
  }

  get terms(): ShownVersion['terms'] {
    return this.row.terms;
  }

  get fileAccessRequest(): ShownVersion['fileAccessRequest'] {
    return this.row.fileAccessRequest;
  }
}

/** A version as a model, without its files. */
export function versionModel(dataset: DatasetModel, row: ShownVersion): DatasetVersionModel {
  return new DatasetVersionModel(dataset, row);
}
