/** Downloads that begin with a response to a guestbook. Source: users-admin.md 18.7, files.md 11. */
import { z } from 'zod';
import { AnsweredArchiveDocument, type AnsweredArchiveMutation, AnsweredFileDocument } from '../../../generated/operations.ts';
import { bytes, enveloped } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { accessedFile, booleanParameter } from '../../reference.ts';
import { required } from '../../required.ts';
import { downloadRoute, type EnvelopeReply, type Route } from '../../route.ts';
import type { DownloadPlan } from '../../sent-content.ts';
import {
  archivePlan,
  archiveQuery,
  bytesToSend,
  fileFormOf,
  fileIds,
  fileQuery,
  VERSION_STATUSES,
  versionFiles,
} from './file-downloads.ts';
import { responseBody, responseInput } from './guestbook-response-body.ts';

const signedSchema = recordSchema('SignedDownload', 'Where the download is. Source: users-admin.md 18.7.', {
  signedUrl: z.string().describe('Address that downloads without a token, and without a further response, for an hour.'),
});
type SignedDownload = z.infer<typeof signedSchema>;

const signedParameter = { signed: booleanParameter };
const answer = [bytes(), enveloped(signedSchema)] as const;
const zipAnswer = [bytes('application/zip'), enveloped(signedSchema)] as const;

const body = { kind: 'json', schema: responseBody, mayBeEmpty: true } as const;
const inputNames = { response: 'guestbookResponse' };

function archived({ answerGuestbook: { url, fileArchive } }: AnsweredArchiveMutation): DownloadPlan | EnvelopeReply<SignedDownload> {
  return url === undefined ? archivePlan(required(fileArchive)) : { data: { signedUrl: url.url } };
}

export const guestbookDownloadRoutes: readonly Route[] = [
  downloadRoute({
    id: 'access.datafile.respond',
    method: 'POST',
    path: '/api/access/datafile/{id}',
    summary: 'Takes a response to the guestbook, and sends the file, or with `signed` an address of it.',
    auth: 'token',
    restOfPath: true,
    query: fileQuery.extend(signedParameter),
    body,
    inputNames,
    refusals: [
      'FILE_NOT_FOUND',
      'FILE_ACCESS_DENIED',
      'FILE_BYTES_MISSING',
      'FILE_FORM_UNAVAILABLE',
      'FILE_FORM_PENDING',
      'FILE_HEADER_STORED',
      'GUESTBOOK_RESPONSE_REQUIRED',
    ],
    answer,
    operation: AnsweredFileDocument,
    variables: ({ path, query, body: sent }) => ({
      input: {
        download: { file: { reference: accessedFile(path.id.split('/').at(-1) ?? '', query), form: fileFormOf(query) } },
        response: responseInput(sent),
      },
      signed: query.signed,
      counted: !query.gbrecs,
    }),
    download: ({ answerGuestbook: { url, fileDownload } }) =>
      url === undefined ? bytesToSend(required(fileDownload)) : { data: { signedUrl: url.url } },
  }),
  downloadRoute({
    id: 'access.datafiles.respond',
    method: 'POST',
    path: '/api/access/datafiles/{ids}',
    summary: 'Takes a response to the guestbook, and sends several files as a ZIP archive, or with `signed` an address of it.',
    auth: 'token',
    query: archiveQuery.extend(signedParameter),
    body,
    inputNames,
    refusals: ['FILE_NOT_FOUND', 'FILE_ACCESS_DENIED', 'ARCHIVE_EMPTY', 'ARCHIVE_TOO_LARGE', 'GUESTBOOK_RESPONSE_REQUIRED'],
    answer: zipAnswer,
    operation: AnsweredArchiveDocument,
    variables: ({ path, query, body: sent }) => ({
      input: { download: { archive: { reference: fileIds(path.ids), format: query.format } }, response: responseInput(sent) },
      signed: query.signed,
      counted: !query.gbrecs,
    }),
    download: archived,
  }),
  downloadRoute({
    id: 'access.dataset.respond',
    method: 'POST',
    path: '/api/access/dataset/{id}',
    summary: 'Takes a response to the guestbook, and sends all files of a dataset as a ZIP archive, or with `signed` an address of it.',
    auth: 'token',
    statuses: VERSION_STATUSES,
    query: archiveQuery.extend(signedParameter),
    body,
    inputNames,
    refusals: ['DATASET_NOT_FOUND', 'FILE_ACCESS_DENIED', 'ARCHIVE_EMPTY', 'ARCHIVE_TOO_LARGE', 'GUESTBOOK_RESPONSE_REQUIRED'],
    answer: zipAnswer,
    operation: AnsweredArchiveDocument,
    variables: ({ path, query, body: sent }) => ({
      input: {
        download: { archive: { reference: versionFiles(path.id, query, ':latest'), format: query.format } },
        response: responseInput(sent),
      },
      signed: query.signed,
      counted: !query.gbrecs,
    }),
    download: archived,
  }),
  downloadRoute({
    id: 'access.dataset.version.respond',
    method: 'POST',
    path: '/api/access/dataset/{id}/versions/{versionId}',
    summary: 'Takes a response to the guestbook, and sends all files of a version as a ZIP archive, or with `signed` an address of it.',
    auth: 'token',
    statuses: VERSION_STATUSES,
    query: archiveQuery.extend(signedParameter),
    body,
    inputNames,
    refusals: [
      'DATASET_NOT_FOUND',
      'DATASET_VERSION_NOT_FOUND',
      'FILE_ACCESS_DENIED',
      'ARCHIVE_EMPTY',
      'ARCHIVE_TOO_LARGE',
      'GUESTBOOK_RESPONSE_REQUIRED',
    ],
    answer: zipAnswer,
    operation: AnsweredArchiveDocument,
    variables: ({ path, query, body: sent }) => ({
      input: {
        download: { archive: { reference: versionFiles(path.id, query, path.versionId), format: query.format } },
        response: responseInput(sent),
      },
      signed: query.signed,
      counted: !query.gbrecs,
    }),
    download: archived,
  }),
];
