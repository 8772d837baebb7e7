import { listCollectionRoles, listGlobalRoles } from '../domain/roles/list-roles.ts';
import { assignRole, listCollectionAssignments, revokeRole } from '../domain/roles/role-commands.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { permissionsOf } from '../permission-set.ts';
import { globalId } from './global-id.ts';
import { collectionKey } from './references.ts';

export const roleResolvers: Resolvers = {
  Query: {
    collectionRoles: (_root, { reference }, context) => listCollectionRoles(context, collectionKey(reference)),
    collectionAssignments: (_root, { reference }, context) => listCollectionAssignments(context, collectionKey(reference)),
    globalRoles: (_root, _args, context) => listGlobalRoles(context, {}),
  },
  Mutation: {
    assignRole: async (_root, { input }, context) => ({
      assignment: await assignRole(context, { ...input, collection: collectionKey(input.collection) }),
    }),
    revokeRole: (_root, { input }, context) =>
      revokeRole(context, { collection: collectionKey(input.collection), assignmentId: input.assignmentDatabaseId }),
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
    role: async ({ roleId }, _args, { loaders }) => {
      const role = await loaders.role.load(roleId);
      if (role === undefined) throw new DomainError('ROLE_NOT_FOUND', `There is no role ${roleId}.`);
      return role;
    },
    definitionPointDatabaseId: ({ definitionPointId }) => definitionPointId,
  },
};
