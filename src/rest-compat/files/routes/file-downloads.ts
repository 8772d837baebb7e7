import { z } from 'zod';
import {
  AnsweredArchiveDocument,
  type ArchiveToSendFragment,
  type BytesToSendFragment,
  DatasetDownloadCountDocument,
  FileArchiveDownloadDocument,
  FileDownloadCountDocument,
  FileDownloadDocument,
} from '../../../generated/operations.ts';
import type { ArchiveReference, FileFormInput } from '../../../resolvers/generated/resolver-types.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { JSON_LIMITS } from '../../../json-extent.ts';
import { booleanText } from '../../boolean-text.ts';
import { messageAnswer, bytes, bareJson } from '../../answers.ts';
import { recordSchema, objectId, counted, day } from '../../records/schema.ts';
import {
  accessedFile,
  booleanParameter,
  datasetReference,
  fileReference,
  numberParameter,
  numericId,
  persistentIdQuery,
} from '../../reference.ts';
import { required } from '../../required.ts';
import { downloadRoute, otherDownload, type Route, route } from '../../route.ts';
import { parseJson } from '../../parse-json.ts';
import { checkBySchema } from '../../schema-problems.ts';
import { responseBody, responseInput } from './guestbook-response-body.ts';
import type { ArchivePlan, FilePlan } from '../../sent-content.ts';
import type { Checksum } from '../../../storage/file-storage.ts';
import { CHECKSUM_ALGORITHMS } from '../../../vocabulary/files.ts';

const milliseconds = numberParameter('must be a number of milliseconds', 15);

/** The signature of a URL, which replaces a token. */
export const signedQuery = z.object({ expires: milliseconds, signature: z.string().optional(), as: z.string().optional() });
/** `gbrecs=true`: does not count as a download. */
export const archiveQuery = persistentIdQuery.extend(signedQuery.shape).extend({ format: z.string().optional(), gbrecs: booleanParameter });

/** A number of pixels, or a boolean: `true` is the size that lists show. */
const thumbnailParameter = z
  .string()
  .regex(/^(?:true|false|\d{1,6})$/i, 'must be true, false or a number of pixels')
  .transform((text) => ({ true: 64, false: null })[text.toLowerCase()] ?? (/^\d/.test(text) ? Number(text) : null))
  .default(null);

/** What one file is asked for with. */
export const fileQuery = archiveQuery.extend({
  variables: z.string().optional(),
  noVarHeader: booleanText.default(false),
  imageThumb: thumbnailParameter,
});

/** The signature of a signed address; null for an ordinary one. */
export function signatureOf({
  expires,
  signature,
  as,
}: z.infer<typeof signedQuery>): { readonly expires: number; readonly signature: string; readonly as: string | undefined } | null {
  return signature !== undefined && expires !== undefined ? { expires, signature, as } : null;
}

/** The form in which one file is asked for. */
export function fileFormOf({ format, variables, noVarHeader, imageThumb }: z.infer<typeof fileQuery>): FileFormInput {
  return { format, variables, noVariableHeader: noVarHeader, thumbnail: imageThumb };
}

function archiveChoices({ format, gbrecs, ...signed }: z.infer<typeof archiveQuery>) {
  return { format, signature: signatureOf(signed), counted: !gbrecs };
}

/**
 * Reads ids separated by commas or white space; words that are no numbers are ignored. Source: files.md 22.3.
 * @throws DomainError BAD_USER_INPUT for more words than a JSON body could hold
 */
export function fileIds(text: string): { readonly fileDatabaseIds: number[] } {
  const list = text.replace(/^\s*fileIds=/, '').replaceAll(/%2c/gi, ',');
  const ids: number[] = [];
  let words = 0;
  for (const [word] of list.matchAll(/[^\s,+]+/g)) {
    words += 1;
    if (words > JSON_LIMITS.values) {
      throw new DomainError('BAD_USER_INPUT', `The list of files has more than ${JSON_LIMITS.values} entries.`);
    }
    if (/^\d+$/.test(word)) ids.push(numericId(word));
  }
  return { fileDatabaseIds: ids };
}

/** The files of a version, as an archive is asked for with. */
export function versionFiles(id: string, query: z.infer<typeof archiveQuery>, version: string): ArchiveReference {
  return { version: { dataset: datasetReference(id, query), version } };
}

/** The bytes of one file, as an operation planned them. */
export function bytesToSend(planned: BytesToSendFragment): FilePlan {
  const { fileName, contentType, sizeBytes, headerLine, etag, createdAt } = planned;
  const { storageDriver: driver, storageAuthority: authority, storageFolder: identifier, storageId } = planned;
  return {
    fileName,
    contentType,
    sizeBytes,
    headerLine: headerLine ?? null,
    etag,
    lastModified: new Date(createdAt),
    location: { driver, authority, identifier, storageId },
  };
}

/** @throws Error for an algorithm that the server does not know */
function checksumToProve(sent: { readonly type: string; readonly value: string } | null | undefined): Checksum | undefined {
  if (!sent) return undefined;
  const algorithm = CHECKSUM_ALGORITHMS.find((name) => name === sent.type);
  if (algorithm === undefined) throw new Error(`There is no checksum algorithm ${sent.type}.`);
  return { algorithm, value: sent.value };
}

/** What to pack, as an operation planned it. */
export function archivePlan({ fileName, etag, entries }: ArchiveToSendFragment): ArchivePlan {
  return {
    fileName,
    etag,
    entries: entries.nodes.map(
      ({ path, sizeBytes, crc32, modifiedAt, checksum, text, storageDriver, storageAuthority, storageFolder, storageId }) => ({
        path,
        sizeBytes,
        crc32,
        modifiedAt: new Date(modifiedAt),
        checksum: checksumToProve(checksum),
        text: text ?? null,
        location:
          storageDriver && storageAuthority && storageFolder && storageId
            ? { driver: storageDriver, authority: storageAuthority, identifier: storageFolder, storageId }
            : null,
      }),
    ),
  };
}

/** Nothing visible and a bad id are answered alike. Source: files.md 22.3. */
export const VERSION_STATUSES = { DATASET_NOT_FOUND: 400, DATASET_VERSION_NOT_FOUND: 400, PERMISSION_DENIED: 400 } as const;

const answeredList = responseBody.extend({ fileIds: z.array(z.int32()) });

const downloadCountSchema = recordSchema('DownloadCount', 'Number of downloads of the files of a dataset. Source: datasets.md 13.', {
  id: objectId,
  downloadCount: counted,
  MDCStartDate: day.optional().describe('The day from which usage is counted by Make Data Count: `yyyy-MM-dd`.'),
});

/** Files that are named in JSON, beside a response to their guestbook. */
const answeredFiles = otherDownload({
  when: ({ body }: { readonly body: string }) => body.trimStart().startsWith('{'),
  operation: AnsweredArchiveDocument,
  variables: ({ query, body }: { readonly query: z.infer<typeof archiveQuery>; readonly body: string }) => {
    const sent = checkBySchema(answeredList, parseJson(body, 'The request body'), 'The request body', '');
    return {
      input: {
        download: { archive: { reference: { fileDatabaseIds: sent.fileIds }, format: query.format } },
        response: responseInput(sent),
      },
      signed: false,
      counted: !query.gbrecs,
    };
  },
  download: ({ answerGuestbook: { fileArchive } }) => archivePlan(required(fileArchive)),
});

export const fileDownloadRoutes: readonly Route[] = [
  downloadRoute({
    id: 'access.datafile',
    method: 'GET',
    path: '/api/access/datafile/{id}',
    summary: 'The bytes of a file, all or ranges of them, or a thumbnail.',
    auth: 'token',
    // Clients may write the folders of a file before its id. Source: files.md 11.
    restOfPath: true,
    // A picture of pixels or a PDF is sent to be shown in a page of this server; all else is saved, as ever.
    query: fileQuery.extend({ inline: booleanParameter }),
    refusals: [
      'SIGNED_URL_INVALID',
      'GUESTBOOK_RESPONSE_REQUIRED',
      'FILE_NOT_FOUND',
      'FILE_ACCESS_DENIED',
      'FILE_BYTES_MISSING',
      'FILE_FORM_UNAVAILABLE',
      'FILE_FORM_PENDING',
      'FILE_HEADER_STORED',
    ],
    answer: bytes(),
    operation: FileDownloadDocument,
    variables: ({ path, query }) => ({
      reference: accessedFile(path.id.split('/').at(-1) ?? '', query),
      signature: signatureOf(query),
      form: fileFormOf(query),
      counted: !query.gbrecs,
    }),
    download: ({ file }, { query }) => ({ ...bytesToSend(required(file?.download)), inline: query.inline }),
  }),
  downloadRoute({
    id: 'access.datafiles',
    method: 'GET',
    path: '/api/access/datafiles/{ids}',
    summary: 'Several files as a ZIP archive, by comma-separated ids.',
    auth: 'token',
    query: archiveQuery,
    refusals: ['FILE_NOT_FOUND', 'ARCHIVE_EMPTY', 'GUESTBOOK_RESPONSE_REQUIRED'],
    answer: bytes('application/zip'),
    operation: FileArchiveDownloadDocument,
    variables: ({ path, query }) => ({ files: fileIds(path.ids), ...archiveChoices(query) }),
    download: ({ fileArchive }) => archivePlan(fileArchive),
  }),
  downloadRoute({
    id: 'access.datafiles.post',
    method: 'POST',
    path: '/api/access/datafiles',
    summary: 'Several files as a ZIP archive; the body is the list of ids, or JSON with `fileIds` and a response to the guestbook.',
    auth: 'token',
    query: archiveQuery,
    body: { kind: 'text', schema: z.string() },
    inputNames: { response: 'guestbookResponse' },
    refusals: ['ARCHIVE_EMPTY', 'FILE_NOT_FOUND', 'MALFORMED_JSON', 'GUESTBOOK_RESPONSE_REQUIRED'],
    answer: bytes('application/zip'),
    operation: FileArchiveDownloadDocument,
    variables: ({ query, body }) => ({ files: fileIds(body), ...archiveChoices(query) }),
    download: ({ fileArchive }) => archivePlan(fileArchive),
    otherwise: answeredFiles,
  }),
  downloadRoute({
    id: 'access.dataset',
    method: 'GET',
    path: '/api/access/dataset/{id}',
    summary: 'All files of a dataset as a ZIP archive: those of the draft if the caller may see it, else of the newest released version.',
    auth: 'token',
    statuses: VERSION_STATUSES,
    query: archiveQuery,
    refusals: ['DATASET_NOT_FOUND', 'GUESTBOOK_RESPONSE_REQUIRED'],
    answer: bytes('application/zip'),
    operation: FileArchiveDownloadDocument,
    variables: ({ path, query }) => ({ files: versionFiles(path.id, query, ':latest'), ...archiveChoices(query) }),
    download: ({ fileArchive }) => archivePlan(fileArchive),
  }),
  downloadRoute({
    id: 'access.dataset.version',
    method: 'GET',
    path: '/api/access/dataset/{id}/versions/{versionId}',
    summary: 'All files of a version as a ZIP archive.',
    auth: 'token',
    statuses: VERSION_STATUSES,
    query: archiveQuery,
    refusals: ['DATASET_VERSION_NOT_FOUND', 'FILE_ACCESS_DENIED', 'ARCHIVE_EMPTY', 'ARCHIVE_TOO_LARGE', 'GUESTBOOK_RESPONSE_REQUIRED'],
    answer: bytes('application/zip'),
    operation: FileArchiveDownloadDocument,
    variables: ({ path, query }) => ({ files: versionFiles(path.id, query, path.versionId), ...archiveChoices(query) }),
    download: ({ fileArchive }) => archivePlan(fileArchive),
  }),
  route({
    id: 'files.downloadCount',
    method: 'GET',
    path: '/api/files/{id}/downloadCount',
    summary: 'Number of downloads of a file, as a text.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['PERMISSION_DENIED', 'FILE_NOT_FOUND'],
    answer: messageAnswer,
    operation: FileDownloadCountDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query) }),
    reply: ({ file }) => ({ message: String(required(file).downloadCount) }),
  }),
  route({
    id: 'datasets.downloadCount',
    method: 'GET',
    path: '/api/datasets/{id}/download/count',
    summary: 'Number of downloads of the files of a dataset, without an envelope.',
    auth: 'public',
    query: persistentIdQuery.extend({ includeMDC: booleanParameter }),
    refusals: ['DATASET_NOT_FOUND'],
    answer: bareJson(downloadCountSchema),
    operation: DatasetDownloadCountDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query), includeUsage: query.includeMDC }),
    reply: ({ dataset }) => {
      const { datasetDatabaseId, downloads, usageStart } = required(dataset).downloadCount;
      return {
        bare: JSON.stringify({ id: datasetDatabaseId, downloadCount: downloads, MDCStartDate: usageStart ?? undefined }),
        contentType: 'application/json;charset=UTF-8',
      };
    },
  }),
];
