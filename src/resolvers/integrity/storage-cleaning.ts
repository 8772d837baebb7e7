import { cleanDatasetFolder } from '../../domain/integrity/storage-doctor/clean-dataset-folder.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { datasetKeyOf } from '../references.ts';

export const storageCleaningResolvers: Resolvers = {
  Mutation: {
    cleanDatasetFolder: (_root, { input }, context) =>
      cleanDatasetFolder(context, { dataset: datasetKeyOf(input.dataset), dryRun: input.dryRun ?? false }).then(({ found, moved }) => ({
        found: [...found],
        moved: [...moved],
      })),
  },
};
