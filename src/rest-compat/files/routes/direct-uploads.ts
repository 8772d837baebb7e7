import { z } from 'zod';
import {
  DirectUploadAbortDocument,
  DirectUploadBeginDocument,
  DirectUploadCompleteDocument,
  DirectUploadPartSendDocument,
  DirectUploadViewDocument,
} from '../../../generated/operations.ts';
import type { DirectUploadReference } from '../../../resolvers/generated/resolver-types.ts';
import { uploadStateRecord, uploadUrlsRecord, uploadUrlsSchema, uploadStateSchema } from '../records/direct-upload-record.ts';
import { messageAnswer, enveloped, emptyAnswer } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { datasetReference, numericId, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import type { SentBytes } from '../../sent-bytes.ts';

const sizeParameter = z
  .string({ error: 'must be the size of the file in bytes' })
  .regex(/^\d{1,15}$/, 'must be a number of bytes')
  .transform(Number);

const uploadQuery = persistentIdQuery.extend({ size: sizeParameter, partSize: sizeParameter.optional() });

/** What names an upload that has begun. Source: files.md 22.6. */
const multipartQuery = z.object({
  globalid: z.string().optional(),
  uploadid: z.string().optional(),
  storageidentifier: z.string({ error: 'must be the value that the upload was given' }),
});

/** The storage identifier names an upload by itself, so the other two parameters may be absent. */
function uploadReference({ storageidentifier }: z.infer<typeof multipartQuery>): DirectUploadReference {
  return { storageIdentifier: storageidentifier };
}

/** Receipts by part number; quotes around them are those of the header that they came in. */
const receipts = z.record(z.string().regex(/^[1-9]\d{0,4}$/, 'must be the number of a part'), z.string(), {
  error: 'must be an object with an entity tag for each part number',
});

const partQuery = z.object({
  expires: z
    .string({ error: 'must be that of the signed URL' })
    .regex(/^\d{1,15}$/, 'must be a number of milliseconds')
    .transform(Number)
    .optional(),
  signature: z.string().optional(),
});

/** Source: files.md 22.6. */
const statuses = { PERMISSION_DENIED: 403, DATASET_LOCKED: 400 } as const;

const uploadedPartSchema = recordSchema('UploadedPart', 'A part that has arrived. Source: files.md 22.6.', {
  partNumber: z.int().describe('From 1.'),
  size: z.int().describe('Bytes.'),
  etag: z.string().describe('Entity tag, needed to complete the upload.'),
});

export const directUploadRoutes: readonly Route[] = [
  route({
    id: 'datasets.uploadUrls',
    method: 'GET',
    path: '/api/datasets/{id}/uploadurls',
    summary: 'Begins a direct upload of one file, and returns the URLs for its bytes.',
    auth: 'token',
    statuses,
    query: uploadQuery,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'FILE_TOO_LARGE'],
    answer: enveloped(uploadUrlsSchema),
    operation: DirectUploadBeginDocument,
    variables: ({ path, query }) => ({
      input: { dataset: datasetReference(path.id, query), sizeBytes: query.size, partSizeBytes: query.partSize },
    }),
    reply: ({ beginUpload: { upload } }) => ({ data: uploadUrlsRecord(upload) }),
  }),
  route({
    id: 'datasets.mpupload.get',
    method: 'GET',
    path: '/api/datasets/mpupload',
    summary: 'Progress of a direct upload, with the URLs of the missing parts.',
    auth: 'token',
    statuses,
    query: multipartQuery,
    refusals: ['UPLOAD_NOT_FOUND'],
    answer: enveloped(uploadStateSchema),
    operation: DirectUploadViewDocument,
    variables: ({ query }) => ({ reference: uploadReference(query) }),
    reply: ({ directUpload }) => ({ data: uploadStateRecord(required(directUpload)) }),
  }),
  route({
    id: 'datasets.mpupload.complete',
    method: 'PUT',
    path: '/api/datasets/mpupload',
    summary: 'Completes a direct upload in parts.',
    auth: 'token',
    statuses,
    query: multipartQuery,
    body: { kind: 'json', schema: receipts },
    refusals: ['DATASET_LOCKED', 'UPLOAD_NOT_FOUND', 'UPLOAD_PARTS_MISSING'],
    answer: messageAnswer,
    operation: DirectUploadCompleteDocument,
    variables: ({ query, body }) => ({
      input: {
        upload: uploadReference(query),
        parts: Object.entries(body).map(([number, etag]) => ({ number: Number(number), etag: etag.replaceAll('"', '') })),
      },
    }),
    reply: () => ({ message: 'The upload is complete.' }),
  }),
  route({
    id: 'datasets.mpupload.abort',
    method: 'DELETE',
    path: '/api/datasets/mpupload',
    summary: 'Aborts a direct upload.',
    auth: 'token',
    statuses,
    query: multipartQuery,
    refusals: ['UPLOAD_NOT_FOUND'],
    answer: emptyAnswer,
    operation: DirectUploadAbortDocument,
    variables: ({ query }) => ({ input: { upload: uploadReference(query) } }),
    reply: () => ({ empty: true }),
  }),
  route({
    id: 'uploads.parts.put',
    method: 'PUT',
    path: '/api/uploads/{id}/parts/{number}',
    summary: 'Receives one part of a direct upload, as the whole body; the URL is signed.',
    auth: 'public',
    cors: true,
    statuses,
    query: partQuery,
    body: { kind: 'bytes', schema: z.custom<SentBytes>() },
    refusals: ['PERMISSION_DENIED', 'SIGNED_URL_INVALID', 'UPLOAD_COMPLETED'],
    answer: enveloped(uploadedPartSchema),
    operation: DirectUploadPartSendDocument,
    variables: ({ path, query: { expires, signature }, body: { bytes, md5 } }) => ({
      input: {
        upload: path.id,
        number: numericId(path.number),
        part: bytes,
        md5,
        signature: signature === undefined || expires === undefined ? null : { expires, signature },
      },
    }),
    reply: ({ sendUploadPart: { number, sizeBytes, etag } }) => ({ data: { partNumber: number, size: sizeBytes, etag }, etag }),
  }),
];
