import { z } from 'zod';
import type { DatasetFactsFragment, OwnerLinkFragment } from '../../../generated/operations.ts';
import { ownerChain, ownerLinkSchema } from '../../records/record.ts';
import { objectId, day, recordSchema } from '../../records/schema.ts';
import { fileLimits, fileLimitsRecord } from '../../versions/records/file-limits-record.ts';
import { type VersionRecord, versionSchema } from '../../versions/records/version-record.ts';

const facts = {
  id: objectId,
  identifier: z.string().describe('The part of the persistent identifier after `separator`.'),
  persistentUrl: z.string().describe('Address under which the persistent identifier is resolved.'),
  protocol: z.string().describe('Such as `doi`.'),
  authority: z.string().describe('Such as `10.5072`.'),
  separator: z.string(),
  publisher: z.string().describe('Name of the installation.'),
  publicationDate: day.optional(),
  storageIdentifier: z.string(),
  ...fileLimits,
  metadataLanguage: z.string().optional().describe('Only when it was set for the dataset.'),
};

export const datasetSchema = recordSchema('Dataset', 'A dataset. Source: datasets.md 3.1.', {
  ...facts,
  isPartOf: ownerLinkSchema.optional().describe('Where it lies; only with `returnOwners=true`.'),
  datasetType: z.string(),
  latestVersion: versionSchema.optional().describe('The newest version that the caller may see.'),
});
export type DatasetRecord = z.infer<typeof datasetSchema>;

/** A dataset among the contents of a collection. Source: collections.md 2.5. */
export const datasetContentSchema = recordSchema('DatasetContent', 'A dataset in a collection. Source: collections.md 2.5.', {
  ...facts,
  datasetType: z.string(),
  type: z.literal('dataset'),
});

/** The facts of a dataset, without its version. Source: datasets.md 3.1, collections.md 2.5. */
function datasetFacts(dataset: DatasetFactsFragment) {
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
    ...fileLimitsRecord(dataset),
    metadataLanguage: dataset.metadataLanguage ?? undefined,
  };
}

/** The record of a dataset. Source: datasets.md 3.1. */
export function datasetRecord(
  dataset: DatasetFactsFragment,
  extra: { readonly owners?: readonly OwnerLinkFragment[] | undefined; readonly latestVersion?: VersionRecord | undefined } = {},
): DatasetRecord {
  return {
    ...datasetFacts(dataset),
    isPartOf: ownerChain(extra.owners ?? []),
    datasetType: dataset.datasetType,
    latestVersion: extra.latestVersion,
  };
}

/** The record of a dataset in a list of contents. */
export function datasetContentRecord(dataset: DatasetFactsFragment): z.infer<typeof datasetContentSchema> {
  return { ...datasetFacts(dataset), datasetType: dataset.datasetType, type: 'dataset' };
}
