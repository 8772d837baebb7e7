import { z } from 'zod';
import {
  CollectionStorageDriverDocument,
  CollectionStorageDriverSetDocument,
  DatasetStorageDriverDocument,
  DatasetStorageDriverSetDocument,
  StorageDriversDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { mapOf, recordSchema } from '../../records/schema.ts';
import { booleanParameter, collectionReference, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/** The label alone, as text; clients that send JSON quote it. */
const labelText = z
  .string()
  .transform((text) => text.trim().replace(/^"(.*)"$/s, '$1'))
  .refine((label) => label !== '', 'must be the label of a store');

/** How clients know a collection that has chosen no store. */
const NO_CHOICE = { name: 'undefined' } as const;

const storageDriverSchema = recordSchema('StorageDriver', 'A store of files. Source: files.md 22.', {
  name: z.string(),
  type: z.string(),
  label: z.string(),
  directUpload: z.boolean(),
  directDownload: z.boolean(),
  uploadOutOfBand: z.boolean(),
});

/** The store that a collection has chosen; of one that has chosen none, the name `undefined`. */
const chosenDriverSchema = z.union([storageDriverSchema, z.strictObject({ name: z.literal('undefined') })]);

export const storageDriverRoutes: readonly Route[] = [
  route({
    id: 'datasets.storageDriver',
    method: 'GET',
    path: '/api/datasets/{id}/storageDriver',
    summary: 'The store of new files of the dataset.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(storageDriverSchema),
    operation: DatasetStorageDriverDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({ data: required(dataset).storageDriver }),
  }),
  route({
    id: 'datasets.storageDriver.set',
    method: 'PUT',
    path: '/api/datasets/{id}/storageDriver',
    summary: 'Sets the store of new files of the dataset, by its label.',
    auth: 'superuser',
    query: persistentIdQuery,
    body: { kind: 'text', schema: labelText },
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetStorageDriverSetDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), label: body } }),
    reply: ({ setDatasetStorageDriver: { storageDriver } }) => ({ message: `Storage set to: ${storageDriver.label}` }),
  }),
  route({
    id: 'datasets.storageDriver.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/storageDriver',
    summary: 'Resets the store of new files of the dataset to that of the collections above.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetStorageDriverSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), label: null } }),
    reply: ({ setDatasetStorageDriver: { storageDriver } }) => ({ message: `Storage reset to: ${storageDriver.label}` }),
  }),
  route({
    id: 'admin.storageDrivers',
    method: 'GET',
    path: '/api/admin/collection/storageDrivers',
    summary: 'The stores of the installation: names by label.',
    auth: 'superuser',
    answer: enveloped(mapOf(z.string())),
    operation: StorageDriversDocument,
    variables: () => ({}),
    reply: ({ storageDrivers }) => ({ data: Object.fromEntries(storageDrivers.map(({ label, name }) => [label, name])) }),
  }),
  route({
    id: 'admin.storageDriver.get',
    method: 'GET',
    path: '/api/admin/collection/{alias}/storageDriver',
    summary: 'The store that the collection has set for new files, or the one in effect.',
    auth: 'superuser',
    query: z.object({ getEffective: booleanParameter }),
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(chosenDriverSchema),
    operation: CollectionStorageDriverDocument,
    variables: ({ path, query }) => ({ reference: collectionReference(path.alias), effective: query.getEffective }),
    reply: ({ collection }) => ({ data: required(collection).storageDriver ?? NO_CHOICE }),
  }),
  route({
    id: 'admin.storageDriver.set',
    method: 'PUT',
    path: '/api/admin/collection/{alias}/storageDriver',
    summary: 'Sets the store of new files below the collection, by its label.',
    auth: 'superuser',
    body: { kind: 'text', schema: labelText },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionStorageDriverSetDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.alias), label: body } }),
    reply: ({ setCollectionStorageDriver: { storageDriver } }) => ({ message: `Storage set to: ${storageDriver.label}` }),
  }),
  route({
    id: 'admin.storageDriver.delete',
    method: 'DELETE',
    path: '/api/admin/collection/{alias}/storageDriver',
    summary: 'Resets the store of new files below the collection to that of the collections above.',
    auth: 'superuser',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionStorageDriverSetDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.alias), label: null } }),
    reply: ({ setCollectionStorageDriver: { storageDriver } }) => ({ message: `Storage reset to: ${storageDriver.label}` }),
  }),
];
