import type { NativeDataset, OwnerLink } from '../../model/native/native-dataset.ts';
import { type NativeFileLimitFacts, writeFileLimits } from './write-version.ts';

/** What the record of a dataset is made of. */
export interface NativeDatasetFacts extends NativeFileLimitFacts {
  readonly databaseId: number;
  readonly identifier: string;
  readonly persistentUrl: string;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly publisher: string;
  /** Day, `yyyy-MM-dd`, UTC. */
  readonly publicationDate: string | null;
  readonly storageIdentifier: string;
  readonly metadataLanguage: string | null;
  readonly datasetType: string;
}

/** A dataset as native JSON, without a version; `isPartOf` is where it lies, where that is asked for. Source: datasets.md 3.1. */
export function writeDataset(dataset: NativeDatasetFacts, isPartOf?: OwnerLink): NativeDataset {
  return {
    id: dataset.databaseId,
    identifier: dataset.identifier,
    persistentUrl: dataset.persistentUrl,
    protocol: dataset.protocol,
    authority: dataset.authority,
    separator: dataset.separator,
    publisher: dataset.publisher,
    publicationDate: dataset.publicationDate ?? undefined,
    storageIdentifier: dataset.storageIdentifier,
    ...writeFileLimits(dataset),
    metadataLanguage: dataset.metadataLanguage ?? undefined,
    isPartOf,
    datasetType: dataset.datasetType,
  };
}
