import { z } from 'zod';
import { addGroupMembers, removeGroupMembers } from '../../domain/access/groups/change-group-members.ts';
import { createExplicitGroup, deleteExplicitGroup, updateExplicitGroup } from '../../domain/access/groups/explicit-group-commands.ts';
import {
  countGroupMembers,
  type GroupMember,
  listContainedAssignees,
  listGroupMembers,
} from '../../domain/access/groups/list-group-members.ts';
import { listExplicitGroups, listGroupsOfCollection, viewExplicitGroup } from '../../domain/access/groups/view-explicit-group.ts';
import { findRoleAssignee } from '../../domain/access/roles/role-commands.ts';
import type { GroupKey } from '../../domain/rows.ts';
import { explicitGroupIdentifier } from '../../model/group-identifier.ts';
import type { ExplicitGroupReference, Resolvers } from '../generated/resolver-types.ts';
import { requireCollection } from '../collections/collections.ts';
import { connectionOf, connectionOfWhole } from '../connection.ts';
import { globalId } from '../global-id.ts';
import { connectionFields } from '../pages.ts';
import { collectionKey } from '../references.ts';

function groupKey({ collection, aliasInOwner }: ExplicitGroupReference): GroupKey {
  return { collection: collectionKey(collection), aliasInOwner };
}

export const groupResolvers: Resolvers = {
  Query: {
    explicitGroup: (_root, { reference }, context) => viewExplicitGroup(context, groupKey(reference)),
    roleAssignee: (_root, { identifier }, context) => findRoleAssignee(context, { identifier }),
  },
  Mutation: {
    createExplicitGroup: async (_root, { input }, context) => ({
      group: await createExplicitGroup(context, { ...input, collection: collectionKey(input.collection) }),
    }),
    updateExplicitGroup: async (_root, { input }, context) => ({
      group: await updateExplicitGroup(context, { ...input, group: groupKey(input.group) }),
    }),
    deleteExplicitGroup: async (_root, { input }, context) => {
      const group = await deleteExplicitGroup(context, { group: groupKey(input.group) });
      return {
        deletedExplicitGroupId: globalId('ExplicitGroup', group.id),
        deletedExplicitGroupDatabaseId: group.id,
        identifier: explicitGroupIdentifier(group),
      };
    },
    addGroupMembers: async (_root, { input }, context) => ({
      group: await addGroupMembers(context, { group: groupKey(input.group), assignees: [...input.assignees] }),
    }),
    removeGroupMembers: async (_root, { input }, context) => ({
      group: await removeGroupMembers(context, { group: groupKey(input.group), assignees: [...input.assignees] }),
    }),
  },
  Collection: {
    groups: async (model, args, context) => {
      const rows = await (model.isNamed ? listExplicitGroups(context, model.key) : listGroupsOfCollection(context, { id: model.row.id }));
      return connectionOfWhole(context, args, { name: 'groups', rows, keyOf: ({ id }) => id, item: (group) => group });
    },
  },
  ExplicitGroup: {
    id: ({ id }) => globalId('ExplicitGroup', id),
    identifier: explicitGroupIdentifier,
    owner: ({ ownerId }, _args, context) => requireCollection(context, ownerId),
    ownerDatabaseId: ({ ownerId }) => ownerId,
    members: (group, args, context) =>
      connectionOf(context, args, {
        name: 'members',
        places: z.tuple([z.string()]),
        placeOf: ({ identifier }: GroupMember) => [identifier] as const,
        read: async ({ after, before, ...window }) => ({
          rows: await listGroupMembers(context, group, { ...window, after: after?.[0] ?? null, before: before?.[0] ?? null }),
          count: () => countGroupMembers(context, group),
        }),
        item: (member) => member,
      }),
    containedRoleAssignees: (group, _args, context) => listContainedAssignees(context, group),
  },
  ExplicitGroupMemberConnection: connectionFields,
  RoleAssignment: {
    takesEffectOnDatabaseId: ({ effectiveNodeId }) => effectiveNodeId,
  },
};
