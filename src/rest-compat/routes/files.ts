import { z } from 'zod';
import { FileAddDocument, FileDownloadDocument, FileMetadataViewDocument, UploadAdmissionDocument } from '../../generated/operations.ts';
import type { AddFileInput, ChecksumAlgorithm } from '../../generated/resolvers.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { StagedUpload } from '../../storage/staged-upload.ts';
import { fileMetadataRecord, fileRecord } from '../records/file-record.ts';
import { datasetReference, fileReference, persistentIdQuery } from '../reference.ts';
import { required } from '../required.ts';
import { downloadRoute, type Route, route, type UploadBody, type UploadLimits, uploadRoute } from '../route.ts';
import { readFileJsonData } from './file-json-data.ts';

const algorithmNames: Readonly<Record<ChecksumAlgorithm, UploadLimits['checksumAlgorithm']>> = {
  MD5: 'MD5',
  SHA_1: 'SHA-1',
  SHA_256: 'SHA-256',
  SHA_512: 'SHA-512',
};

function addFileInput(dataset: AddFileInput['dataset'], body: UploadBody): AddFileInput {
  const metadata = readFileJsonData(body.jsonData ?? {});
  if (body.file === null) {
    throw new DomainError('BAD_USER_INPUT', 'The part file is missing.', { problems: [{ pointer: '/file', message: 'is missing' }] });
  }
  return { dataset, file: new StagedUpload(body.file), ...metadata };
}

const downloadQuery = persistentIdQuery.extend({ expires: countMilliseconds(), signature: z.string().optional() });

function countMilliseconds() {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a number of milliseconds')
    .transform(Number)
    .optional();
}

export const fileRoutes: readonly Route[] = [
  uploadRoute({
    id: 'datasets.addFile',
    method: 'POST',
    path: '/api/datasets/{id}/add',
    summary: 'Adds a file to the draft, which is made if there is none.',
    auth: 'token',
    // Source: files.md 4.3, rows 8 and 15.
    statuses: { PERMISSION_DENIED: 403, DATASET_LOCKED: 400 },
    query: persistentIdQuery,
    admit: {
      operation: UploadAdmissionDocument,
      variables: ({ path, query }) => ({ dataset: datasetReference(path.id, query) }),
      limits: ({ canAddFile: { maximumFileBytes, checksumAlgorithm } }) => ({
        maximumBytes: maximumFileBytes,
        checksumAlgorithm: algorithmNames[checksumAlgorithm],
      }),
    },
    operation: FileAddDocument,
    variables: ({ path, query, body }) => ({ input: addFileInput(datasetReference(path.id, query), body) }),
    reply: ({ addFile: { files } }) => ({ data: { files: files.map(fileRecord) } }),
  }),
  downloadRoute({
    id: 'access.datafile',
    method: 'GET',
    path: '/api/access/datafile/{id}',
    summary: 'The bytes of a file, whole or a range of them.',
    auth: 'token',
    // A bad id cannot name a file. Source: files.md 1.2.
    statuses: { BAD_USER_INPUT: 404 },
    query: downloadQuery,
    operation: FileDownloadDocument,
    variables: ({ path, query }) => ({
      reference: fileReference(path.id, query),
      signature:
        query.signature !== undefined && query.expires !== undefined ? { expires: query.expires, signature: query.signature } : null,
    }),
    download: ({ fileDownload }) => {
      const file = required(fileDownload);
      return {
        fileName: file.fileName,
        contentType: file.contentType,
        sizeBytes: file.sizeBytes,
        etag: `${file.checksum.type}-${file.checksum.value}`,
        lastModified: new Date(file.createdAt),
        location: {
          driver: file.storageDriver,
          authority: file.storageAuthority,
          identifier: file.storageFolder,
          storageId: file.storageId,
        },
      };
    },
  }),
  route({
    id: 'files.metadata.get',
    method: 'GET',
    path: '/api/files/{id}/metadata',
    summary: 'What the newest released version says of a file.',
    auth: 'public',
    // Missing and not allowed answer alike. Source: files.md 7.1.
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 400 },
    query: persistentIdQuery,
    operation: FileMetadataViewDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query), draft: false }),
    reply: ({ file }) => ({
      bare: JSON.stringify(fileMetadataRecord(required(required(file).metadata))),
      contentType: 'text/plain; charset=utf-8',
    }),
  }),
];
