import { checkDatasetRecords, checkPageOfRecords, countCheckedDatasets } from '../../domain/integrity/validation/check-records.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionFields, decodeCursor, encodeCursor, pageOf, pageSize } from '../pages.ts';
import { datasetKeyOf } from '../references.ts';

export const validationResolvers: Resolvers = {
  Query: {
    datasetRecordsCheck: (_root, { reference }, context) => checkDatasetRecords(context, datasetKeyOf(reference)),
    datasetRecordsChecks: async (_root, { first, after }, context) => {
      const size = pageSize(first);
      // One more shows whether there is a next page; its wasted check costs less than another statement.
      const rows = await checkPageOfRecords(context, { after: Number(decodeCursor('recordChecks', after)?.[0] ?? 0), limit: size + 1 });
      return pageOf(rows, {
        size,
        after,
        cursor: ({ datasetId }) => encodeCursor('recordChecks', [datasetId]),
        item: (check) => check,
        totalCount: () => countCheckedDatasets(context, null),
      });
    },
  },
  DatasetRecordsCheck: {
    datasetDatabaseId: ({ datasetId }) => datasetId,
  },
  DatasetRecordsCheckConnection: connectionFields,
};
