import { z } from 'zod';
import {
  DatasetCurationLabelsDocument,
  DatasetCurationLabelSetDocument,
  DatasetCurationLabelSetSetDocument,
  DatasetCurationStatesDocument,
  DatasetCurationStatusesDocument,
  DatasetCurationStatusSetDocument,
  DatasetReviewReturnDocument,
  DatasetReviewSubmitDocument,
} from '../../../generated/operations.ts';
import type { DatasetReference } from '../../../resolvers/generated/resolver-types.ts';
import { curationStatesCsv, curationStatusRecord, curationStatusSchema } from '../records/curation-record.ts';
import { messageAnswer, enveloped, bareText } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { booleanParameter, datasetReference, type PersistentIdQuery, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const historyQuery = persistentIdQuery.extend({ includeHistory: booleanParameter });
const returnBody = z.object({ reasonForReturn: z.string() });

/** Whatever stands against a change of the curation status, it is 400. Source: datasets.md 10.3. */
const STATUS_REFUSALS = { PERMISSION_DENIED: 400, DATASET_ALREADY_PUBLISHED: 400 } as const;

/** The list of curation states at one of its two paths; `datasetOf` reads the id where the path has one. */
function curationStatesRoute(
  id: string,
  path: '/api/datasets/listCurationStates' | '/api/datasets/{id}/listCurationStates',
  summary: string,
  datasetOf: (id: string, query: PersistentIdQuery) => DatasetReference | null,
): Route {
  return route({
    id,
    method: 'GET',
    path,
    summary,
    auth: 'superuser',
    query: historyQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: bareText('text/csv'),
    operation: DatasetCurationStatesDocument,
    variables: ({ path: values, query }) => ({ dataset: datasetOf(values.id, query), includeHistory: query.includeHistory }),
    reply: ({ curationStates }) => ({
      bare: curationStatesCsv(curationStates),
      contentType: 'text/csv;charset=UTF-8',
      attachment: 'datasets.status.csv',
    }),
  });
}

const reviewSchema = recordSchema('ReviewState', 'Whether a draft is in review. Source: datasets.md 10.1.', {
  inReview: z.boolean(),
  message: z.string(),
});

export const datasetReviewRoutes: readonly Route[] = [
  route({
    id: 'datasets.submitForReview',
    method: 'POST',
    path: '/api/datasets/{id}/submitForReview',
    summary: 'Submits the draft for review and locks the dataset.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_METADATA_INVALID', 'DATASET_IN_REVIEW', 'DATASET_ALREADY_PUBLISHED'],
    answer: enveloped(reviewSchema),
    operation: DatasetReviewSubmitDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: ({ submitDatasetForReview: { dataset } }) => ({
      data: { inReview: true, message: `Dataset id ${dataset.databaseId} has been submitted for review.` },
    }),
  }),
  route({
    id: 'datasets.returnToAuthor',
    method: 'POST',
    path: '/api/datasets/{id}/returnToAuthor',
    summary: 'Returns a submitted draft to its authors, with a reason.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'json', schema: returnBody },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_NOT_IN_REVIEW'],
    answer: enveloped(reviewSchema),
    operation: DatasetReviewReturnDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), reason: body.reasonForReturn } }),
    reply: ({ returnDatasetToAuthor: { dataset } }) => ({
      data: { inReview: false, message: `Dataset id ${dataset.databaseId} has been sent back to the author(s).` },
    }),
  }),
  route({
    id: 'datasets.curationStatus',
    method: 'GET',
    path: '/api/datasets/{id}/curationStatus',
    summary: 'Curation status of the dataset, or with `includeHistory=true` its history, newest first.',
    auth: 'token',
    query: historyQuery,
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(z.union([curationStatusSchema, listOf(curationStatusSchema)])),
    operation: DatasetCurationStatusesDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }, { query }) => {
      const records = required(dataset).curationStatuses.nodes.map(curationStatusRecord);
      return { data: query.includeHistory ? records : (records[0] ?? {}) };
    },
  }),
  route({
    id: 'datasets.curationStatus.set',
    method: 'PUT',
    path: '/api/datasets/{id}/curationStatus',
    summary: 'Sets the curation status of the draft to one of the labels of the dataset.',
    auth: 'token',
    query: persistentIdQuery.extend({ label: z.string() }),
    statuses: STATUS_REFUSALS,
    refusals: ['CURATION_STATUS_REFUSED', 'DATASET_ALREADY_PUBLISHED'],
    answer: messageAnswer,
    operation: DatasetCurationStatusSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), label: query.label } }),
    reply: () => ({ message: 'Curation Status updated' }),
  }),
  route({
    id: 'datasets.curationStatus.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/curationStatus',
    summary: 'Clears the curation status of the draft; its history stays.',
    auth: 'token',
    query: persistentIdQuery,
    statuses: STATUS_REFUSALS,
    refusals: ['CURATION_STATUS_REFUSED'],
    answer: messageAnswer,
    operation: DatasetCurationStatusSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), label: null } }),
    reply: () => ({ message: 'Curation Status deleted' }),
  }),
  route({
    id: 'datasets.allowedCurationLabels',
    method: 'GET',
    path: '/api/datasets/{id}/allowedCurationLabels',
    summary: 'Curation labels that the dataset can have, comma-separated.',
    auth: 'token',
    query: persistentIdQuery,
    statuses: { PERMISSION_DENIED: 403 },
    answer: messageAnswer,
    operation: DatasetCurationLabelsDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({ message: required(dataset).allowedCurationLabels.join(',') }),
  }),
  curationStatesRoute(
    'datasets.listCurationStates',
    '/api/datasets/listCurationStates',
    'Curation status of every dataset, as CSV.',
    () => null,
  ),
  curationStatesRoute(
    'datasets.listCurationStatesId',
    '/api/datasets/{id}/listCurationStates',
    'Curation status of one dataset, as CSV.',
    datasetReference,
  ),
  route({
    id: 'datasets.curationLabelSet.get',
    method: 'GET',
    path: '/api/datasets/{id}/curationLabelSet',
    summary: 'Name of the set of curation labels in effect for the dataset.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetCurationLabelSetDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({ message: required(dataset).curationLabelSet }),
  }),
  route({
    id: 'datasets.curationLabelSet.set',
    method: 'PUT',
    path: '/api/datasets/{id}/curationLabelSet',
    summary: 'Sets the set of curation labels of the dataset.',
    auth: 'superuser',
    query: persistentIdQuery.extend({ name: z.string() }),
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetCurationLabelSetSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), name: query.name } }),
    reply: (_data, { query }) => ({ message: `Curation label set of the dataset is now ${query.name}` }),
  }),
  route({
    id: 'datasets.curationLabelSet.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/curationLabelSet',
    summary: 'Lets the dataset inherit the curation labels of the collections above.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetCurationLabelSetSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), name: 'DEFAULT' } }),
    reply: () => ({ message: 'Curation label set of the dataset is now DEFAULT' }),
  }),
];
