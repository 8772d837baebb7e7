import { carryDataset } from '../../domain/datasets/carrying/carry-dataset.ts';
import { listCarriedFiles, viewCarriedDataset } from '../../domain/datasets/carrying/view-carried-dataset.ts';
import { persistentIdText } from '../../model/persistent-id.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { decodeCursor, encodeCursor, MAXIMUM_PAGE, pageSize } from '../pages.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';
import { requireDataset } from './datasets.ts';

const CURSOR = 'carriedFiles';

export const carriedDatasetResolvers: Resolvers = {
  Query: {
    carriedDataset: (_root, { reference }, context) => viewCarriedDataset(context, { dataset: datasetKeyOf(reference) }),
  },
  Mutation: {
    carryDataset: async (_root, { input }, context) => {
      const { datasetId, filesWithoutBytes } = await carryDataset(context, {
        collection: collectionKey(input.collection),
        upload: input.dataset,
      });
      return { dataset: await requireDataset(context, datasetId), filesWithoutBytes };
    },
  },
  CarriedDataset: {
    databaseId: ({ dataset }) => dataset.id,
    persistentId: ({ dataset }) => persistentIdText(dataset),
    files: async (carried, { first, after: cursor }, context) => {
      const [after = 0] = decodeCursor(CURSOR, cursor) ?? [];
      const { records, next } = await listCarriedFiles(context, carried, { after: Number(after), limit: pageSize(first ?? MAXIMUM_PAGE) });
      return { records: [...records], endCursor: next === null ? null : encodeCursor(CURSOR, [next]) };
    },
  },
};
