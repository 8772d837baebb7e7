import type { DatasetFactsFragment } from '../../../generated/operations.ts';
import { counted } from '../../records/schema.ts';

/** The keys of a dataset and its versions about how many files there may be. Source: datasets.md 3.1. */
export const fileLimits = {
  effectiveDatasetFileCountLimit: counted.optional().describe('Files that the dataset may have, by the nearest limit.'),
  datasetFileCountLimit: counted.optional().describe('Files that the dataset may have, by a limit of its own.'),
  datasetFileUploadsAvailable: counted.optional().describe('Files that can still be added.'),
} as const;

type Limits = Pick<DatasetFactsFragment, keyof typeof fileLimits>;

export function fileLimitsRecord(dataset: Limits): { readonly [Key in keyof Limits]: number | undefined } {
  return {
    effectiveDatasetFileCountLimit: dataset.effectiveDatasetFileCountLimit ?? undefined,
    datasetFileCountLimit: dataset.datasetFileCountLimit ?? undefined,
    datasetFileUploadsAvailable: dataset.datasetFileUploadsAvailable ?? undefined,
  };
}
