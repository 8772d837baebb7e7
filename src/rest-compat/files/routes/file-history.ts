import { z } from 'zod';
import { FileCitationDocument, FileDeletedDocument, FileHistoryDocument, type FileHistoryQuery } from '../../../generated/operations.ts';
import { type FileHistoryRecord, fileHistoryRecord, fileHistorySchema } from '../records/file-history-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { openListOf } from '../../records/schema.ts';
import { type ListPart, openList } from '../../open-list.ts';
import { firstSlice, slicePart, type SlicePlace, sliceVariables } from '../../sliced-list.ts';
import { countParameter, fileReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/** Versions that are read at once. */
const VERSIONS_AT_ONCE = 20;

function historyPart({ file }: FileHistoryQuery, place: SlicePlace): ListPart<SlicePlace, FileHistoryRecord> {
  return slicePart(required(file).history.differences.map(fileHistoryRecord), place, VERSIONS_AT_ONCE);
}

export const fileHistoryRoutes: readonly Route[] = [
  route({
    id: 'files.versionDifferences',
    method: 'GET',
    path: '/api/files/{id}/versionDifferences',
    summary: 'The history of a file and of the files it replaced: the changes of each version, newest first.',
    auth: 'public',
    query: persistentIdQuery.extend({ limit: countParameter, offset: countParameter }),
    refusals: ['PERMISSION_DENIED', 'FILE_NOT_FOUND'],
    answer: enveloped(openListOf(fileHistorySchema), { beside: ['totalCount'] }),
    operation: FileHistoryDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query), ...sliceVariables(firstSlice(query), VERSIONS_AT_ONCE) }),
    reply: (data, { path, query }) => ({
      totalCount: required(data.file).history.totalCount,
      data: openList(historyPart(data, firstSlice(query)), {
        operation: FileHistoryDocument,
        variables: (place) => ({ reference: fileReference(path.id, query), ...sliceVariables(place, VERSIONS_AT_ONCE) }),
        part: historyPart,
      }),
    }),
  }),
  route({
    id: 'files.hasBeenDeleted',
    method: 'GET',
    path: '/api/files/{id}/hasBeenDeleted',
    summary: 'Whether the newest version that the caller may see no longer holds the file.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['PERMISSION_DENIED'],
    answer: enveloped(z.boolean()),
    operation: FileDeletedDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query) }),
    reply: ({ file }) => ({ data: required(file).isDeleted }),
  }),
  route({
    id: 'files.versions.citation',
    method: 'GET',
    path: '/api/files/{id}/versions/{versionId}/citation',
    summary: 'Citation of a file in a version of its dataset, as a line of HTML.',
    auth: 'public',
    // A withdrawn version is for editors, and for others as closed as a draft. Source: files.md 22.1.
    statuses: { DATASET_VERSION_NOT_FOUND: 401 },
    query: persistentIdQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_VERSION_NOT_FOUND', 'FILE_NOT_FOUND'],
    answer: messageAnswer,
    operation: FileCitationDocument,
    variables: ({ path, query }) => ({ reference: fileReference(path.id, query), version: path.versionId }),
    reply: ({ file }) => ({ message: required(file?.inVersion).citation }),
  }),
];
