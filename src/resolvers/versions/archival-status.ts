import { deleteArchivalStatus, setArchivalStatus, viewArchivalStatus } from '../../domain/versions/archival-status.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { datasetKeyOf } from '../references.ts';

export const archivalStatusResolvers: Resolvers = {
  Dataset: {
    archivalStatus: ({ key }, { version }, context) => viewArchivalStatus(context, { dataset: key, version }),
  },
  Mutation: {
    setArchivalStatus: async (_root, { input }, context) => ({
      archivalStatus: await setArchivalStatus(context, { ...input, dataset: datasetKeyOf(input.dataset) }),
    }),
    deleteArchivalStatus: async (_root, { input: { dataset, version } }, context) => ({
      datasetVersionDatabaseId: await deleteArchivalStatus(context, { dataset: datasetKeyOf(dataset), version }),
    }),
  },
  ArchivalStatus: {
    status: ({ state }) => state,
  },
};
