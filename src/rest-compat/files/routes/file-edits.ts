import { z } from 'zod';
import {
  FileCategoriesSetDocument,
  FileRedetectDocument,
  FilesMetadataUpdateDocument,
  FilesRemoveDocument,
  FixityAlgorithmDocument,
  TabularTagsSetDocument,
} from '../../../generated/operations.ts';
import type { ChecksumAlgorithm } from '../../../resolvers/generated/resolver-types.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { booleanParameter, datasetReference, editQuery, fileReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { fileEdit, jsonData } from './file-json-data.ts';

/** As records write it. */
const algorithmNames: Readonly<Record<ChecksumAlgorithm, string>> = { MD5: 'MD5', SHA_1: 'SHA-1', SHA_256: 'SHA-256', SHA_512: 'SHA-512' };

const replaceQuery = persistentIdQuery.extend({ replace: booleanParameter });
const fileIds = z.array(z.int('must be the id of a file'));
const edits = z.array(jsonData.extend({ dataFileId: z.int('must be the id of a file') }));

const redetectionSchema = recordSchema('Redetection', 'The media type of a file, detected again. Source: files.md 14.', {
  dryRun: z.boolean().describe('Whether nothing was changed.'),
  oldContentType: z.string(),
  newContentType: z.string(),
});

export const fileEditRoutes: readonly Route[] = [
  route({
    id: 'files.redetect',
    method: 'POST',
    path: '/api/files/{id}/redetect',
    summary: 'Detects the content type of a file again; with `dryRun` the result is returned but not stored.',
    auth: 'token',
    query: persistentIdQuery.extend({ dryRun: booleanParameter }),
    refusals: ['FILE_NOT_FOUND', 'FILE_IS_TABULAR'],
    answer: enveloped(redetectionSchema),
    operation: FileRedetectDocument,
    variables: ({ path, query }) => ({ input: { file: fileReference(path.id, query), dryRun: query.dryRun } }),
    reply: ({ redetectFile: { dryRun, oldContentType, newContentType } }) => ({ data: { dryRun, oldContentType, newContentType } }),
  }),
  route({
    id: 'files.fixityAlgorithm',
    method: 'GET',
    path: '/api/files/fixityAlgorithm',
    summary: 'Algorithm of the checksums of new files.',
    auth: 'public',
    credentials: 'ignored',
    answer: messageAnswer,
    operation: FixityAlgorithmDocument,
    variables: () => ({}),
    reply: ({ serverInfo: { fixityAlgorithm } }) => ({ message: algorithmNames[fixityAlgorithm] }),
  }),
  route({
    id: 'files.metadata.categories',
    method: 'POST',
    path: '/api/files/{id}/metadata/categories',
    summary: 'Adds categories to a file in the draft; with `replace` they replace the present ones.',
    auth: 'token',
    query: replaceQuery,
    body: { kind: 'json', schema: z.object({ categories: z.array(z.string()) }) },
    refusals: ['FILE_NOT_FOUND'],
    answer: messageAnswer,
    operation: FileCategoriesSetDocument,
    variables: ({ path, query, body }) => ({
      input: { file: fileReference(path.id, query), categories: body.categories, replace: query.replace },
    }),
    reply: ({ setFileCategories: { file } }) => ({ message: `Categories of file ${file.label}: ${file.categories.join(', ') || 'none'}.` }),
  }),
  route({
    id: 'files.metadata.tabularTags',
    method: 'POST',
    path: '/api/files/{id}/metadata/tabularTags',
    summary: 'Adds tags to a tabular file, in every version; with `replace` they replace the present ones.',
    auth: 'token',
    query: replaceQuery,
    body: { kind: 'json', schema: z.object({ tabularTags: z.array(z.string()) }) },
    refusals: ['FILE_NOT_TABULAR'],
    answer: messageAnswer,
    operation: TabularTagsSetDocument,
    variables: ({ path, query, body }) => ({
      input: { file: fileReference(path.id, query), tags: body.tabularTags, replace: query.replace },
    }),
    reply: ({ setTabularTags: { file } }) => ({
      message: `Tags of file ${file.label}: ${file.dataFile.tabularTags.join(', ') || 'none'}.`,
    }),
  }),
  route({
    id: 'datasets.deleteFiles',
    method: 'PUT',
    path: '/api/datasets/{id}/deleteFiles',
    summary: 'Removes files from the draft, all or none.',
    auth: 'token',
    // Source: files.md 22.6, datasets.md 14.1.
    statuses: { PERMISSION_DENIED: 403, DATASET_LOCKED: 400 },
    query: persistentIdQuery,
    body: { kind: 'json', schema: fileIds },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'FILE_NOT_IN_VERSION'],
    answer: messageAnswer,
    operation: FilesRemoveDocument,
    variables: ({ path, query, body }) => ({ input: { dataset: datasetReference(path.id, query), fileIds: body } }),
    reply: ({ removeFiles: { files } }) => ({ message: `${files.length} files deleted successfully.` }),
  }),
  route({
    id: 'datasets.files.metadata',
    method: 'POST',
    path: '/api/datasets/{id}/files/metadata',
    summary: 'Changes the metadata of files, of all or none; absent keys keep their values.',
    auth: 'token',
    // Source: files.md 22.6.
    statuses: { PERMISSION_DENIED: 403, DATASET_LOCKED: 400, DATASET_STALE: 400 },
    query: editQuery,
    body: { kind: 'json', schema: edits },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_STALE', 'FILE_NOT_IN_VERSION', 'FILE_PATH_TAKEN'],
    answer: messageAnswer,
    operation: FilesMetadataUpdateDocument,
    variables: ({ path, query, body }) => ({
      input: {
        dataset: datasetReference(path.id, query),
        files: body.map(({ dataFileId, ...edit }) => ({ dataFileId, ...fileEdit(edit) })),
        ifUnmodifiedSince: query.sourceLastUpdateTime,
      },
    }),
    reply: ({ updateFilesMetadata: { count } }) => ({ message: `The metadata of ${count} files was updated.` }),
  }),
];
