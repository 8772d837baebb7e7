/** A dataset in native JSON, without a version. Source: datasets.md 3.1. */
import { z } from 'zod';
import { day, objectId, recordSchema } from './native-parts.ts';
import { type NativeFileLimitFacts, nativeFileLimits, writeFileLimits } from './native-version.ts';

export const ownerLinkSchema = recordSchema('OwnerLink', 'A collection that holds the object. Source: datasets.md 3.1.', {
  type: z.literal('COLLECTION'),
  identifier: z.string().describe('Its alias.'),
  isReleased: z.boolean().describe('Whether it is published.'),
  displayName: z.string(),
  get isPartOf() {
    return ownerLinkSchema.optional();
  },
});
export type OwnerLink = z.infer<typeof ownerLinkSchema>;

export const nativeDatasetSchema = z.strictObject({
  id: objectId,
  identifier: z.string().describe('The part of the persistent identifier after `separator`.'),
  persistentUrl: z.string().describe('URL that resolves the persistent identifier.'),
  protocol: z.string().describe('Such as `doi`.'),
  authority: z.string().describe('Such as `10.5072`.'),
  separator: z.string(),
  publisher: z.string().describe('Name of the installation.'),
  publicationDate: day.optional(),
  storageIdentifier: z.string(),
  ...nativeFileLimits,
  metadataLanguage: z.string().optional().describe('Only if it was set for the dataset.'),
  isPartOf: ownerLinkSchema.optional().describe('The collection that holds it; only with `returnOwners=true`.'),
  datasetType: z.string(),
});
export type NativeDataset = z.infer<typeof nativeDatasetSchema>;

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
