import { checkDatasetRecords, checkPageOfRecords, countCheckedDatasets } from '../../domain/integrity/validation/check-records.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionFields, decodeCursor, encodeCursor, pageOf, pageSize } from '../pages.ts';

export const validationResolvers: Resolvers = {
  Query: {
    datasetRecordsChecks: async (_root, { first, after, variables }, context) => {
      const size = pageSize(first);
      // One more shows whether there is a next page; its wasted check costs less than another statement.
      const place = { after: Number(decodeCursor('recordChecks', after)?.[0] ?? 0), limit: size + 1 };
      const rows = await checkPageOfRecords(context, { ...place, variables: variables ?? false });
      return pageOf(rows, {
        size,
        after,
        cursor: ({ datasetId }) => encodeCursor('recordChecks', [datasetId]),
        item: (check) => check,
        totalCount: () => countCheckedDatasets(context, null),
      });
    },
  },
  Dataset: {
    recordsCheck: ({ key }, { variables }, context) => checkDatasetRecords(context, { ...key, variables: variables ?? false }),
  },
  DatasetRecordsCheck: {
    datasetDatabaseId: ({ datasetId }) => datasetId,
  },
  DatasetRecordsCheckConnection: connectionFields,
};
