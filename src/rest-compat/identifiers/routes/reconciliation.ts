import { z } from 'zod';
import { DatasetPidGeneratorDocument, DatasetPidGeneratorSetDocument, DatasetPidReconcileDocument } from '../../../generated/operations.ts';
import { messageAnswer } from '../../answers.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

export const datasetReconciliationRoutes: readonly Route[] = [
  route({
    id: 'datasets.pidGenerator.get',
    method: 'GET',
    path: '/api/datasets/{id}/pidGenerator',
    summary: 'The id of the provider that a dataset is to have a persistent identifier of.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetPidGeneratorDocument,
    variables: ({ path, query }) => ({ dataset: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({ message: required(dataset).pidGenerator }),
  }),
  route({
    id: 'datasets.pidGenerator.set',
    method: 'PUT',
    path: '/api/datasets/{id}/pidGenerator',
    summary: 'Chooses the provider that a dataset is to have a persistent identifier of; the one that it has stays.',
    auth: 'superuser',
    query: persistentIdQuery,
    body: { kind: 'text', schema: z.string().describe('Id of a provider, as `/api/pids/providers` lists it.') },
    refusals: ['DATASET_NOT_FOUND', 'PID_PROVIDER_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetPidGeneratorSetDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), provider: body } }),
    reply: ({ setPidGenerator }) => ({ message: setPidGenerator.pidGenerator }),
  }),
  route({
    id: 'datasets.pidGenerator.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/pidGenerator',
    summary: 'Leaves the provider of the persistent identifier of a dataset to the installation.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetPidGeneratorSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), provider: null } }),
    reply: ({ setPidGenerator }) => ({ message: setPidGenerator.pidGenerator }),
  }),
  route({
    id: 'datasets.pidReconcile',
    method: 'POST',
    path: '/api/datasets/{id}/pidReconcile',
    summary: 'Exchanges the persistent identifier of a dataset that was never published for one of its provider.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'PID_RECONCILE_REFUSED', 'DATASET_LOCKED'],
    answer: messageAnswer,
    operation: DatasetPidReconcileDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: ({ reconcilePersistentId: { dataset } }) => ({
      message: `Dataset ${dataset.databaseId} has the persistent identifier ${dataset.persistentId}.`,
    }),
  }),
];
