import { explainAccess } from '../../domain/access/explanation/explain-access.ts';
import {
  findOwnCollectionPermissions,
  findOwnPermissions,
  showOwnPermissions,
} from '../../domain/access/explanation/object-permissions.ts';
import { findOwnDatasetPermissions } from '../../domain/datasets/own-dataset-permissions.ts';
import { copyRoleAssignmentsToChildren } from '../../domain/access/roles/inherit-assignments.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { includesPermission, type PermissionMask, permissionsOf } from '../../permission-set.ts';
import { requireCollection } from '../collections/collections.ts';
import type { CollectionModel, DatasetModel } from '../models.ts';
import { collectionKey, nodeKey } from '../references.ts';

function heldOn(model: CollectionModel | DatasetModel, context: RequestContext): Promise<PermissionMask> {
  return showOwnPermissions(context, model.row.id, model.granted);
}

export const accessResolvers: Resolvers = {
  Query: {
    permissionsOn: async (_root, { reference }, context) => ({
      assignee: context.actor.identifier,
      permissions: permissionsOf(await findOwnPermissions(context, nodeKey(reference))),
    }),
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
    viewerPermissions: async (collection, _args, context) =>
      permissionsOf(await (collection.isNamed ? findOwnCollectionPermissions(context, collection.key) : heldOn(collection, context))),
    viewerCan: async (collection, { permission }, context) => includesPermission(await heldOn(collection, context), permission),
  },
  Dataset: {
    viewerPermissions: async (dataset, _args, context) =>
      permissionsOf(await (dataset.isNamed ? findOwnDatasetPermissions(context, dataset.key) : heldOn(dataset, context))),
    viewerCan: async (dataset, { permission }, context) => includesPermission(await heldOn(dataset, context), permission),
  },
  DataFile: {
    viewerPermissions: async ({ row }, _args, context) => permissionsOf(await showOwnPermissions(context, row.id)),
    viewerCan: async ({ row }, { permission }, context) => includesPermission(await showOwnPermissions(context, row.id), permission),
  },
};
