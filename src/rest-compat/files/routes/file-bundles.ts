/** Tabular files with all that belongs to them. Source: files.md 22.3, users-admin.md 18.7. */
import { z } from 'zod';
import { AnsweredBundleDocument, FileBundleDownloadDocument } from '../../../generated/operations.ts';
import { bytes } from '../../answers.ts';
import { accessedFile, fileRecordId } from '../../reference.ts';
import { required } from '../../required.ts';
import { downloadRoute, type Route } from '../../route.ts';
import { archivePlan, archiveQuery } from './file-downloads.ts';
import { responseBody, responseInput } from './guestbook-response-body.ts';

const query = archiveQuery.extend({ fileMetadataId: z.string().optional() });

const refusals = [
  'FILE_NOT_FOUND',
  'FILE_ACCESS_DENIED',
  'FILE_FORM_UNAVAILABLE',
  'FILE_FORM_PENDING',
  'GUESTBOOK_RESPONSE_REQUIRED',
] as const;

export const fileBundleRoutes: readonly Route[] = [
  downloadRoute({
    id: 'access.datafile.bundle',
    method: 'GET',
    path: '/api/access/datafile/bundle/{id}',
    summary: 'A tabular file with its original, its variables and its citations, as a ZIP archive.',
    auth: 'token',
    query,
    refusals,
    answer: bytes('application/zip'),
    operation: FileBundleDownloadDocument,
    variables: ({ path, query: asked }) => ({
      reference: accessedFile(path.id, asked),
      recordDatabaseId: fileRecordId(asked.fileMetadataId),
      counted: !asked.gbrecs,
    }),
    download: ({ file }) => archivePlan(required(file).bundle),
  }),
  downloadRoute({
    id: 'access.datafile.bundle.respond',
    method: 'POST',
    path: '/api/access/datafile/bundle/{id}',
    summary:
      'Takes a response to the guestbook, and sends a tabular file with its original, its variables and its citations, as a ZIP archive.',
    auth: 'token',
    query,
    body: { kind: 'json', schema: responseBody, mayBeEmpty: true },
    inputNames: { response: 'guestbookResponse' },
    refusals,
    answer: bytes('application/zip'),
    operation: AnsweredBundleDocument,
    variables: ({ path, query: asked, body }) => ({
      input: { download: { file: { reference: accessedFile(path.id, asked) } }, response: responseInput(body) },
      recordDatabaseId: fileRecordId(asked.fileMetadataId),
      counted: !asked.gbrecs,
    }),
    download: ({ answerGuestbook: { fileBundle } }) => archivePlan(required(fileBundle)),
  }),
];
