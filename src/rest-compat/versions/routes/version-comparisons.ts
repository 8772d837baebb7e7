import {
  DatasetVersionCompareDocument,
  DatasetVersionSummariesDocument,
  type DatasetVersionSummariesQuery,
} from '../../../generated/operations.ts';
import { comparisonRecord, comparisonSchema } from '../records/comparison-record.ts';
import { enveloped } from '../../answers.ts';
import { openListOf } from '../../records/schema.ts';
import { type VersionSummaryRecord, versionSummaryRecord, versionSummarySchema } from '../records/version-summary-record.ts';
import { type ListPart, openList } from '../../open-list.ts';
import { firstSlice, slicePart, type SlicePlace, sliceVariables } from '../../sliced-list.ts';
import { booleanParameter, countParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/** Versions that are compared at once, each with the one before it. */
const COMPARED_AT_ONCE = 10;

function summariesPart({ dataset }: DatasetVersionSummariesQuery, place: SlicePlace): ListPart<SlicePlace, VersionSummaryRecord> {
  return slicePart(required(dataset).versionSummaries.summaries.map(versionSummaryRecord), place, COMPARED_AT_ONCE);
}

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
    reply: ({ dataset }) => ({ data: comparisonRecord(required(dataset).diff) }),
  }),
  route({
    id: 'datasets.versions.compareSummary',
    method: 'GET',
    path: '/api/datasets/{id}/versions/compareSummary',
    summary: 'The history of a dataset: the changes of each version, newest first.',
    auth: 'public',
    query: persistentIdQuery.extend({ limit: countParameter, offset: countParameter }),
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(openListOf(versionSummarySchema), { beside: ['totalCount'] }),
    operation: DatasetVersionSummariesDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      ...sliceVariables(firstSlice(query), COMPARED_AT_ONCE),
    }),
    reply: (data, { path, query }) => ({
      totalCount: required(data.dataset).versionSummaries.totalCount,
      data: openList(summariesPart(data, firstSlice(query)), {
        operation: DatasetVersionSummariesDocument,
        variables: (place) => ({ reference: datasetReference(path.id, query), ...sliceVariables(place, COMPARED_AT_ONCE) }),
        part: summariesPart,
      }),
    }),
  }),
];
