import { countVersionFiles, sumVersionFiles } from '../../domain/versions/count-version-files.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const fileCountResolvers: Resolvers = {
  DatasetVersion: {
    fileCounts: async ({ row, dataset }, { filter }, context) => {
      const { total, ...kinds } = await countVersionFiles(context, row, { filter: filter ?? {}, modified: dataset.whole?.modified });
      return {
        total,
        perContentType: [...kinds.perContentType],
        perCategoryName: [...kinds.perCategoryName],
        perTabularTagName: [...kinds.perTabularTagName],
        perAccessStatus: [...kinds.perAccessStatus],
      };
    },
    downloadSizeBytes: ({ row, dataset }, { filter, mode }, context) =>
      sumVersionFiles(context, row, { filter: filter ?? {}, modified: dataset.whole?.modified }, mode ?? 'All'),
  },
};
