import { FileViewDocument } from '../../../generated/operations.ts';
import { fileViewRecord, fileViewSchema } from '../records/file-view-record.ts';
import { enveloped } from '../../answers.ts';
import { booleanParameter, fileReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const viewQuery = persistentIdQuery.extend({
  includeDeaccessioned: booleanParameter,
  returnDatasetVersion: booleanParameter,
  returnOwners: booleanParameter,
});

export const fileViewRoutes: readonly Route[] = [
  route({
    id: 'files.get',
    method: 'GET',
    path: '/api/files/{id}',
    summary: 'A file as it is in the draft if the caller may see that, else in the newest released version that holds it.',
    auth: 'public',
    query: viewQuery,
    refusals: ['PERMISSION_DENIED', 'FILE_NOT_FOUND'],
    answer: enveloped(fileViewSchema),
    operation: FileViewDocument,
    variables: ({ path, query }) => ({
      reference: fileReference(path.id, query),
      version: null,
      includeDeaccessioned: query.includeDeaccessioned,
      inVersion: query.returnDatasetVersion,
      owners: query.returnOwners,
    }),
    reply: ({ file }) => ({ data: fileViewRecord(required(file?.inVersion)) }),
  }),
  route({
    id: 'files.versions.get',
    method: 'GET',
    path: '/api/files/{id}/versions/{versionId}',
    summary: 'A file as it is in a version of its dataset.',
    auth: 'public',
    query: viewQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_VERSION_NOT_FOUND', 'FILE_NOT_FOUND'],
    answer: enveloped(fileViewSchema),
    operation: FileViewDocument,
    variables: ({ path, query }) => ({
      reference: fileReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      inVersion: query.returnDatasetVersion,
      owners: query.returnOwners,
    }),
    reply: ({ file }) => ({ data: fileViewRecord(required(file?.inVersion)) }),
  }),
];
