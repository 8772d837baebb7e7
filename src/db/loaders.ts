/** Batched reads of one request: made with it, gone with it, never used across a write. */
import { type AccessLoaders, accessLoaders } from './loaders/access-loaders.ts';
import { type CollectionLoaders, collectionLoaders } from './loaders/collection-loaders.ts';
import { type DatasetLoaders, datasetLoaders } from './loaders/dataset-loaders.ts';
import { type FileLoaders, fileLoaders } from './loaders/file-loaders.ts';
import { loadersOf, type LoaderSource } from './loaders/loader-table.ts';

export interface Loaders extends CollectionLoaders, DatasetLoaders, FileLoaders, AccessLoaders {}

const RequestLoaders = loadersOf<Loaders>({ ...collectionLoaders, ...datasetLoaders, ...fileLoaders, ...accessLoaders });

/** Makes the loaders of one request. */
export function createLoaders(source: LoaderSource): Loaders {
  return new RequestLoaders(source);
}
