import { planBag } from '../../domain/exports/bag/plan-bag.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const bagResolvers: Resolvers = {
  Dataset: {
    versionBag: async ({ key }, { version: named }, context) => {
      const { url, archive } = await planBag(context, { dataset: key, version: named ?? ':latest-published' });
      return { url, archive };
    },
  },
};
