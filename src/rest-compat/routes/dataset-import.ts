import { z } from 'zod';
import { DatasetImportDocument, DatasetImportFromDdiDocument } from '../../generated/operations.ts';
import { importReply } from '../records/import-record.ts';
import { collectionReference } from '../reference.ts';
import { type Route, route } from '../route.ts';

/** `release`: `yes`, as specified; `true` and `1` mean the same. Source: datasets.md 4.2. */
const releaseParameter = z
  .string()
  .optional()
  .transform((text) => ['yes', 'true', '1'].includes(text?.toLowerCase() ?? ''));
const importQuery = z.object({ pid: z.string().optional(), release: releaseParameter });
const importBody = z.object({
  datasetVersion: z.record(z.string(), z.unknown()),
  datasetType: z.string().nullish(),
  metadataLanguage: z.string().nullish(),
  datasetFileCountLimit: z.int32().nullish(),
  protocol: z.string().nullish(),
  authority: z.string().nullish(),
  identifier: z.string().nullish(),
});

export const datasetImportRoutes: readonly Route[] = [
  route({
    id: 'collections.datasets.import',
    method: 'POST',
    path: '/api/collections/{id}/datasets/:import',
    summary: 'Takes over a dataset in native JSON together with its existing persistent identifier.',
    auth: 'superuser',
    query: importQuery,
    body: { kind: 'json', schema: importBody, contentType: 'ignored' },
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
    summary: 'Takes over a dataset described in DDI XML.',
    auth: 'superuser',
    query: importQuery,
    body: { kind: 'text', schema: z.string() },
    operation: DatasetImportFromDdiDocument,
    variables: ({ path, query, body }) => ({
      input: { collection: collectionReference(path.id), ddi: body, persistentId: query.pid, release: query.release },
    }),
    reply: ({ importDatasetFromDdi }) => importReply(importDatasetFromDdi),
  }),
];
