import type { PersistentIdParts } from '../../model/persistent-id.ts';

/** What citations of a version are made of, whatever their format. Source: datasets.md 14.6. */
export interface CitedWork {
  readonly authors: readonly string[];
  readonly year: number;
  /** `yyyy-MM-dd`, or as much of it as is known. */
  readonly day: string;
  readonly title: string;
  readonly pid: PersistentIdParts;
  /** Address that resolves the identifier. */
  readonly url: string;
  /** Page of the dataset in this installation. */
  readonly landingPage: string;
  /** Name of the installation; may be empty. */
  readonly publisher: string;
  /** `V2`, `DRAFT VERSION`, or `V2, DEACCESSIONED VERSION`. */
  readonly version: string;
  /** Universal numerical fingerprint of the version's data; null where it has none. */
  readonly unf: string | null;
  /** The file of the version that is cited, where it is one alone; then `unf` is that of the file. Source: files.md 22.3. */
  readonly file?: { readonly label: string } | undefined;
  readonly datasetType: string;
  readonly producers: readonly string[];
  readonly grantAgencies: readonly string[];
  readonly series: readonly string[];
  /** Ranges in which data was collected. */
  readonly collectionDates: readonly string[];
  readonly kindsOfData: readonly string[];
  readonly keywords: readonly string[];
  readonly languages: readonly string[];
  readonly places: readonly string[];
}
