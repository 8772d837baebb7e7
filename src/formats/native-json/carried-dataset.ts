/** A dataset with its whole history as it goes from one installation to another. Source: exports.md 17. */
import type { CarriedTable } from './carried-table.ts';
import type { NativeDataset } from './native-dataset.ts';
import type { NativeDataFile, NativeFile } from './native-file.ts';
import type { NativeVersion } from './native-version.ts';

/** What was chosen as the picture of a dataset: a file by the name of its bytes, a picture that was sent as PNG in base64, or none. */
export type CarriedThumbnail = { readonly file: string } | { readonly card: string; readonly logo: string } | { readonly none: true };

/** A dataset with all its versions, the first one first. Moments are ISO 8601 with milliseconds. */
export interface CarriedDataset extends NativeDataset {
  /** Whether access can be requested, as downloads check it. */
  readonly fileAccessRequest: boolean;
  readonly createdAt: string;
  readonly publishedAt?: string | undefined;
  /** Name of the field that citations take their year from. */
  readonly citationDateField?: string | undefined;
  readonly embargoCitationDate?: string | undefined;
  /** Identifiers that it had before, in scheme form, the last one first. */
  readonly alternativePersistentIds?: readonly string[] | undefined;
  readonly thumbnail?: CarriedThumbnail | undefined;
  /** `ordinal` counts the versions of the dataset. */
  readonly versions: readonly (Omit<NativeVersion, 'files'> & { readonly ordinal: number })[];
}

/** What versions say of a file: those from the ordinal `from` to before `until`. */
export type CarriedRecord = Omit<NativeFile, 'dataFile' | 'datasetVersionId'> & {
  readonly from: number;
  /** Absent where it still holds. */
  readonly until?: number | undefined;
  readonly provFreeForm?: string | undefined;
  /** Of a table: which of the edits of its variables hold, from 1. */
  readonly variableEdits?: number | undefined;
};

/** A file with what its versions say of it. */
export interface CarriedFile {
  readonly dataFile: Omit<NativeDataFile, 'filename' | 'description' | 'categories' | 'directoryLabel' | 'lastUpdateTime'> & {
    /** As downloads check it. */
    readonly restricted: boolean;
    readonly createdAt: string;
    readonly publishedAt?: string | undefined;
  };
  /** Of a file that was ingested. */
  readonly table?: CarriedTable | undefined;
  readonly records: readonly CarriedRecord[];
}
