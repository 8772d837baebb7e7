import { type DatasetLink, linkDataset, listVisibleLinks, unlinkDataset } from '../../domain/datasets/link-dataset.ts';
import { assignDatasetRole, listDatasetAssignments, revokeDatasetRole } from '../../domain/access/roles/dataset-assignments.ts';
import type { LinkDatasetInput, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { requireCollection } from '../collections/collections.ts';
import { connectionById, connectionOfWhole } from '../connection.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';

function linkKeys({ dataset, collection }: LinkDatasetInput) {
  return { dataset: datasetKeyOf(dataset), collection: collectionKey(collection) };
}

async function linkModels(context: RequestContext, { datasetId, linkingId }: DatasetLink) {
  return { dataset: await requireDataset(context, datasetId), collection: await requireCollection(context, linkingId) };
}

export const datasetAccessResolvers: Resolvers = {
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
    roleAssignments: ({ key }, args, context) =>
      connectionById(context, args, {
        name: 'datasetAssignments',
        read: (window) => listDatasetAssignments(context, { ...key, ...window }),
      }),
    // What links a dataset is read for many datasets at once, and whole: which of it is visible is seen row by row.
    linkingCollections: async ({ row }, args, context) => {
      const rows = await Promise.all((await listVisibleLinks(context, row.id)).map((id) => requireCollection(context, id)));
      return connectionOfWhole(context, args, { name: 'linkingCollections', rows, keyOf: ({ row: { id } }) => id, item: (model) => model });
    },
  },
};
