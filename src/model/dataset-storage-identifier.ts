/** Where the files of a dataset are stored, such as `file://10.5072/FK2/ABC123`. Source: datasets.md 3.1. */
export function datasetStorageIdentifier(dataset: {
  readonly storageDriver: string;
  readonly authority: string;
  readonly identifier: string;
}): string {
  return `${dataset.storageDriver}://${dataset.authority}/${dataset.identifier}`;
}
