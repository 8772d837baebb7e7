import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import type { PersistentIdParts } from '../../model/persistent-id.ts';
import type { DescribedLicense } from '../datacite/describe-dataset.ts';
import type { NativeDatasetFacts } from '../native-json/native-dataset.ts';
import type { NativeVersionFacts } from '../native-json/native-version.ts';
import type { VariableGroup } from '../../model/tables/variable-edit.ts';
import type { ExportedFile, VariableOfFile } from './exported-variable.ts';

/** A collection above a dataset. */
export interface ExportedCollection {
  readonly alias: string;
  readonly name: string;
  readonly description: string | null;
}

/** The installation that exports. */
export interface ExportingSite {
  /** Without a trailing slash. */
  readonly url: string;
  /** Name of the installation; may be empty. */
  readonly name: string;
  readonly softwareVersion: string;
}

/** A version of a dataset with its terms. */
export interface ExportedVersion extends Omit<NativeVersionFacts, 'license'> {
  readonly title: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly releasedAt: Date | null;
  readonly license: (DescribedLicense & { readonly iconUri: string | null }) | null;
}

/** Orders in which files are exported, both by bytes. Source: exports.md 2. */
export type ExportedFileOrder = 'label' | 'folder';

/**
 * One version of a dataset as it is exported, loaded once by src/domain/exports. E-mail addresses are in it only if the installation exports
 * them.
 */
export interface ExportSnapshot {
  readonly site: ExportingSite;
  /** Day on which the export is made, `yyyy-MM-dd`, UTC. */
  readonly day: string;
  /** First day on which the time alone makes another export of it; null if none does. */
  readonly changesOn: string | null;
  readonly pid: PersistentIdParts;
  readonly dataset: NativeDatasetFacts;
  /** The first publication of the dataset. */
  readonly publishedAt: Date | null;
  readonly version: ExportedVersion;
  readonly metadata: VersionMetadata;
  readonly catalog: BlockCatalog;
  /** From the one that holds the dataset up to the root. */
  readonly collections: readonly ExportedCollection[];
  readonly citation: { readonly text: string; readonly year: number };
  /** What the field says that citations take their date from; absent without such a field or a value. */
  readonly chosenCitationDate: string | undefined;
  /** Whether the installation counts as a distributor only where a dataset names none. */
  readonly distributesOnlyWhenNotSet: boolean;
  readonly anyRestricted: boolean;
  /** All files of the version, read as they are asked for; by label if nothing else is said. */
  readonly files: (order?: ExportedFileOrder) => AsyncIterable<ExportedFile>;
  /**
   * All variables, in the order of their tables by label. Those of tables that are not open to all are left out: they tell of the values.
   */
  readonly variables: () => AsyncIterable<VariableOfFile>;
  /** The groups of variables of those of some files that are open to all. */
  readonly variableGroups: (files: readonly ExportedFile[]) => Promise<readonly VariableGroup[]>;
}
