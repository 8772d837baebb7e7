import { z } from 'zod';
import { DatasetImportDocument, DatasetImportFromDdiDocument } from '../../../generated/operations.ts';
import { yesOrNo } from '../../boolean-text.ts';
import { importReply, importedDatasetSchema } from '../records/import-record.ts';
import { enveloped } from '../../answers.ts';
import { collectionReference } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

/** `release` is `yes` or `no`, which it is when it is not sent. Source: decisions.md 33. */
const release = yesOrNo.default(false);
const importQuery = z.object({ pid: z.string().optional(), release });
const importBody = z.object({
  datasetVersion: z.record(z.string(), z.unknown()),
  datasetType: z.string().nullish(),
  metadataLanguage: z.string().nullish(),
  datasetFileCountLimit: z.int32().nullish(),
});

export const datasetImportRoutes: readonly Route[] = [
  route({
    id: 'collections.datasets.import',
    method: 'POST',
    path: '/api/collections/{id}/datasets/:import',
    summary: 'Imports a dataset in native JSON with its existing persistent identifier.',
    auth: 'superuser',
    query: importQuery,
    body: { kind: 'json', schema: importBody },
    refusals: [
      'COLLECTION_NOT_FOUND',
      'COLLECTION_NOT_PUBLISHED',
      'DATASET_METADATA_INVALID',
      'DATASET_TERMS_INVALID',
      'PERSISTENT_ID_TAKEN',
    ],
    answer: enveloped(importedDatasetSchema, { status: 201, beside: ['message'] }),
    operation: DatasetImportDocument,
    variables: ({ path, query, body }) => ({
      input: { collection: collectionReference(path.id), ...body, persistentId: query.pid, release: query.release },
    }),
    reply: ({ importDataset }) => importReply(importDataset),
  }),
  route({
    id: 'collections.datasets.importddi',
    method: 'POST',
    path: '/api/collections/{id}/datasets/:importddi',
    summary: 'Imports a dataset described in DDI XML.',
    auth: 'superuser',
    query: importQuery,
    body: { kind: 'text', schema: z.string() },
    refusals: [
      'MALFORMED_XML',
      'COLLECTION_NOT_FOUND',
      'COLLECTION_NOT_PUBLISHED',
      'DATASET_METADATA_INVALID',
      'PERSISTENT_ID_NOT_MANAGED',
      'PERSISTENT_ID_TAKEN',
    ],
    answer: enveloped(importedDatasetSchema, { status: 201, beside: ['message'] }),
    operation: DatasetImportFromDdiDocument,
    variables: ({ path, query, body }) => ({
      input: { collection: collectionReference(path.id), ddi: body, persistentId: query.pid, release: query.release },
    }),
    reply: ({ importDatasetFromDdi }) => importReply(importDatasetFromDdi),
  }),
];
