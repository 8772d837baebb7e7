import { z } from 'zod';
import {
  FileEditAdmissionDocument,
  FileMetadataUpdateDocument,
  FileMetadataViewDocument,
  FileRemoveDocument,
  FileRestrictDocument,
} from '../../../generated/operations.ts';
import type { RestrictFileInput, UpdateFileMetadataInput } from '../../../resolvers/generated/resolver-types.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { booleanWord } from '../../boolean-text.ts';
import { parseJson } from '../../parse-json.ts';
import { messageAnswer, bareText, enveloped } from '../../answers.ts';
import { editQuery, fileReference, persistentIdQuery } from '../../reference.ts';
import { fileMetadataRecord } from '../records/file-metadata-record.ts';
import { required } from '../../required.ts';
import { type Route, route, type UploadBody, uploadRoute } from '../../route.ts';
import { checkBySchema } from '../../schema-problems.ts';
import { readFileEdit } from './file-json-data.ts';

/** Source: files.md 6. */
const restriction = z.object({
  restrict: z.boolean('must be true or false'),
  enableAccessRequest: z.boolean('must be true or false').nullish(),
  termsOfAccess: z.string().nullish(),
});

/** A JSON object, or a boolean as text: whatever is neither changes nothing. Source: decisions.md 35. */
function readRestriction(body: string): Omit<RestrictFileInput, 'file'> {
  const text = body.trim();
  if (!text.startsWith('{')) return { restrict: checkBySchema(booleanWord, text, 'The request body', '') };
  return checkBySchema(restriction, parseJson(text, 'The request body'), 'The request body', '');
}

function describeRestriction(label: string, { restrict, enableAccessRequest, termsOfAccess }: Omit<RestrictFileInput, 'file'>): string {
  const sentences = [`File ${label} ${restrict ? 'restricted' : 'unrestricted'}.`];
  if (restrict && typeof enableAccessRequest === 'boolean') {
    sentences.push(`Access request is ${enableAccessRequest ? 'enabled' : 'disabled'}.`);
    if (termsOfAccess) sentences.push(`Terms of access: ${termsOfAccess}`);
  }
  return sentences.join(' ');
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';

function readMetadata({ file, jsonData }: UploadBody): Omit<UpdateFileMetadataInput, 'file' | 'ifUnmodifiedSince'> {
  const problems = [
    ...(jsonData === undefined ? [{ pointer: '/jsonData', message: 'is missing' }] : []),
    ...(file === null ? [] : [{ pointer: '/file', message: 'must be absent: this request changes no bytes' }]),
  ];
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', 'The form must have the part jsonData and no other.', { problems });
  return readFileEdit(jsonData);
}

export const fileChangeRoutes: readonly Route[] = [
  route({
    id: 'files.restrict',
    method: 'PUT',
    path: '/api/files/{id}/restrict',
    summary: 'Restricts access to a file, or lifts the restriction.',
    auth: 'token',
    // Source: files.md 6.
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 400, DATASET_LOCKED: 400 },
    query: persistentIdQuery,
    body: { kind: 'text', schema: z.string() },
    refusals: [
      'MALFORMED_JSON',
      'DATASET_LOCKED',
      'DATASET_TERMS_INVALID',
      'FILE_NOT_FOUND',
      'FILE_NOT_IN_VERSION',
      'FILE_RESTRICTION_UNCHANGED',
    ],
    answer: messageAnswer,
    operation: FileRestrictDocument,
    variables: ({ path, query, body }) => ({ input: { file: fileReference(path.id, query), ...readRestriction(body) } }),
    reply: ({ restrictFile: { file } }, { body }) => ({ message: describeRestriction(file.label, readRestriction(body)) }),
  }),
  route({
    id: 'files.metadata.draft',
    method: 'GET',
    path: '/api/files/{id}/metadata/draft',
    summary: 'Metadata of a file in the draft.',
    auth: 'token',
    // Source: files.md 7.1, decisions.md 41.
    statuses: { FILE_NOT_FOUND: 400, DATASET_DRAFT_NOT_FOUND: 400 },
    query: persistentIdQuery,
    refusals: ['DATASET_DRAFT_NOT_FOUND', 'FILE_NOT_FOUND'],
    answer: bareText('text/plain'),
    operation: FileMetadataViewDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query), draft: true }),
    reply: ({ file }) => {
      const { metadata } = required(file);
      if (metadata === null) throw new DomainError('DATASET_DRAFT_NOT_FOUND', 'There is no draft that holds this file.');
      return { bare: JSON.stringify(fileMetadataRecord(metadata)), contentType: PLAIN_TEXT };
    },
  }),
  uploadRoute({
    id: 'files.metadata.set',
    method: 'POST',
    path: '/api/files/{id}/metadata',
    summary: 'Changes the metadata of a file; absent keys keep their values, empty values clear them.',
    auth: 'token',
    // Source: files.md 7.2.
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 403, DATASET_LOCKED: 400, DATASET_STALE: 400, FILE_TOO_LARGE: 400 },
    query: editQuery,
    refusals: [
      'MALFORMED_JSON',
      'DATASET_LOCKED',
      'DATASET_STALE',
      'FILE_NOT_FOUND',
      'FILE_NOT_IN_VERSION',
      'FILE_PATH_TAKEN',
      'FILE_NOT_TABULAR',
    ],
    answer: bareText('text/plain'),
    admit: {
      operation: FileEditAdmissionDocument,
      variables: ({ path, query }) => ({ file: fileReference(path.id, query) }),
      // A part `file` has no place here, so none of its bytes is taken.
      limits: () => ({ maximumBytes: 0, checksumAlgorithm: 'MD5' }),
    },
    operation: FileMetadataUpdateDocument,
    variables: ({ path, query, body }) => ({
      input: { file: fileReference(path.id, query), ...readMetadata(body), ifUnmodifiedSince: query.sourceLastUpdateTime },
    }),
    reply: ({ updateFileMetadata: { file } }) => ({
      bare: `File Metadata update has been completed: ${JSON.stringify(fileMetadataRecord(file))}`,
      contentType: PLAIN_TEXT,
    }),
  }),
  route({
    id: 'files.delete',
    method: 'DELETE',
    path: '/api/files/{id}',
    summary: 'Removes a file from the draft; its bytes are deleted if no published version holds them.',
    auth: 'token',
    // Source: files.md 22.1.
    statuses: { PERMISSION_DENIED: 400, DATASET_LOCKED: 400 },
    query: persistentIdQuery,
    refusals: ['DATASET_LOCKED', 'FILE_NOT_FOUND', 'FILE_NOT_IN_VERSION'],
    answer: enveloped(z.boolean()),
    operation: FileRemoveDocument,
    variables: ({ path, query }) => ({ input: { file: fileReference(path.id, query) } }),
    reply: ({ removeFile: { bytesDeleted } }) => ({ data: bytesDeleted }),
  }),
];
