import { createCollectionRole, createGlobalRole } from '../../domain/access/roles/create-role.ts';
import { setDefaultContributorRole } from '../../domain/access/roles/default-contributor-role.ts';
import { deleteCollectionRole, type DeletedRole, deleteRole } from '../../domain/access/roles/delete-role.ts';
import {
  listAssignableRoles,
  listCollectionRoles,
  listGlobalRoles,
  listRolesForAdministration,
  listSelectableRoles,
} from '../../domain/access/roles/list-roles.ts';
import { replaceRole } from '../../domain/access/roles/replace-role.ts';
import {
  assignRole,
  listAssigneeAssignments,
  listCollectionAssignments,
  listNodeAssignments,
  revokeRole,
} from '../../domain/access/roles/role-commands.ts';
import { readRole } from '../../domain/access/roles/view-role.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { DeleteRolePayload, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { permissionsOf } from '../../permission-set.ts';
import { requireCollection } from '../collections/collections.ts';
import { connectionById, connectionOfWhole, type PageArguments } from '../connection.ts';
import { globalId } from '../global-id.ts';
import type { RoleModel } from '../models.ts';
import { collectionKey, roleKey } from '../references.ts';

function deletedPayload({ role, revokedAssignments }: DeletedRole): DeleteRolePayload {
  return { deletedRoleId: globalId('Role', role.id), deletedRoleDatabaseId: role.id, alias: role.alias, revokedAssignments };
}

/** Roles are few enough to be read whole. */
function rolePage(context: RequestContext, args: PageArguments, rows: readonly RoleModel[]) {
  return connectionOfWhole(context, args, { name: 'roles', rows, keyOf: ({ id }) => id, item: (row) => row });
}

async function requireRole({ loaders }: RequestContext, id: number): Promise<RoleModel> {
  const role = await loaders.role.load(id);
  if (role === undefined) throw new DomainError('ROLE_NOT_FOUND', `There is no role ${id}.`);
  return role;
}

export const roleResolvers: Resolvers = {
  Query: {
    globalRoles: async (_root, args, context) => rolePage(context, args, await listGlobalRoles(context, {})),
    rolesForAdministration: async (_root, args, context) => rolePage(context, args, await listRolesForAdministration(context, {})),
    role: (_root, { reference }, context) => readRole(context, roleKey(reference)),
    roleAssignments: (_root, { assignee, ...args }, context) =>
      connectionById(context, args, {
        name: 'assigneeAssignments',
        read: (window) => listAssigneeAssignments(context, { assignee, ...window }),
      }),
  },
  Viewer: {
    selectableRoles: async (_viewer, args, context) => rolePage(context, args, await listSelectableRoles(context, {})),
  },
  Mutation: {
    assignRole: async (_root, { input }, context) => ({
      assignment: await assignRole(context, { ...input, collection: collectionKey(input.collection) }),
    }),
    revokeRole: (_root, { input }, context) =>
      revokeRole(context, { collection: collectionKey(input.collection), assignmentId: input.assignmentDatabaseId }),
    createCollectionRole: async (_root, { input }, context) => ({
      role: await createCollectionRole(context, { ...input.role, collection: collectionKey(input.collection) }),
    }),
    createGlobalRole: async (_root, { input }, context) => ({ role: await createGlobalRole(context, input.role) }),
    replaceRole: async (_root, { input }, context) => ({
      role: await replaceRole(context, { ...input.role, reference: roleKey(input.reference) }),
    }),
    deleteCollectionRole: async (_root, { input }, context) =>
      deletedPayload(await deleteCollectionRole(context, { reference: roleKey(input.reference) })),
    deleteRole: async (_root, { input }, context) => deletedPayload(await deleteRole(context, { reference: roleKey(input.reference) })),
    setDefaultContributorRole: async (_root, { input }, context) => {
      const id = await setDefaultContributorRole(context, { collection: collectionKey(input.collection), roleAlias: input.roleAlias });
      const collection = await requireCollection(context, id);
      const { defaultContributorRoleId } = collection.row;
      return { collection, role: defaultContributorRoleId === null ? null : await requireRole(context, defaultContributorRoleId) };
    },
  },
  DataFile: {
    roleAssignments: async ({ row: { id } }, args, context) =>
      connectionById(context, args, { name: 'fileAssignments', read: (window) => listNodeAssignments(context, { id, ...window }) }),
  },
  Collection: {
    roles: async ({ key }, args, context) => rolePage(context, args, await listCollectionRoles(context, key)),
    assignableRoles: async ({ key }, args, context) => rolePage(context, args, await listAssignableRoles(context, key)),
    roleAssignments: ({ key }, args, context) =>
      connectionById(context, args, {
        name: 'collectionAssignments',
        read: (window) => listCollectionAssignments(context, { ...key, ...window }),
      }),
    defaultContributorRole: ({ row }, _args, context) =>
      row.defaultContributorRoleId === null ? null : requireRole(context, row.defaultContributorRoleId),
  },
  Role: {
    id: ({ id }) => globalId('Role', id),
    databaseId: ({ id }) => id,
    permissions: ({ permissions }) => permissionsOf(permissions),
    ownerDatabaseId: ({ ownerId }) => ownerId,
  },
  RoleAssignment: {
    id: ({ id }) => globalId('RoleAssignment', id),
    databaseId: ({ id }) => id,
    role: ({ roleId }, _args, context) => requireRole(context, roleId),
    definitionPointDatabaseId: ({ definitionPointId }) => definitionPointId,
  },
};
