import type { CollectionKey } from '../../db/queries/collections.ts';
import { listGlobalRoles as listGlobalRoleRows, listRolesOwnedBy } from '../../db/queries/roles.ts';
import { loadCollection } from '../collections/collection-subject.ts';
import { query } from '../command.ts';

/** Roles defined in a collection itself, by id. Source: collections.md 5.6. */
export const listCollectionRoles = query({
  name: 'listCollectionRoles',
  subject: loadCollection,
  requires: 'ManageCollectionPermissions',
  run: (context, { collection }, _key: CollectionKey) => listRolesOwnedBy(context.db, [collection.id]),
});

/** Global roles, by id; open to everybody, as their names stand in every assignment. */
export const listGlobalRoles = query({
  name: 'listGlobalRoles',
  subject: async () => ({ nodeId: null, granted: 0 }),
  requires: 'Public',
  run: (context) => listGlobalRoleRows(context.db),
});
