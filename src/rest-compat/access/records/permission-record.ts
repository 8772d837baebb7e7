import { z, type ZodType } from 'zod';
import type { Permission } from '../../../vocabulary/access.ts';
import { listOf, objectId, recordSchema } from '../../records/schema.ts';
import { permissionSchema } from './role-record.ts';

export const permissionsSchema = recordSchema('Permissions', 'What the caller may do with an object. Source: users-admin.md 18.', {
  user: z.string().describe('Identifier of the caller; `:guest` without an account.'),
  permissions: listOf(permissionSchema),
});

export const allowedCollectionsSchema = recordSchema('AllowedCollections', 'Where an account has roles. Source: users-admin.md 7.7.', {
  count: z.int(),
  items: listOf(z.strictObject({ id: objectId, name: z.string(), alias: z.string() })),
});

/** What is told of a caller's permissions on a collection, in this order. Source: collections.md 11.2. */
export const COLLECTION_PERMISSIONS = [
  'AddCollection',
  'AddDataset',
  'ViewUnpublishedCollection',
  'EditCollection',
  'ManageCollectionPermissions',
  'PublishCollection',
  'DeleteCollection',
] as const satisfies readonly Permission[];

/** What is told of a caller's permissions on a dataset, in this order. Source: datasets.md 14.1. */
export const DATASET_PERMISSIONS = [
  'ViewUnpublishedDataset',
  'EditDataset',
  'PublishDataset',
  'ManageDatasetPermissions',
  'DeleteDatasetDraft',
] as const satisfies readonly Permission[];

type Told = Readonly<Record<string, boolean>>;

function toldOf(permissions: readonly Permission[]): Record<string, z.ZodBoolean> {
  return Object.fromEntries(permissions.map((permission) => [`can${permission}`, z.boolean()]));
}

export const collectionPermissionsSchema: ZodType<Told> = recordSchema(
  'CollectionPermissions',
  'What the caller may do with a collection. Source: collections.md 11.2.',
  toldOf(COLLECTION_PERMISSIONS),
);

export const datasetPermissionsSchema: ZodType<Told> = recordSchema(
  'DatasetPermissions',
  'What the caller may do with a dataset. Source: datasets.md 14.1.',
  toldOf(DATASET_PERMISSIONS),
);

/** Which of the permissions told of are held. */
export function permissionsRecord(told: readonly Permission[], held: readonly Permission[]): Told {
  return Object.fromEntries(told.map((permission) => [`can${permission}`, held.includes(permission)]));
}
