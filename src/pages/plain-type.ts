import { DEFAULT_DATASET_TYPE } from '../vocabulary/datasets.ts';

/** Whether a dataset is of the ordinary kind, which pages do not mention. */
export function isPlainType(name: string): boolean {
  return name === DEFAULT_DATASET_TYPE;
}
