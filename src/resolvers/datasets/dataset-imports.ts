import { importDdi } from '../../domain/datasets/creation/import-ddi.ts';
import { importDataset, type ImportOutcome } from '../../domain/datasets/creation/import-dataset.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { requireDataset } from './datasets.ts';
import { collectionKey } from '../references.ts';

async function payload(context: RequestContext, { datasetId, released, filesWithoutBytes }: ImportOutcome) {
  return { dataset: await requireDataset(context, datasetId), released, filesWithoutBytes: [...filesWithoutBytes] };
}

export const importResolvers: Resolvers = {
  Mutation: {
    importDataset: async (_root, { input }, context) => {
      const { collection, ...facts } = input;
      return payload(context, await importDataset(context, { ...facts, collection: collectionKey(collection) }));
    },
    importDatasetFromDdi: async (_root, { input }, context) =>
      payload(context, await importDdi(context, { ...input, collection: collectionKey(input.collection) })),
  },
};
