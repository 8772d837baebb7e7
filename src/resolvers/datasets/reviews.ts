import { persistentIdText } from '../../model/persistent-id.ts';
import { landingPage } from '../../model/landing-page.ts';
import {
  chooseCollectionLabelSet,
  listLabelSets,
  setDatasetLabelSet,
  viewCollectionLabelSet,
  viewDatasetLabelSet,
} from '../../domain/datasets/review/label-sets.ts';
import { type CurationState, listCurationStates } from '../../domain/datasets/review/list-curation-states.ts';
import { listReviewHistory } from '../../domain/datasets/review/list-review-history.ts';
import { returnToAuthor } from '../../domain/datasets/review/return-to-author.ts';
import { setCurationStatus } from '../../domain/datasets/review/set-curation-status.ts';
import { submitForReview } from '../../domain/datasets/review/submit-for-review.ts';
import { listAllowedLabels, showCurationStatuses, viewCurationStatuses } from '../../domain/datasets/review/view-curation-status.ts';
import type { RoleRow } from '../../domain/rows.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { requireCollection } from '../collections/collections.ts';
import { requireDataset } from './datasets.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';
import { connectionOfWhole } from '../connection.ts';

async function stateModel(context: RequestContext, { draft, status, curators }: CurationState, roles: readonly RoleRow[]) {
  return {
    dataset: await requireDataset(context, draft.datasetId),
    title: draft.title,
    draftCreatedAt: draft.createdAt,
    draftUpdatedAt: draft.updatedAt,
    status,
    curators: roles.flatMap((role) => {
      const assignees = curators.get(role.id);
      return assignees === undefined ? [] : [{ role, assignees }];
    }),
  };
}

export const reviewResolvers: Resolvers = {
  Query: {
    curationStates: async (_root, { dataset, includeHistory }, context) => {
      const { publishingRoles, states } = await listCurationStates(context, {
        dataset: dataset ? datasetKeyOf(dataset) : null,
        includeHistory: includeHistory ?? false,
      });
      return { publishingRoles, states: await Promise.all(states.map((state) => stateModel(context, state, publishingRoles))) };
    },
    curationLabelSets: async (_root, _args, context) =>
      (await listLabelSets(context, {})).map(({ setName, labels }) => ({ name: setName, labels })),
  },
  Mutation: {
    submitDatasetForReview: async (_root, { input }, context) => ({
      dataset: await requireDataset(context, await submitForReview(context, { dataset: datasetKeyOf(input.dataset) })),
    }),
    returnDatasetToAuthor: async (_root, { input }, context) => ({
      dataset: await requireDataset(context, await returnToAuthor(context, { dataset: datasetKeyOf(input.dataset), reason: input.reason })),
    }),
    setCurationStatus: async (_root, { input }, context) => ({
      dataset: await requireDataset(
        context,
        await setCurationStatus(context, { dataset: datasetKeyOf(input.dataset), label: input.label ?? null }),
      ),
    }),
    setDatasetCurationLabelSet: async (_root, { input }, context) => ({
      dataset: await requireDataset(context, await setDatasetLabelSet(context, { ...input, dataset: datasetKeyOf(input.dataset) })),
    }),
    setCollectionCurationLabelSet: async (_root, { input }, context) => ({
      collection: await requireCollection(
        context,
        await chooseCollectionLabelSet(context, { ...input, collection: collectionKey(input.collection) }),
      ),
    }),
  },
  Collection: {
    curationLabelSet: ({ key }, _args, context) => viewCollectionLabelSet(context, key),
  },
  Dataset: {
    reviewHistory: async ({ row }, args, context) =>
      connectionOfWhole(context, args, {
        name: 'reviewHistory',
        rows: await listReviewHistory(context, { id: row.id }),
        keyOf: ({ id }) => id,
        item: (event) => ({ ...event, datasetVersionDatabaseId: event.datasetVersionId }),
      }),
    curationStatuses: async (dataset, args, context) =>
      connectionOfWhole(context, args, {
        name: 'curationStatuses',
        rows: dataset.isNamed
          ? await viewCurationStatuses(context, dataset.key)
          : await showCurationStatuses(context, { id: dataset.row.id }),
        keyOf: ({ id }) => id,
        item: (status) => status,
      }),
    allowedCurationLabels: ({ key }, _args, context) => listAllowedLabels(context, key),
    curationLabelSet: ({ key }, _args, context) => viewDatasetLabelSet(context, key),
    landingPageUrl: ({ row }, _args, { services }) => landingPage(services.installation.siteUrl, persistentIdText(row)),
  },
};
