/** Batched reads of one request: made with it, gone with it, never used across a write. */
import type { Database } from './client.ts';
import { type AccessLoaders, createAccessLoaders } from './loaders/access-loaders.ts';
import { type CollectionLoaders, createCollectionLoaders } from './loaders/collection-loaders.ts';
import { createDatasetLoaders, type DatasetLoaders } from './loaders/dataset-loaders.ts';
import { createFileLoaders, type FileLoaders } from './loaders/file-loaders.ts';
import type { Onlooker } from './queries/contents.ts';

export interface Loaders extends CollectionLoaders, DatasetLoaders, FileLoaders, AccessLoaders {}

/** Makes the loaders of one request. */
export function createLoaders(db: Database, onlooker: Onlooker): Loaders {
  return {
    ...createCollectionLoaders(db, onlooker),
    ...createDatasetLoaders(db, onlooker),
    ...createFileLoaders(db, onlooker),
    ...createAccessLoaders(db, onlooker),
  };
}
