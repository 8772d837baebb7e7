import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  AuxiliaryFileAddDocument,
  type AuxiliaryFileAddMutation,
  AuxiliaryFileAdmissionDocument,
  AuxiliaryFileDownloadDocument,
  AuxiliaryFileListDocument,
  type AuxiliaryFileListQuery,
  AuxiliaryFileRemoveDocument,
  NcmlExtractDocument,
} from '../../../generated/operations.ts';
import { fileRecord, dataFileSchema } from '../records/file-record.ts';
import { messageAnswer, enveloped, bytes } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { accessedFile, booleanParameter, fileReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { downloadRoute, type Route, route, uploadRoute } from '../../route.ts';
import { checkBySchema } from '../../schema-problems.ts';
import { bytesToSend, signatureOf, signedQuery } from './file-downloads.ts';
import { uploadedPart, uploadLimits } from './files.ts';

/** Texts of the form beside the file. */
const formTexts = {
  origin: 'The program that made it.',
  isPublic: '`true`: anyone may read it once the file is published.',
  type: 'Its purpose.',
};
const texts = z.object({ origin: z.string().optional(), isPublic: booleanParameter, type: z.string().optional() });

type Added = AuxiliaryFileAddMutation['addAuxiliaryFile'];
type Listed = NonNullable<AuxiliaryFileListQuery['file']>['auxiliaryFiles']['nodes'][number];

const facts = {
  formatTag: z.string(),
  formatVersion: z.string(),
  isPublic: z.boolean().describe('Whether anyone may read it once the file is published.'),
  type: z.string().optional().describe('Its purpose.'),
  contentType: z.string().describe('Media type.'),
  fileSize: z.int().describe('Bytes.'),
};

const auxiliaryFileSchema = recordSchema(
  'AuxiliaryFile',
  'A file derived from a data file and stored beside it. Source: files.md 22.5.',
  facts,
);

const addedAuxiliaryFileSchema = recordSchema('AddedAuxiliaryFile', 'A new auxiliary file. Source: files.md 22.5.', {
  ...facts,
  origin: z.string().optional().describe('The program that made it.'),
  checksum: z.string(),
  dataFile: dataFileSchema.optional().describe('The data file that it was derived from.'),
});

const extractionSchema = recordSchema('NcmlExtraction', 'Whether NcML was made from the header. Source: files.md 22.1.', {
  result: z.boolean(),
});

/** @throws DomainError AUXILIARY_FILE_NOT_FOUND where there is none that the caller may read */
function listReply({ file }: AuxiliaryFileListQuery) {
  const { nodes } = required(file).auxiliaryFiles;
  if (nodes.length === 0) throw new DomainError('AUXILIARY_FILE_NOT_FOUND', 'The file has no such auxiliary files.');
  return { data: nodes.map(listedRecord) };
}

/** Source: files.md 22.5. */
function addedRecord({ auxiliaryFile, file }: Added): z.infer<typeof addedAuxiliaryFileSchema> {
  return {
    formatTag: auxiliaryFile.formatTag,
    formatVersion: auxiliaryFile.formatVersion,
    origin: auxiliaryFile.origin ?? undefined,
    isPublic: auxiliaryFile.isPublic,
    type: auxiliaryFile.type ?? undefined,
    contentType: auxiliaryFile.contentType,
    fileSize: auxiliaryFile.sizeBytes,
    checksum: auxiliaryFile.checksum.value,
    dataFile: file === null ? undefined : fileRecord(file).dataFile,
  };
}

function listedRecord({ formatTag, formatVersion, sizeBytes, contentType, isPublic, type }: Listed): z.infer<typeof auxiliaryFileSchema> {
  return { formatTag, formatVersion, fileSize: sizeBytes, contentType, isPublic, type: type ?? undefined };
}

export const auxiliaryFileRoutes: readonly Route[] = [
  uploadRoute({
    id: 'access.auxiliary.add',
    method: 'POST',
    path: '/api/access/datafile/{id}/auxiliary/{formatTag}/{formatVersion}',
    summary: 'Stores an auxiliary file of a data file, such as a preview.',
    auth: 'token',
    // Source: files.md 22.5.
    statuses: { FILE_NOT_FOUND: 400, PERMISSION_DENIED: 403 },
    query: persistentIdQuery,
    refusals: ['DATASET_LOCKED', 'FILE_NOT_FOUND', 'AUXILIARY_FILE_EXISTS', 'FILE_TOO_LARGE'],
    answer: enveloped(addedAuxiliaryFileSchema),
    admit: {
      operation: AuxiliaryFileAdmissionDocument,
      variables: ({ path: { id, ...format }, query }) => ({ file: fileReference(id, query), ...format }),
      limits: ({ file }) => uploadLimits(required(file).auxiliaryFileLimits),
    },
    formTexts,
    operation: AuxiliaryFileAddDocument,
    variables: ({ path: { id, ...format }, query, body }) => ({
      input: {
        file: fileReference(id, query),
        ...format,
        upload: uploadedPart(body),
        ...checkBySchema(texts, body.fields, 'The form', ''),
      },
    }),
    reply: ({ addAuxiliaryFile }) => ({ data: addedRecord(addAuxiliaryFile) }),
  }),
  downloadRoute({
    id: 'access.auxiliary.get',
    method: 'GET',
    path: '/api/access/datafile/{id}/auxiliary/{formatTag}/{formatVersion}',
    summary: 'The bytes of an auxiliary file.',
    auth: 'public',
    query: persistentIdQuery.extend(signedQuery.shape),
    refusals: ['AUTHENTICATION_REQUIRED', 'SIGNED_URL_INVALID', 'FILE_NOT_FOUND', 'FILE_ACCESS_DENIED', 'AUXILIARY_FILE_NOT_FOUND'],
    answer: bytes(),
    operation: AuxiliaryFileDownloadDocument,
    variables: ({ path: { id, ...format }, query }) => ({
      reference: accessedFile(id, query),
      ...format,
      signature: signatureOf(query),
    }),
    download: ({ file }) => bytesToSend(required(file).auxiliaryFileDownload),
  }),
  route({
    id: 'access.auxiliary.delete',
    method: 'DELETE',
    path: '/api/access/datafile/{id}/auxiliary/{formatTag}/{formatVersion}',
    summary: 'Deletes an auxiliary file.',
    auth: 'token',
    statuses: { PERMISSION_DENIED: 403 },
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND', 'AUXILIARY_FILE_NOT_FOUND'],
    answer: messageAnswer,
    operation: AuxiliaryFileRemoveDocument,
    variables: ({ path: { id, ...format }, query }) => ({ input: { file: accessedFile(id, query), ...format } }),
    reply: ({ removeAuxiliaryFile: { formatTag, formatVersion } }) => ({
      message: `Auxiliary file ${formatTag} in version ${formatVersion} deleted.`,
    }),
  }),
  route({
    id: 'access.auxiliary.list',
    method: 'GET',
    path: '/api/access/datafile/{id}/auxiliary',
    summary: 'Auxiliary files of a data file that the caller may read.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND', 'AUXILIARY_FILE_NOT_FOUND'],
    answer: enveloped(listOf(auxiliaryFileSchema)),
    operation: AuxiliaryFileListDocument,
    variables: ({ path, query }) => ({ reference: accessedFile(path.id, query) }),
    reply: listReply,
  }),
  route({
    id: 'access.auxiliary.listByOrigin',
    method: 'GET',
    path: '/api/access/datafile/{id}/auxiliary/{origin}',
    summary: 'Auxiliary files of a data file that one program made.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['AUXILIARY_FILE_NOT_FOUND'],
    answer: enveloped(listOf(auxiliaryFileSchema)),
    operation: AuxiliaryFileListDocument,
    variables: ({ path, query }) => ({ reference: accessedFile(path.id, query), origin: path.origin }),
    reply: listReply,
  }),
  route({
    id: 'files.extractNcml',
    method: 'POST',
    path: '/api/files/{id}/extractNcml',
    summary: 'Makes an NcML description of a NetCDF file and stores it as an auxiliary file; `false` for other files.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['FILE_NOT_FOUND'],
    answer: enveloped(extractionSchema),
    operation: NcmlExtractDocument,
    variables: ({ path, query }) => ({ input: { file: fileReference(path.id, query) } }),
    reply: ({ extractNcml: { extracted } }) => ({ data: { result: extracted } }),
  }),
];
