/** How an installation is used, and the metrics that are kept. Source: users-admin.md 15.1, 15.3. */
import {
  InstallationDownloadMonthsDocument,
  InstallationDownloadsDocument,
  type InstallationDownloadsQuery,
  InstallationUsageDocument,
  InstallationUsageMonthsDocument,
  MetricsCacheClearDocument,
} from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { counted, mapOf } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';
import {
  datasetDownloadMonthSchema,
  datasetDownloadsSchema,
  fileDownloadMonthSchema,
  fileDownloadsSchema,
  monthSchema,
  tableAnswer,
  tableReply,
} from '../records/metric-table.ts';
import { common, subtree, subtreeOfCountry, usageMetricOf, withinOf } from './metric-query.ts';

/** The refusals of metrics of a collection. */
const refusals = ['COLLECTION_NOT_FOUND', 'PERMISSION_DENIED'] as const;
const ofFiles = [
  { name: 'filedownloads', by: 'FILE', what: 'Downloads of each file' },
  { name: 'uniquefiledownloads', by: 'UNIQUE_FILE', what: 'Sessions that downloaded each file' },
] as const;
const FORMS = 'CSV, or JSON for `Accept: application/json`';

type Totals = InstallationDownloadsQuery['installationMetrics']['downloadTotals'];

const fileLines = (totals: Totals) =>
  totals.map(({ databaseId, persistentId, count }) => ({ id: databaseId, pid: persistentId ?? undefined, count }));
const datasetLines = (totals: Totals) => totals.map(({ persistentId, count }) => ({ pid: persistentId ?? undefined, count }));

const downloads = { ...common, query: subtree, refusals, operation: InstallationDownloadsDocument } as const;
const downloadMonths = { ...common, query: subtree, refusals, operation: InstallationDownloadMonthsDocument } as const;

function fileDownloadRoutes({ name, by, what }: (typeof ofFiles)[number]): readonly Route[] {
  const columns = ['id', 'pid', 'count'] as const;
  return [
    route({
      ...downloads,
      id: `metrics.${name}`,
      path: `/api/info/metrics/${name}`,
      summary: `${what}: ${FORMS}.`,
      ...tableAnswer(fileDownloadsSchema),
      variables: ({ query }) => ({ ...withinOf(query), by }),
      reply: ({ installationMetrics }, { form }) => tableReply(fileLines(installationMetrics.downloadTotals), { form, columns, name }),
    }),
    route({
      ...downloads,
      id: `metrics.${name}.toMonth`,
      path: `/api/info/metrics/${name}/toMonth/{yyyymm}`,
      summary: `${what} until the end of a month: ${FORMS}.`,
      ...tableAnswer(fileDownloadsSchema),
      variables: ({ query, path }) => ({ ...withinOf(query), by, toMonth: path.yyyymm }),
      reply: ({ installationMetrics }, { form }) => tableReply(fileLines(installationMetrics.downloadTotals), { form, columns, name }),
    }),
    route({
      ...downloadMonths,
      id: `metrics.${name}.monthly`,
      path: `/api/info/metrics/${name}/monthly`,
      summary: `${what} until the end of each month in which there were any: ${FORMS}.`,
      ...tableAnswer(fileDownloadMonthSchema),
      variables: ({ query }) => ({ ...withinOf(query), by }),
      reply: ({ installationMetrics: { downloadsMonthly } }, { form }) =>
        tableReply(
          downloadsMonthly.map(({ date, databaseId, persistentId, count }) => ({
            date,
            id: databaseId,
            pid: persistentId ?? undefined,
            count,
          })),
          { form, columns: ['date', ...columns], name: `${name}.timeseries` },
        ),
    }),
  ];
}

const uniqueDownloads = 'uniquedownloads';
const byDataset = { by: 'UNIQUE_DATASET' } as const;

export const installationUsageRoutes: readonly Route[] = [
  ...ofFiles.flatMap(fileDownloadRoutes),
  route({
    ...downloads,
    id: 'metrics.uniquedownloads',
    path: '/api/info/metrics/uniquedownloads',
    summary: `Sessions that downloaded files of each dataset: ${FORMS}.`,
    ...tableAnswer(datasetDownloadsSchema),
    variables: ({ query }) => ({ ...withinOf(query), ...byDataset }),
    reply: ({ installationMetrics }, { form }) =>
      tableReply(datasetLines(installationMetrics.downloadTotals), { form, columns: ['pid', 'count'], name: uniqueDownloads }),
  }),
  route({
    ...downloads,
    id: 'metrics.uniquedownloads.toMonth',
    path: '/api/info/metrics/uniquedownloads/toMonth/{yyyymm}',
    summary: `Sessions that downloaded files of each dataset until the end of a month: ${FORMS}.`,
    ...tableAnswer(datasetDownloadsSchema),
    variables: ({ query, path }) => ({ ...withinOf(query), ...byDataset, toMonth: path.yyyymm }),
    reply: ({ installationMetrics }, { form }) =>
      tableReply(datasetLines(installationMetrics.downloadTotals), { form, columns: ['pid', 'count'], name: uniqueDownloads }),
  }),
  route({
    ...downloadMonths,
    id: 'metrics.uniquedownloads.monthly',
    path: '/api/info/metrics/uniquedownloads/monthly',
    summary: `Sessions that downloaded files of each dataset until the end of each month in which there were any: ${FORMS}.`,
    ...tableAnswer(datasetDownloadMonthSchema),
    variables: ({ query }) => ({ ...withinOf(query), ...byDataset }),
    reply: ({ installationMetrics: { downloadsMonthly } }, { form }) =>
      tableReply(
        downloadsMonthly.map(({ date, persistentId, count }) => ({ date, pid: persistentId ?? undefined, count })),
        { form, columns: ['date', 'pid', 'count'], name: `${uniqueDownloads}.timeseries` },
      ),
  }),
  route({
    ...common,
    id: 'metrics.makeDataCount',
    path: '/api/info/metrics/makeDataCount/{metric}',
    summary: 'Usage of all published datasets, or the number of works that cite them.',
    query: subtreeOfCountry,
    refusals,
    answer: enveloped(mapOf(counted)),
    operation: InstallationUsageDocument,
    variables: ({ query, path }) => ({ ...withinOf(query), metric: usageMetricOf(path.metric), country: query.country }),
    reply: ({ installationMetrics: { usage } }, { path }) => ({ data: { [path.metric]: usage } }),
  }),
  route({
    ...common,
    id: 'metrics.makeDataCount.toMonth',
    path: '/api/info/metrics/makeDataCount/{metric}/toMonth/{yyyymm}',
    summary: 'Usage of all published datasets until the end of a month, or the number of works that cited them.',
    query: subtreeOfCountry,
    refusals,
    answer: enveloped(mapOf(counted)),
    operation: InstallationUsageDocument,
    variables: ({ query, path }) => ({
      ...withinOf(query),
      metric: usageMetricOf(path.metric),
      country: query.country,
      toMonth: path.yyyymm,
    }),
    reply: ({ installationMetrics: { usage } }, { path }) => ({ data: { [path.metric]: usage } }),
  }),
  route({
    ...common,
    id: 'metrics.makeDataCount.monthly',
    path: '/api/info/metrics/makeDataCount/{metric}/monthly',
    summary: `Usage of all published datasets until the end of each month in which there was any: ${FORMS}.`,
    query: subtreeOfCountry,
    refusals,
    ...tableAnswer(monthSchema),
    operation: InstallationUsageMonthsDocument,
    variables: ({ query, path }) => ({ ...withinOf(query), metric: usageMetricOf(path.metric), country: query.country }),
    reply: ({ installationMetrics: { usageMonthly } }, { form, path }) =>
      tableReply([...usageMonthly], { form, columns: ['date', 'count'], name: `makeDataCount.${path.metric}.timeseries` }),
  }),
  route({
    id: 'admin.clearMetricsCache',
    method: 'DELETE',
    path: '/api/admin/clearMetricsCache',
    summary: 'Forgets all metrics that were kept.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: messageAnswer,
    operation: MetricsCacheClearDocument,
    variables: () => ({ input: {} }),
    reply: () => ({ message: 'all metric caches cleared.' }),
  }),
  route({
    id: 'admin.clearMetricsCacheOne',
    method: 'DELETE',
    path: '/api/admin/clearMetricsCache/{metricDbName}',
    summary: 'Forgets one metric that was kept, perhaps of one month (`name_yyyy-MM`).',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT'],
    answer: messageAnswer,
    operation: MetricsCacheClearDocument,
    variables: ({ path }) => ({ input: { name: path.metricDbName } }),
    reply: (_data, { path }) => ({ message: `metric cache ${path.metricDbName} cleared.` }),
  }),
];
