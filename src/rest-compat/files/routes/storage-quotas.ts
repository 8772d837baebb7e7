import { z } from 'zod';
import {
  CollectionStorageQuotaDocument,
  CollectionStorageQuotaSetDocument,
  CollectionStorageUseDocument,
  DatasetFolderCleanDocument,
  DatasetStorageQuotaDocument,
  DatasetStorageQuotaSetDocument,
  DatasetStorageUseDocument,
  RemainingUploadsDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { booleanParameter, collectionReference, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const quotaBody = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.string().regex(/^\d{1,15}$/, 'must be a whole number of bytes'))
  .transform(Number);

function grouped(bytes: number): string {
  return `${bytes.toLocaleString('en-US')} bytes`;
}

function quotaText(
  what: string,
  { ownBytes, effectiveBytes }: { readonly ownBytes: number | null; readonly effectiveBytes: number | null },
  showInherited: boolean,
): string {
  const bytes = showInherited ? effectiveBytes : ownBytes;
  return bytes === null ? `No storage quota is defined for this ${what}.` : `Storage quota of this ${what}: ${grouped(bytes)}`;
}

const inheritedQuery = z.object({ showInherited: booleanParameter });

function datasetQuotaSet(method: 'PUT' | 'POST', id: string): Route {
  return route({
    id,
    method,
    path: '/api/datasets/{id}/storage/quota',
    summary: 'Sets the storage quota of a dataset; the body is the number of bytes.',
    auth: 'superuser',
    query: persistentIdQuery,
    body: { kind: 'text', schema: quotaBody },
    answer: messageAnswer,
    operation: DatasetStorageQuotaSetDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), quotaBytes: body } }),
    reply: (_data, { body }) => ({ message: `Storage quota of this dataset: ${grouped(body)}` }),
  });
}

const uploadLimitsSchema = recordSchema('RemainingUploads', 'What may still be added to a dataset. Source: files.md 22.', {
  uploadLimits: z.strictObject({
    storageQuotaRemaining: z.int().optional().describe('Bytes; absent without a quota.'),
    numberOfFilesRemaining: z.int().optional().describe('Absent without a limit.'),
  }),
});

export const storageQuotaRoutes: readonly Route[] = [
  route({
    id: 'collections.storage.quota.get',
    method: 'GET',
    path: '/api/collections/{id}/storage/quota',
    summary: 'Storage quota of a collection: its own, or with `showInherited` the one in effect.',
    auth: 'public',
    query: inheritedQuery,
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionStorageQuotaDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }, { query }) => ({ message: quotaText('collection', required(collection).storageQuota, query.showInherited) }),
  }),
  route({
    id: 'collections.storage.quota.put',
    method: 'PUT',
    path: '/api/collections/{id}/storage/quota',
    summary: 'Sets the storage quota of a collection and everything below it; the body is the number of bytes.',
    auth: 'superuser',
    body: { kind: 'text', schema: quotaBody },
    answer: messageAnswer,
    operation: CollectionStorageQuotaSetDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.id), quotaBytes: body } }),
    reply: (_data, { body }) => ({ message: `Storage quota of this collection: ${grouped(body)}` }),
  }),
  route({
    id: 'collections.storage.quota.delete',
    method: 'DELETE',
    path: '/api/collections/{id}/storage/quota',
    summary: 'Deletes the storage quota of a collection; that of the nearest owner applies.',
    auth: 'superuser',
    answer: messageAnswer,
    operation: CollectionStorageQuotaSetDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.id), quotaBytes: null } }),
    reply: ({ setCollectionStorageQuota: { formerQuotaBytes } }) => ({
      message:
        formerQuotaBytes === null
          ? 'No storage quota was defined for this collection.'
          : 'The storage quota of this collection was deleted.',
    }),
  }),
  route({
    id: 'collections.storage.use',
    method: 'GET',
    path: '/api/collections/{id}/storage/use',
    summary: 'Bytes used by the files of a collection and everything below it.',
    auth: 'token',
    answer: messageAnswer,
    operation: CollectionStorageUseDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ message: `Storage in use by this collection: ${grouped(required(collection).storageUseBytes)}` }),
  }),
  route({
    id: 'datasets.storage.quota.get',
    method: 'GET',
    path: '/api/datasets/{id}/storage/quota',
    summary: 'Storage quota of a dataset: its own, or with `showInherited` the one in effect.',
    auth: 'public',
    query: persistentIdQuery.extend(inheritedQuery.shape),
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetStorageQuotaDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }, { query }) => ({ message: quotaText('dataset', required(dataset).storageQuota, query.showInherited) }),
  }),
  datasetQuotaSet('PUT', 'datasets.storage.quota.put'),
  datasetQuotaSet('POST', 'datasets.storage.quota.post'),
  route({
    id: 'datasets.storage.quota.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/storage/quota',
    summary: 'Deletes the storage quota of a dataset; that of the nearest collection applies.',
    auth: 'superuser',
    query: persistentIdQuery,
    answer: messageAnswer,
    operation: DatasetStorageQuotaSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), quotaBytes: null } }),
    reply: ({ setDatasetStorageQuota: { formerQuotaBytes } }) => ({
      message:
        formerQuotaBytes === null ? 'No storage quota was defined for this dataset.' : 'The storage quota of this dataset was deleted.',
    }),
  }),
  route({
    id: 'datasets.storage.use',
    method: 'GET',
    path: '/api/datasets/{id}/storage/use',
    summary: 'Bytes used by the files of a dataset.',
    auth: 'token',
    query: persistentIdQuery,
    answer: messageAnswer,
    operation: DatasetStorageUseDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({ message: `Storage in use by this dataset: ${grouped(required(dataset).storageUseBytes)}` }),
  }),
  route({
    id: 'datasets.cleanStorage',
    method: 'GET',
    path: '/api/datasets/{id}/cleanStorage',
    summary: 'Moves bytes that no record names out of the folder of a dataset; with `dryrun` they are listed but not moved.',
    auth: 'token',
    // Source: files.md 22.6.
    statuses: { PERMISSION_DENIED: 403 },
    query: persistentIdQuery.extend({ dryrun: booleanParameter }),
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetFolderCleanDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), dryRun: query.dryrun } }),
    reply: ({ cleanDatasetFolder: { found, moved } }) => ({ message: `Found: [${found.join(', ')}]\nDeleted: [${moved.join(', ')}]` }),
  }),
  route({
    id: 'datasets.uploadlimits',
    method: 'GET',
    path: '/api/datasets/{id}/uploadlimits',
    summary: 'What the storage quota and the file limit leave; a key only if there is a limit.',
    auth: 'token',
    // Source: files.md 22.6.
    statuses: { PERMISSION_DENIED: 403, AUTHENTICATION_REQUIRED: 400 },
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(uploadLimitsSchema),
    operation: RemainingUploadsDocument,
    variables: ({ path, query }) => ({ dataset: datasetReference(path.id, query) }),
    reply: ({ dataset }) => {
      const { storageQuotaRemaining, numberOfFilesRemaining } = required(dataset).remainingUploads;
      return {
        data: {
          uploadLimits: {
            storageQuotaRemaining: storageQuotaRemaining ?? undefined,
            numberOfFilesRemaining: numberOfFilesRemaining ?? undefined,
          },
        },
      };
    },
  }),
];
