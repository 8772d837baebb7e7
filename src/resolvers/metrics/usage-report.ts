import { addUsageReport } from '../../domain/metrics/add-usage-report.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { datasetKeyOf } from '../references.ts';

export const usageReportResolvers: Resolvers = {
  Mutation: {
    addUsageReport: (_root, { input: { path, dataset } }, context) =>
      addUsageReport(context, { path, dataset: dataset ? datasetKeyOf(dataset) : null }),
  },
};
