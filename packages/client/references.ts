import type { CollectionReference, DatasetReference, FileReference } from './generated/operations.ts';

/** A dataset by its number, its persistent identifier, or a reference of the API. */
export type NamedDataset = number | string | DatasetReference;
/** A collection by its number, its alias (`:root` is the root), or a reference of the API. */
export type NamedCollection = number | string | CollectionReference;
/** A file by its number, its persistent identifier, or a reference of the API. */
export type NamedFile = number | string | FileReference;

export function datasetReference(named: NamedDataset): DatasetReference {
  if (typeof named === 'number') return { databaseId: named };
  return typeof named === 'string' ? { persistentId: named } : named;
}

export function collectionReference(named: NamedCollection): CollectionReference {
  if (typeof named === 'number') return { databaseId: named };
  if (typeof named !== 'string') return named;
  return named === ':root' ? { root: true } : { alias: named };
}

export function fileReference(named: NamedFile): FileReference {
  if (typeof named === 'number') return { databaseId: named };
  return typeof named === 'string' ? { persistentId: named } : named;
}
