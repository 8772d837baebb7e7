import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  ChecksumsReplaceDocument,
  type ChecksumsReplaceMutation,
  DatasetFilesFixityDocument,
  type FixityFindingFragment,
  FileChecksumReplaceDocument,
  FileVerifyDocument,
  SavedOriginalFactsFixDocument,
  type SavedOriginalFactsFixMutation,
} from '../../../generated/operations.ts';
import type { ChecksumAlgorithm } from '../../../resolvers/generated/resolver-types.ts';
import { messageAnswer, bareJson } from '../../answers.ts';
import { recordSchema, listOf, objectId } from '../../records/schema.ts';
import { examinedDataset, numericId, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route, streamRoute } from '../../route.ts';

const fileLimit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
  .transform(Number)
  .optional();
const limitQuery = z.object({ limit: fileLimit });

const ALGORITHMS: Readonly<Record<string, ChecksumAlgorithm>> = {
  MD5: 'MD5',
  'SHA-1': 'SHA_1',
  'SHA-256': 'SHA_256',
  'SHA-512': 'SHA_512',
};

/** Files whose bytes are read before their lines are sent. */
const FILES_AT_ONCE = 5;

/** @throws DomainError BAD_USER_INPUT */
function algorithmOf(name: string): ChecksumAlgorithm {
  const algorithm = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
  if (algorithm !== undefined) return algorithm;
  const names = Object.keys(ALGORITHMS).join(', ');
  throw new DomainError('BAD_USER_INPUT', `Unknown algorithm: ${name}. It must be one of ${names}.`, {
    problems: [{ pointer: '/path/alg', message: `must be one of ${names}` }],
  });
}

/** A file as a line of the stream. Source: files.md 22.8. */
function findingLine({ fileDatabaseId, storageIdentifier, fault }: FixityFindingFragment): string {
  const status = fault === null ? { status: 'valid' } : { status: 'invalid', errorMessage: fault };
  return JSON.stringify({ datafileId: fileDatabaseId, storageIdentifier, ...status });
}

/** What a job does in the background, and with how many files: `kind` is what they are called, `lack` what is wrong with them. */
function describeJob(found: number, done: number, { kind, lack }: { readonly kind: string; readonly lack: string }): string {
  const files = found === 1 ? `1 ${kind}` : `${found} ${kind}s`;
  const limited = done < found ? ` It is limited to the first ${done}.` : '';
  return `Found ${files} ${lack}; a background job was started.${limited}`;
}

/** Source: files.md 12.1. */
function describeFix({ foundFiles, filesToFix }: SavedOriginalFactsFixMutation['fixSavedOriginalFacts'], what: string): string {
  if (foundFiles === 0) return `All saved originals of tabular files already have their ${what}.`;
  return describeJob(foundFiles, filesToFix, { kind: 'tabular file', lack: `without the ${what} of the saved original` });
}

/** Source: files.md 22.8. */
function describeReplacement({ foundFiles, filesToRead }: ChecksumsReplaceMutation['replaceChecksums']): string {
  if (foundFiles === 0) return 'All files already have checksums by this algorithm.';
  return describeJob(foundFiles, filesToRead, { kind: 'file', lack: 'with a checksum by another algorithm' });
}

const fixityFindingsSchema = recordSchema(
  'FixityFindings',
  'Files of a dataset, with whether their bytes match their records. Source: files.md 22.8.',
  {
    dataFiles: listOf(
      recordSchema('FixityFinding', 'A file, with whether its bytes match its record.', {
        datafileId: objectId,
        storageIdentifier: z.string(),
        status: z.enum(['valid', 'invalid']),
        errorMessage: z.string().optional(),
      }),
    ),
  },
);

export const integrityRoutes: readonly Route[] = [
  route({
    id: 'admin.fixmissingoriginalsizes',
    method: 'GET',
    path: '/api/admin/datafiles/integrity/fixmissingoriginalsizes',
    summary: 'Starts a job that records missing sizes of saved originals of tabular files.',
    auth: 'admin',
    query: limitQuery,
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: messageAnswer,
    operation: SavedOriginalFactsFixDocument,
    variables: ({ query }) => ({ input: { fact: 'SIZE' as const, limit: query.limit } }),
    reply: ({ fixSavedOriginalFacts }) => ({ message: describeFix(fixSavedOriginalFacts, 'size') }),
  }),
  route({
    id: 'admin.fixmissingoriginaltypes',
    method: 'GET',
    path: '/api/admin/datafiles/integrity/fixmissingoriginaltypes',
    summary: 'Starts a job that records missing media types of saved originals of tabular files.',
    auth: 'admin',
    query: limitQuery,
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: messageAnswer,
    operation: SavedOriginalFactsFixDocument,
    variables: ({ query }) => ({ input: { fact: 'TYPE' as const, limit: query.limit } }),
    reply: ({ fixSavedOriginalFacts }) => ({ message: describeFix(fixSavedOriginalFacts, 'media type') }),
  }),
  route({
    id: 'admin.validateDataFileHashValue',
    method: 'POST',
    path: '/api/admin/validateDataFileHashValue/{fileId}',
    summary: 'Verifies the checksum of a file; 417 if it does not match.',
    auth: 'admin',
    credentials: 'evaluated',
    // Source: files.md 22.8.
    statuses: { FILE_NOT_FOUND: 400 },
    refusals: ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED', 'FILE_NOT_FOUND', 'FILE_CHECKSUM_MISMATCH'],
    answer: messageAnswer,
    operation: FileVerifyDocument,
    variables: ({ path }) => ({ input: { fileDatabaseId: numericId(path.fileId) } }),
    reply: ({ verifyFile: { check } }) => {
      if (check.fault !== null) throw new DomainError('FILE_CHECKSUM_MISMATCH', check.fault);
      const { foundChecksum, fileDatabaseId } = check;
      const value =
        foundChecksum === null ? 'match the recorded size; no checksum is recorded' : `match the recorded checksum ${foundChecksum}`;
      return { message: `The bytes of file ${fileDatabaseId} ${value}.` };
    },
  }),
  route({
    id: 'admin.computeDataFileHashValue',
    method: 'POST',
    path: '/api/admin/computeDataFileHashValue/{fileId}/algorithm/{alg}',
    summary: 'Verifies the checksum of a file, then replaces it by one of another algorithm.',
    auth: 'admin',
    credentials: 'evaluated',
    // Source: files.md 22.8.
    statuses: { FILE_NOT_FOUND: 400 },
    refusals: ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED', 'BAD_USER_INPUT', 'FILE_NOT_FOUND', 'FILE_CHECKSUM_MISMATCH'],
    answer: messageAnswer,
    operation: FileChecksumReplaceDocument,
    variables: ({ path }) => ({ input: { fileDatabaseId: numericId(path.fileId), algorithm: algorithmOf(path.alg) } }),
    reply: ({ replaceFileChecksum: { file } }) => ({
      message: `The checksum of file ${file.databaseId} is now by ${file.checksum.type}: ${file.checksum.value}`,
    }),
  }),
  route({
    id: 'admin.updateHashValues',
    method: 'POST',
    path: '/api/admin/updateHashValues/{alg}',
    summary: 'Replaces the checksums of all files that are by another algorithm, by a job.',
    auth: 'admin',
    credentials: 'evaluated',
    query: z.object({ num: fileLimit }),
    refusals: ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED', 'BAD_USER_INPUT'],
    answer: messageAnswer,
    operation: ChecksumsReplaceDocument,
    variables: ({ path, query }) => ({ input: { algorithm: algorithmOf(path.alg), limit: query.num } }),
    reply: ({ replaceChecksums }) => ({ message: describeReplacement(replaceChecksums) }),
  }),
  streamRoute({
    id: 'admin.validate.dataset.files',
    method: 'GET',
    path: '/api/admin/validate/dataset/files/{datasetId}',
    summary: 'Verifies the checksums of all files of a dataset; the response is a stream with one line per file.',
    auth: 'admin',
    query: persistentIdQuery,
    refusals: ['AUTHENTICATION_REQUIRED', 'DATASET_NOT_FOUND'],
    answer: bareJson(fixityFindingsSchema),
    operation: DatasetFilesFixityDocument,
    variables: ({ path, query }, after) => ({ reference: examinedDataset(path.datasetId, query), first: FILES_AT_ONCE, after }),
    stream: {
      contentType: 'application/json',
      opening: '{"dataFiles": [\n',
      separator: ',\n',
      closing: '\n]}\n',
      page: ({ dataset }) => {
        const { nodes, pageInfo } = required(dataset).filesFixity;
        return { lines: nodes.map(findingLine), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
      },
    },
  }),
];
