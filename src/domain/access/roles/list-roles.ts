import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import {
  listAllRoles,
  listGlobalRoles as listGlobalRoleRows,
  listGlobalRolesByName,
  listRolesHeldBy,
  listRolesOwnedBy,
  type RoleRow,
} from '../../../db/queries/access/roles.ts';
import { loadCollection } from '../../subjects/collection-subject.ts';
import { query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';

/** Roles defined in a collection itself, by id. Source: collections.md 5.6. */
export const listCollectionRoles = query({
  name: 'listCollectionRoles',
  subject: loadCollection,
  requires: 'ManageCollectionPermissions',
  run: (context, { collection }, _key: CollectionKey) => listRolesOwnedBy(context.db, [collection.id]),
});

/** Roles that can be assigned in a collection: global ones, by id, then its own and those of the collections above it, by id. */
export const listAssignableRoles = query({
  name: 'listAssignableRoles',
  subject: loadCollection,
  requires: 'ManageCollectionPermissions',
  run: async ({ db }, { collection }, _key: CollectionKey): Promise<RoleRow[]> => {
    const ofInstallation = await listGlobalRoleRows(db);
    return [...ofInstallation, ...(await listRolesOwnedBy(db, collection.path))];
  },
});

/** Global roles, by id; public, because every assignment shows their names. */
export const listGlobalRoles = query({
  name: 'listGlobalRoles',
  subject: noSubject,
  requires: 'Public',
  run: (context) => listGlobalRoleRows(context.db),
});

/** Global roles, by name, for who administers the installation. Source: collections.md 11.3. */
export const listRolesForAdministration = query({
  name: 'listRolesForAdministration',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context) => listGlobalRolesByName(context.db),
});

/** Roles to filter by: those the actor has anywhere; all for superusers and for who has none. Source: collections.md 11.3. */
export const listSelectableRoles = query({
  name: 'listSelectableRoles',
  subject: noSubject,
  requires: 'LoggedIn',
  run: async ({ db, actor }): Promise<RoleRow[]> => {
    const held = actor.superuser ? [] : await listRolesHeldBy(db, actor.identities);
    return held.length > 0 ? held : listAllRoles(db);
  },
});
