import { DatasetVersionCompareDocument, DatasetVersionSummariesDocument } from '../../../generated/operations.ts';
import { comparisonRecord, comparisonSchema } from '../records/comparison-record.ts';
import { enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { versionSummaryRecord, versionSummarySchema } from '../records/version-summary-record.ts';
import { booleanParameter, countParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

export const versionComparisonRoutes: readonly Route[] = [
  route({
    id: 'datasets.versions.compare',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/compare/{laterVersionId}',
    summary: 'The differences between two versions, the older one first.',
    auth: 'public',
    query: persistentIdQuery.extend({ includeDeaccessioned: booleanParameter }),
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(comparisonSchema),
    operation: DatasetVersionCompareDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      from: path.versionId,
      to: path.laterVersionId,
      includeDeaccessioned: query.includeDeaccessioned,
    }),
    reply: ({ datasetVersionDiff }) => ({ data: comparisonRecord(datasetVersionDiff) }),
  }),
  route({
    id: 'datasets.versions.compareSummary',
    method: 'GET',
    path: '/api/datasets/{id}/versions/compareSummary',
    summary: 'The history of a dataset: the changes of each version, newest first.',
    auth: 'public',
    query: persistentIdQuery.extend({ limit: countParameter, offset: countParameter }),
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(listOf(versionSummarySchema), { beside: ['totalCount'] }),
    operation: DatasetVersionSummariesDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query), offset: query.offset, limit: query.limit }),
    reply: ({ datasetVersionSummaries: { totalCount, summaries } }) => ({ totalCount, data: summaries.map(versionSummaryRecord) }),
  }),
];
