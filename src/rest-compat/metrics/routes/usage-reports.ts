/** Reports of usage that a counter outside has written. Source: users-admin.md 15.4. */
import { z } from 'zod';
import { UsageReportAddDocument, type UsageReportAddMutation } from '../../../generated/operations.ts';
import { messageAnswer } from '../../answers.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const reportQuery = z.object({ reportOnDisk: z.string({ error: 'is missing' }) });

const common = {
  method: 'POST',
  auth: 'admin',
  queryNames: { path: 'reportOnDisk' },
  answer: messageAnswer,
  operation: UsageReportAddDocument,
} as const;

function reply({ addUsageReport: { datasetCount, unknownCount } }: UsageReportAddMutation): { message: string } {
  const taken = `Usage was taken from the report for ${datasetCount} ${datasetCount === 1 ? 'dataset' : 'datasets'}`;
  return {
    message: unknownCount === 0 ? `${taken}.` : `${taken}; ${unknownCount} of those in it ${unknownCount === 1 ? 'is' : 'are'} not here.`,
  };
}

export const usageReportRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'admin.usageReport',
    path: '/api/admin/makeDataCount/addUsageMetricsFromSushiReport',
    summary: 'Takes the usage of datasets from a report of a counter outside.',
    query: reportQuery,
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT', 'USAGE_REPORT_INVALID'],
    variables: ({ query }) => ({ input: { path: query.reportOnDisk } }),
    reply,
  }),
  route({
    ...common,
    id: 'admin.usageReport.dataset',
    path: '/api/admin/makeDataCount/{id}/addUsageMetricsFromSushiReport',
    summary: 'Takes all usage in a report of a counter outside as that of a dataset.',
    query: reportQuery.extend(persistentIdQuery.shape),
    refusals: ['AUTHENTICATION_REQUIRED', 'BAD_USER_INPUT', 'USAGE_REPORT_INVALID', 'DATASET_NOT_FOUND'],
    variables: ({ path, query }) => ({ input: { path: query.reportOnDisk, dataset: datasetReference(path.id, query) } }),
    reply,
  }),
];
