import { type FiledDataset, folderOf } from './dataset-folder.ts';

/** Where the files of a dataset are stored, such as `file://10.5072/FK2/ABC123`. Source: datasets.md 3.1. */
export function datasetStorageIdentifier(dataset: FiledDataset & { readonly storageDriver: string }): string {
  const { authority, identifier } = folderOf(dataset);
  return `${dataset.storageDriver}://${authority}/${identifier}`;
}
