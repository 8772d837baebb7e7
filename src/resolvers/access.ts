import { explainAccess } from '../domain/access/explain-access.ts';
import { findOwnCollectionPermissions, findOwnPermissions, showOwnPermissions } from '../domain/access/object-permissions.ts';
import { effectivePermissions } from '../domain/actor.ts';
import { copyRoleAssignmentsToChildren } from '../domain/roles/inherit-assignments.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import type { RequestContext } from '../graphql/context.ts';
import { permissionBit, type PermissionMask, permissionsOf } from '../permission-set.ts';
import type { Permission } from '../vocabulary.ts';
import { requireCollection } from './collections.ts';
import type { CollectionModel, DatasetModel } from './models.ts';
import { collectionKey, nodeKey } from './references.ts';

/** What the viewer may do with a collection or dataset; costs nothing where that was read together with it. */
function heldOn(model: CollectionModel | DatasetModel, context: RequestContext): PermissionMask | Promise<PermissionMask> {
  const { row } = model;
  const granted = model.kind === 'Collection' ? model.granted : model.whole?.granted;
  return granted === undefined ? showOwnPermissions(context, row.id) : effectivePermissions(context.actor, granted);
}

function includes(held: PermissionMask, permission: Permission): boolean {
  return (held & permissionBit(permission)) !== 0;
}

export const accessResolvers: Resolvers = {
  Query: {
    permissionsOn: async (_root, { reference }, context) => ({
      assignee: context.actor.identifier,
      permissions: permissionsOf(await findOwnPermissions(context, nodeKey(reference))),
    }),
    collectionPermissions: async (_root, { reference }, context) =>
      permissionsOf(await findOwnCollectionPermissions(context, collectionKey(reference))),
    explainAccess: async (_root, { reference, permission, assignee }, context) => {
      const { nodeId, ...explanation } = await explainAccess(context, { node: nodeKey(reference), permission, assignee: assignee ?? null });
      return { ...explanation, databaseId: nodeId };
    },
  },
  Mutation: {
    copyRoleAssignmentsToChildren: async (_root, { input }, context) => {
      const { collections, added, leftOut } = await copyRoleAssignmentsToChildren(context, { collection: collectionKey(input.collection) });
      return {
        collections: await Promise.all(collections.map(({ id }) => requireCollection(context, id))),
        addedAssignees: added,
        leftOutAssignees: leftOut,
      };
    },
  },
  Collection: {
    viewerCan: async (collection, { permission }, context) => includes(await heldOn(collection, context), permission),
  },
  Dataset: {
    viewerCan: async (dataset, { permission }, context) => includes(await heldOn(dataset, context), permission),
  },
  DataFile: {
    viewerPermissions: async ({ row }, _args, context) => permissionsOf(await showOwnPermissions(context, row.id)),
    viewerCan: async ({ row }, { permission }, context) => includes(await showOwnPermissions(context, row.id), permission),
  },
};
