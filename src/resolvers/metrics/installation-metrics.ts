import {
  listCollectionCategories,
  listCollectionSubjects,
  listCollectionTree,
  listDatasetSubjects,
  listFileTypeMonths,
  listFileTypes,
  listMonthTotals,
  showCount,
  viewMetricScope,
} from '../../domain/metrics/installation-metrics.ts';
import { clearMetricsCache } from '../../domain/metrics/metric-cache.ts';
import { listDownloadMonths, listDownloadTotals, listUsageTotals, showUsageTotal } from '../../domain/metrics/usage-metrics.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { collectionKey } from '../references.ts';

export const installationMetricResolvers: Resolvers = {
  Query: {
    installationMetrics: (_root, { within }, context) => viewMetricScope(context, within ? collectionKey(within) : { root: true }),
  },
  Mutation: {
    clearMetricsCache: async (_root, { input: { name = null } }, context) => {
      await clearMetricsCache(context, { name });
      return { name };
    },
  },
  InstallationMetrics: {
    count: (scope, { of, toMonth = null, pastDays = null, location }, context) =>
      showCount(context, scope, { of, location, toMonth, pastDays }),
    monthly: async (scope, { of, location }, context) => [...(await listMonthTotals(context, scope, { of, location }))],
    collectionsByCategory: async (scope, _args, context) => [...(await listCollectionCategories(context, scope))],
    collectionsBySubject: async (scope, _args, context) => [...(await listCollectionSubjects(context, scope))],
    datasetsBySubject: async (scope, { toMonth = null, location }, context) => [
      ...(await listDatasetSubjects(context, scope, { location, toMonth })),
    ],
    filesByType: async (scope, _args, context) =>
      (await listFileTypes(context, scope)).map(({ name, ...counts }) => ({ contentType: name, ...counts })),
    filesByTypeMonthly: async (scope, _args, context) =>
      (await listFileTypeMonths(context, scope)).map(({ name, ...counts }) => ({ contentType: name, ...counts })),
    downloadTotals: async (scope, { by, toMonth = null }, context) => [...(await listDownloadTotals(context, scope, { by, toMonth }))],
    downloadsMonthly: async (scope, { by }, context) =>
      (await listDownloadMonths(context, scope, by)).map(({ month, ...downloads }) => ({ date: month, ...downloads })),
    usage: (scope, { metric, toMonth = null, country = null }, context) => showUsageTotal(context, scope, { metric, toMonth, country }),
    usageMonthly: async (scope, { metric, country = null }, context) => [...(await listUsageTotals(context, scope, { metric, country }))],
    tree: async (scope, { toMonth = null }, context) => [...(await listCollectionTree(context, scope, toMonth))],
  },
};
