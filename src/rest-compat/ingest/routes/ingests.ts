import { FileIngestDocument, FileReingestDocument, FileUningestDocument } from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { fileReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import { ingestRecord, ingestSchema } from '../records/ingest-record.ts';

export const ingestRoutes: readonly Route[] = [
  route({
    id: 'files.ingest',
    method: 'GET',
    path: '/api/files/{id}/ingest',
    summary: 'How far the ingest of a file is, or the report of why it failed, for those who may edit the dataset.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND', 'PERMISSION_DENIED'],
    answer: enveloped(ingestSchema),
    operation: FileIngestDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query) }),
    reply: ({ file }) => ({ data: ingestRecord(required(file).ingest) }),
  }),
  route({
    id: 'files.uningest',
    method: 'POST',
    path: '/api/files/{id}/uningest',
    summary: 'Makes a table again what was uploaded, or clears the report of an ingest that failed.',
    auth: 'superuser',
    // Source: files.md 8.1.
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 403 },
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND', 'FILE_NOT_INGESTED', 'FILE_BYTES_MISSING', 'PERMISSION_DENIED', 'DATASET_LOCKED'],
    answer: messageAnswer,
    operation: FileUningestDocument,
    variables: ({ path, query }) => ({ input: { file: fileReference(path.id, query) } }),
    reply: ({ uningestFile: { dataFile } }) => ({ message: `Datafile ${dataFile.databaseId} uningested.` }),
  }),
  route({
    id: 'files.reingest',
    method: 'POST',
    path: '/api/files/{id}/reingest',
    summary: 'Has a file ingested that is no table, whether an ingest of it has failed or there was none.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND', 'FILE_IS_TABULAR', 'FILE_TYPE_NOT_INGESTED', 'DATASET_LOCKED'],
    answer: messageAnswer,
    operation: FileReingestDocument,
    variables: ({ path, query }) => ({ input: { file: fileReference(path.id, query) } }),
    reply: ({ reingestFile: { dataFile, label, exceededLimitBytes } }) => ({
      message:
        exceededLimitBytes === null
          ? `Datafile ${dataFile.databaseId} queued for ingest`
          : `The ingest of ${label} (id: ${dataFile.databaseId}) is skipped: its size is not below the limit of ${exceededLimitBytes} bytes.`,
    }),
  }),
];
