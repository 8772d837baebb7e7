import {
  FileAddDocument,
  FileMetadataViewDocument,
  UploadAdmissionDocument,
  UploadedFilesAddDocument,
} from '../../../generated/operations.ts';
import type { AddFileInput, ChecksumAlgorithm } from '../../../resolvers/generated/resolver-types.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { StagedUpload } from '../../../storage/staged-upload.ts';
import { fileMetadataRecord } from '../records/file-metadata-record.ts';
import { fileRecord } from '../records/file-record.ts';
import { bareText, enveloped } from '../../answers.ts';
import { addedFilesSchema } from '../records/added-files-record.ts';
import { datasetReference, fileReference, type PersistentIdQuery, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { filelessForm, type Route, route, type RouteInput, type UploadBody, type UploadLimits, uploadRoute } from '../../route.ts';
import { refusalOf } from '../../run-operation.ts';
import { readFileJsonData, readUploadSwitches } from './file-json-data.ts';
import { namesUpload, readUploadedFile } from './uploaded-file-json.ts';

const algorithmNames: Readonly<Record<ChecksumAlgorithm, UploadLimits['checksumAlgorithm']>> = {
  MD5: 'MD5',
  SHA_1: 'SHA-1',
  SHA_256: 'SHA-256',
  SHA_512: 'SHA-512',
};

/** What an upload has to keep to, as the router takes it. */
export function uploadLimits({
  maximumFileBytes,
  checksumAlgorithm,
}: {
  readonly maximumFileBytes: number | null;
  readonly checksumAlgorithm: ChecksumAlgorithm;
}): UploadLimits {
  return { maximumBytes: maximumFileBytes, checksumAlgorithm: algorithmNames[checksumAlgorithm] };
}

/** The staged part `file` of an upload. @throws DomainError BAD_USER_INPUT when there is none. */
export function uploadedPart({ file }: UploadBody): StagedUpload {
  if (file !== null) return new StagedUpload(file);
  throw new DomainError('BAD_USER_INPUT', 'The part file is missing.', { problems: [{ pointer: '/file', message: 'is missing' }] });
}

function addFileInput(dataset: AddFileInput['dataset'], body: UploadBody): AddFileInput {
  const said = body.jsonData ?? {};
  const metadata = readFileJsonData(said);
  const { unpack, tabIngest: ingest } = readUploadSwitches(said);
  return { dataset, file: uploadedPart(body), unpack, ingest, ...metadata };
}

/** A form that names bytes which were uploaded beforehand. Source: files.md 22.6. */
const addUploadedFile = filelessForm({
  operation: UploadedFilesAddDocument,
  variables: ({ path, query, body }: RouteInput<'{id}', PersistentIdQuery, UploadBody>) => {
    // Says that the part file is missing, after everything that is wrong with the rest.
    if (!namesUpload(body.jsonData)) addFileInput(datasetReference(path.id, query), body);
    return {
      input: { dataset: datasetReference(path.id, query), files: [readUploadedFile(body.jsonData)], refuseDuplicates: true },
    };
  },
  reply: ({ addFiles: { outcomes } }) => {
    const [outcome] = outcomes;
    if (outcome?.refusal) throw refusalOf(outcome.refusal);
    const warning = outcome?.warning ?? null;
    return { data: { files: [fileRecord(required(outcome?.file))] }, ...(warning === null ? {} : { message: warning }) };
  },
});

export const fileRoutes: readonly Route[] = [
  uploadRoute({
    id: 'datasets.addFile',
    method: 'POST',
    path: '/api/datasets/{id}/add',
    summary: 'Adds a file to the draft; creates the draft if there is none.',
    auth: 'token',
    // Source: files.md 4.3, rows 8 and 15.
    statuses: { PERMISSION_DENIED: 403, DATASET_LOCKED: 400 },
    query: persistentIdQuery,
    refusals: [
      'MALFORMED_JSON',
      'DATASET_NOT_FOUND',
      'DATASET_LOCKED',
      'DATASET_TERMS_INVALID',
      'UPLOAD_NOT_FOUND',
      'DUPLICATE_FILE',
      'UPLOAD_PARTS_MISSING',
      'CHECKSUM_MISMATCH',
      'UPLOAD_METHOD_DISABLED',
      'DATASET_HOLDS_PACKAGE',
      'STORAGE_QUOTA_EXCEEDED',
      'FILE_TOO_LARGE',
    ],
    answer: enveloped(addedFilesSchema, { beside: ['message'] }),
    admit: {
      operation: UploadAdmissionDocument,
      variables: ({ path, query }) => ({ dataset: datasetReference(path.id, query) }),
      limits: ({ dataset }) => uploadLimits(required(dataset).uploadLimits),
    },
    operation: FileAddDocument,
    variables: ({ path, query, body }) => ({ input: addFileInput(datasetReference(path.id, query), body) }),
    reply: ({ addFile: { files, warning } }) => ({
      data: { files: files.map(fileRecord) },
      ...(warning === null ? {} : { message: warning }),
    }),
    withoutFile: addUploadedFile,
  }),
  route({
    id: 'files.metadata.get',
    method: 'GET',
    path: '/api/files/{id}/metadata',
    summary: 'Metadata of a file in the newest released version.',
    auth: 'public',
    // Missing and not allowed answer alike. Source: files.md 7.1.
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 400 },
    query: persistentIdQuery,
    refusals: ['PERMISSION_DENIED', 'NOT_FOUND', 'FILE_NOT_FOUND'],
    answer: bareText('text/plain'),
    operation: FileMetadataViewDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query), draft: false }),
    reply: ({ file }) => ({
      bare: JSON.stringify(fileMetadataRecord(required(required(file).metadata))),
      contentType: 'text/plain; charset=utf-8',
    }),
  }),
];
