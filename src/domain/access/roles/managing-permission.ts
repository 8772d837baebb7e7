import type { Permission } from '../../../vocabulary/access.ts';
import type { NodeKind } from '../../../vocabulary/collections.ts';

/** What managing roles and assignments on an object takes, by its kind. Source: collections.md 3.1. */
export const MANAGING_PERMISSION: Readonly<Record<NodeKind, Permission>> = {
  COLLECTION: 'ManageCollectionPermissions',
  DATASET: 'ManageDatasetPermissions',
  DATAFILE: 'ManageFilePermissions',
};
