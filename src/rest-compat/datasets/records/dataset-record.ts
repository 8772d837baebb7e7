import { z } from 'zod';
import { nativeDatasetSchema, writeDataset } from '../../../formats/native-json/native-dataset.ts';
import type { DatasetFactsFragment, OwnerLinkFragment } from '../../../generated/operations.ts';
import { ownerChain } from '../../records/record.ts';
import { recordSchema } from '../../records/schema.ts';
import { type VersionRecord, versionSchema } from '../../versions/records/version-record.ts';

export const datasetSchema = recordSchema('Dataset', 'A dataset. Source: datasets.md 3.1.', {
  ...nativeDatasetSchema.shape,
  latestVersion: versionSchema.optional().describe('The newest version that the caller may see.'),
});
export type DatasetRecord = z.infer<typeof datasetSchema>;

const { isPartOf: _whereItLies, ...ownShape } = nativeDatasetSchema.shape;

/** A dataset among the contents of a collection. Source: collections.md 2.5. */
export const datasetContentSchema = recordSchema('DatasetContent', 'A dataset in a collection. Source: collections.md 2.5.', {
  ...ownShape,
  type: z.literal('dataset'),
});

/** The record of a dataset. Source: datasets.md 3.1. */
export function datasetRecord(
  dataset: DatasetFactsFragment,
  extra: { readonly owners?: readonly OwnerLinkFragment[] | undefined; readonly latestVersion?: VersionRecord | undefined } = {},
): DatasetRecord {
  return { ...writeDataset(dataset, ownerChain(extra.owners ?? [])), latestVersion: extra.latestVersion };
}

/** The record of a dataset in a list of contents. */
export function datasetContentRecord(dataset: DatasetFactsFragment): z.infer<typeof datasetContentSchema> {
  return { ...writeDataset(dataset), type: 'dataset' };
}
