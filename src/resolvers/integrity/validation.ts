import { checkDatasetRecords, checkPageOfRecords, countCheckedDatasets } from '../../domain/integrity/validation/check-records.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionByNumber } from '../connection.ts';
import { connectionFields } from '../pages.ts';

export const validationResolvers: Resolvers = {
  Query: {
    datasetRecordsChecks: (_root, { variables, ...args }, context) =>
      connectionByNumber(context, args, {
        name: 'recordChecks',
        numberOf: ({ datasetId }) => datasetId,
        // One more shows whether there is a next page; its wasted check costs less than another statement.
        read: async (window) => ({
          rows: await checkPageOfRecords(context, { ...window, variables: variables ?? false }),
          count: () => countCheckedDatasets(context, null),
        }),
      }),
  },
  Dataset: {
    recordsCheck: ({ key }, { variables }, context) => checkDatasetRecords(context, { ...key, variables: variables ?? false }),
  },
  DatasetRecordsCheck: {
    datasetDatabaseId: ({ datasetId }) => datasetId,
  },
  DatasetRecordsCheckConnection: connectionFields,
};
