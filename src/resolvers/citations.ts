import { citeVersion } from '../domain/citation/cite-version.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { wholeDataset } from './datasets.ts';

export const citationResolvers: Resolvers = {
  DatasetVersion: {
    citation: async ({ row, dataset }, { format }, context) =>
      citeVersion(context, await wholeDataset(dataset, context), row, format ?? 'Internal'),
  },
};
