import { z } from 'zod';
import {
  FileAccessGrantDocument,
  FileAccessRejectDocument,
  FileAccessRequestDocument,
  FileAccessRequestedDocument,
  FileAccessRequestsDocument,
  FileAccessRevokeDocument,
  FileUserPermissionsDocument,
} from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { userRecord, userSchema } from '../../access/records/user-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { fileReference, type PersistentIdQuery, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import { responseBody, responseInput } from './guestbook-response-body.ts';

/** Of whom and which file a row speaks. */
function decision({
  path,
  query,
}: {
  readonly path: { readonly id: string; readonly assignee: string };
  readonly query: PersistentIdQuery;
}) {
  return { input: { file: fileReference(path.id, query), assignee: path.assignee } };
}

const namedFile = ({ path, query }: { readonly path: { readonly id: string }; readonly query: PersistentIdQuery }) => ({
  reference: fileReference(path.id, query),
});

const filePermissionsSchema = recordSchema('FilePermissions', 'What the caller may do with a file. Source: files.md 22.4.', {
  canDownloadFile: z.boolean(),
  canManageFilePermissions: z.boolean(),
  canEditOwnerDataset: z.boolean(),
});

export const fileAccessRequestRoutes: readonly Route[] = [
  route({
    id: 'access.requestAccess',
    method: 'PUT',
    path: '/api/access/datafile/{id}/requestAccess',
    summary: 'Requests access to a restricted file, with a response to the guestbook of its dataset where that is asked.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'json', schema: responseBody, mayBeEmpty: true },
    inputNames: { response: 'guestbookResponse' },
    statuses: { FILE_NOT_FOUND: 400, AUTHENTICATION_REQUIRED: 400 },
    refusals: ['FILE_NOT_FOUND', 'ACCESS_REQUEST_REFUSED', 'GUESTBOOK_RESPONSE_REQUIRED'],
    answer: messageAnswer,
    operation: FileAccessRequestDocument,
    variables: ({ path, query, body }) => ({ input: { file: fileReference(path.id, query), response: responseInput(body) } }),
    reply: ({ requestFileAccess: { file } }) => ({ message: `Access to file ${file.databaseId} requested.` }),
  }),
  route({
    id: 'access.listRequests',
    method: 'GET',
    path: '/api/access/datafile/{id}/listRequests',
    summary: 'Users with an open request for access to the file.',
    auth: 'token',
    query: persistentIdQuery,
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 403 },
    refusals: ['FILE_NOT_FOUND', 'ACCESS_REQUEST_NOT_FOUND'],
    answer: enveloped(listOf(userSchema)),
    operation: FileAccessRequestsDocument,
    variables: namedFile,
    reply: ({ file }, { path }) => {
      const { nodes: requests } = required(file).accessRequests;
      if (requests.length === 0) {
        throw new DomainError('ACCESS_REQUEST_NOT_FOUND', `There are no open requests for access to file ${path.id}.`);
      }
      return { data: requests.map(({ user }) => userRecord(user)) };
    },
  }),
  route({
    id: 'access.grantAccess',
    method: 'PUT',
    path: '/api/access/datafile/{id}/grantAccess/{assignee}',
    summary: 'Grants a user or group access to the file.',
    auth: 'token',
    restOfPath: true,
    query: persistentIdQuery,
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 400, USER_DEACTIVATED: 400, ROLE_ALREADY_GRANTED: 400 },
    refusals: ['ROLE_ALREADY_GRANTED', 'ASSIGNEE_NOT_FOUND', 'FILE_NOT_FOUND'],
    answer: messageAnswer,
    operation: FileAccessGrantDocument,
    variables: decision,
    reply: ({ grantFileAccess: { file, assignee } }) => ({ message: `${assignee} may download file ${file.databaseId}.` }),
  }),
  route({
    id: 'access.revokeAccess',
    method: 'DELETE',
    path: '/api/access/datafile/{id}/revokeAccess/{assignee}',
    summary: 'Revokes the access of a user or group to the file.',
    auth: 'token',
    restOfPath: true,
    query: persistentIdQuery,
    statuses: { FILE_NOT_FOUND: 400, ROLE_ASSIGNMENT_NOT_FOUND: 400 },
    refusals: ['ASSIGNEE_NOT_FOUND', 'ROLE_ASSIGNMENT_NOT_FOUND', 'FILE_NOT_FOUND'],
    answer: messageAnswer,
    operation: FileAccessRevokeDocument,
    variables: decision,
    reply: ({ revokeFileAccess: { file, assignee } }) => ({
      message: `${assignee} may no longer download file ${file.databaseId} by a grant on the file.`,
    }),
  }),
  route({
    id: 'access.rejectAccess',
    method: 'PUT',
    path: '/api/access/datafile/{id}/rejectAccess/{assignee}',
    summary: 'Rejects a request for access to the file.',
    auth: 'token',
    restOfPath: true,
    query: persistentIdQuery,
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 400, ACCESS_REQUEST_NOT_FOUND: 400 },
    refusals: ['ASSIGNEE_NOT_FOUND', 'FILE_NOT_FOUND', 'ACCESS_REQUEST_NOT_FOUND'],
    answer: messageAnswer,
    operation: FileAccessRejectDocument,
    variables: decision,
    reply: ({ rejectFileAccess: { file, assignee } }) => ({
      message: `The request of ${assignee} for access to file ${file.databaseId} is rejected.`,
    }),
  }),
  route({
    id: 'access.userFileAccessRequested',
    method: 'GET',
    path: '/api/access/datafile/{id}/userFileAccessRequested',
    summary: 'Whether the caller ever requested access to the file.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND'],
    answer: enveloped(z.boolean()),
    operation: FileAccessRequestedDocument,
    variables: namedFile,
    reply: ({ file }) => ({ data: required(file).viewerHasRequestedAccess }),
  }),
  route({
    id: 'access.userPermissions',
    method: 'GET',
    path: '/api/access/datafile/{id}/userPermissions',
    summary: 'What the caller may do with the file.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND'],
    answer: enveloped(filePermissionsSchema),
    operation: FileUserPermissionsDocument,
    variables: namedFile,
    reply: ({ file }) => {
      const { canDownload, canManagePermissions, canEditDataset } = required(file).viewerAccess;
      return {
        data: { canDownloadFile: canDownload, canManageFilePermissions: canManagePermissions, canEditOwnerDataset: canEditDataset },
      };
    },
  }),
];
