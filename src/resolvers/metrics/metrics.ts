import { requestCitationUpdate } from '../../domain/metrics/request-citation-update.ts';
import { showCitations, showUsage } from '../../domain/metrics/dataset-metrics.ts';
import type { UsageCounts } from '../../domain/rows.ts';
import { findAnyDataset } from '../../domain/datasets/view-dataset.ts';
import { connectionOfWhole } from '../connection.ts';
import type { DatasetUsage as DatasetUsageFields, Resolvers, UsageCount } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { datasetKeyOf } from '../references.ts';

interface Slice {
  readonly month?: string | null | undefined;
  readonly country?: string | null | undefined;
}

async function usageOf(datasetId: number, slice: Slice, context: RequestContext): Promise<DatasetUsageFields | null> {
  const usage = await showUsage(context, datasetId, slice);
  if (usage === null) return null;
  const count = (name: keyof UsageCounts): UsageCount => {
    const regular = usage.regular[name];
    const machine = usage.machine[name];
    return { total: regular + machine, regular, machine };
  };
  return {
    viewsTotal: count('viewsTotal'),
    viewsUnique: count('viewsUnique'),
    downloadsTotal: count('downloadsTotal'),
    downloadsUnique: count('downloadsUnique'),
  };
}

export const metricResolvers: Resolvers = {
  Mutation: {
    requestCitationUpdate: async (_root, { input }, context) => ({
      datasetDatabaseId: await requestCitationUpdate(context, { dataset: datasetKeyOf(input.dataset) }),
    }),
  },
  Dataset: {
    metrics: async (dataset, _args, context) => ({
      datasetId: dataset.isNamed ? (await findAnyDataset(context, dataset.key)).id : dataset.row.id,
    }),
  },
  DatasetMetrics: {
    datasetDatabaseId: ({ datasetId }) => datasetId,
    usage: ({ datasetId }, slice, context) => usageOf(datasetId, slice, context),
    citations: async ({ datasetId }, args, context) => {
      const rows = await showCitations(context, datasetId);
      return connectionOfWhole(context, args, {
        name: 'citations',
        rows,
        keyOf: (url) => url,
        item: (url) => ({ citationUrl: url }),
      });
    },
  },
};
