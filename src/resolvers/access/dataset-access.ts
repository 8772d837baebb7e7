import { type DatasetLink, linkDataset, listVisibleLinks, unlinkDataset } from '../../domain/datasets/link-dataset.ts';
import { findOwnDatasetPermissions } from '../../domain/datasets/own-dataset-permissions.ts';
import { assignDatasetRole, listDatasetAssignments, revokeDatasetRole } from '../../domain/access/roles/dataset-assignments.ts';
import type { DatasetLinkInput, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { permissionsOf } from '../../permission-set.ts';
import { requireCollection } from '../collections/collections.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';
import { assignmentSlice } from '../pages.ts';

function linkKeys({ dataset, collection }: DatasetLinkInput) {
  return { dataset: datasetKeyOf(dataset), collection: collectionKey(collection) };
}

async function linkModels(context: RequestContext, { datasetId, linkingId }: DatasetLink) {
  return { dataset: await requireDataset(context, datasetId), collection: await requireCollection(context, linkingId) };
}

export const datasetAccessResolvers: Resolvers = {
  Query: {
    datasetAssignments: (_root, { reference, ...slice }, context) =>
      listDatasetAssignments(context, { ...datasetKeyOf(reference), ...assignmentSlice(slice) }),
    datasetPermissions: async (_root, { reference }, context) =>
      permissionsOf(await findOwnDatasetPermissions(context, datasetKeyOf(reference))),
  },
  Mutation: {
    linkDataset: async (_root, { input }, context) => linkModels(context, await linkDataset(context, linkKeys(input))),
    unlinkDataset: async (_root, { input }, context) => linkModels(context, await unlinkDataset(context, linkKeys(input))),
    assignDatasetRole: async (_root, { input }, context) => ({
      assignment: await assignDatasetRole(context, { ...input, dataset: datasetKeyOf(input.dataset) }),
    }),
    revokeDatasetRole: async (_root, { input }, context) => {
      const { assignment, datasetId } = await revokeDatasetRole(context, {
        dataset: datasetKeyOf(input.dataset),
        assignmentId: input.assignmentDatabaseId,
      });
      return { assignment, dataset: await requireDataset(context, datasetId) };
    },
  },
  Dataset: {
    linkingCollections: async ({ row }, _args, context) =>
      Promise.all((await listVisibleLinks(context, row.id)).map((id) => requireCollection(context, id))),
  },
};
