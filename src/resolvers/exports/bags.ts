import { planBag } from '../../domain/exports/bag/plan-bag.ts';
import { archiveModel } from '../files/file-downloads.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { datasetKeyOf } from '../references.ts';

export const bagResolvers: Resolvers = {
  Query: {
    datasetVersionBag: async (_root, { reference, version: named }, context) => {
      const { url, archive } = await planBag(context, { dataset: datasetKeyOf(reference), version: named ?? ':latest-published' });
      return { url, archive: archiveModel(archive) };
    },
  },
};
