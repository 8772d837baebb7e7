/** Starting external tools, and what they ask for then. Source: users-admin.md 18.3. */
import { z } from 'zod';
import {
  DatasetToolGrantDocument,
  DatasetToolLaunchDocument,
  FileToolGrantDocument,
  FileToolLaunchDocument,
} from '../../../generated/operations.ts';
import { enveloped } from '../../answers.ts';
import { objectId } from '../../records/schema.ts';
import { datasetReference, fileReference, numericId, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import { toolGrantRecord, toolGrantSchema } from '../records/external-tool-record.ts';

const choice = z.object({ preview: z.boolean().nullish(), locale: z.string().max(50, 'must not be longer than 50 characters').nullish() });
const launchBody = { kind: 'json', schema: choice, mayBeEmpty: true } as const;

const launched = { toolUrl: z.string().describe('It may hold what acts as the caller.'), displayName: z.string() };
const refusals = ['PERMISSION_DENIED', 'EXTERNAL_TOOL_NOT_FOUND', 'EXTERNAL_TOOL_UNFIT'] as const;

export const toolLaunchRoutes: readonly Route[] = [
  route({
    id: 'datasets.externalTool.toolUrl',
    method: 'POST',
    path: '/api/datasets/{id}/externalTool/{toolId}/toolUrl',
    summary: 'The address that starts an external tool for a dataset.',
    auth: 'public',
    query: persistentIdQuery,
    body: launchBody,
    refusals: [...refusals, 'DATASET_NOT_FOUND'],
    // Source: users-admin.md 18.3.
    statuses: { PERMISSION_DENIED: 403 },
    answer: enveloped(z.strictObject({ ...launched, datasetId: objectId, preview: z.boolean() })),
    operation: DatasetToolLaunchDocument,
    variables: ({ path, query, body }) => ({
      dataset: datasetReference(path.id, query),
      toolDatabaseId: numericId(path.toolId),
      preview: body.preview ?? false,
      locale: body.locale ?? null,
    }),
    reply: ({ dataset }) => {
      const { url, externalTool, databaseId, preview } = required(dataset).externalToolLaunch;
      return { data: { toolUrl: url, displayName: externalTool.displayName, datasetId: databaseId, preview } };
    },
  }),
  route({
    id: 'files.externalTool.toolUrl',
    method: 'POST',
    path: '/api/files/{id}/externalTool/{toolId}/toolUrl',
    summary: 'The address that starts an external tool for a file.',
    auth: 'public',
    query: persistentIdQuery,
    body: launchBody,
    refusals: [...refusals, 'FILE_NOT_FOUND', 'FILE_ACCESS_DENIED'],
    // Source: users-admin.md 18.3.
    statuses: { PERMISSION_DENIED: 403 },
    answer: enveloped(z.strictObject({ ...launched, fileId: objectId, preview: z.boolean() })),
    operation: FileToolLaunchDocument,
    variables: ({ path, query, body }) => ({
      file: fileReference(path.id, query),
      toolDatabaseId: numericId(path.toolId),
      preview: body.preview ?? false,
      locale: body.locale ?? null,
    }),
    reply: ({ file }) => {
      const { url, externalTool, databaseId, preview } = required(file).externalToolLaunch;
      return { data: { toolUrl: url, displayName: externalTool.displayName, fileId: databaseId, preview } };
    },
  }),
  route({
    id: 'datasets.versions.toolparams',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/toolparams/{toolId}',
    summary: 'What an external tool may ask for that was started for a version of a dataset.',
    auth: 'public',
    // Previewers run in browsers, at addresses of their own.
    cors: true,
    query: persistentIdQuery,
    refusals: [...refusals, 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    statuses: { PERMISSION_DENIED: 403 },
    answer: enveloped(toolGrantSchema),
    operation: DatasetToolGrantDocument,
    variables: ({ path, query }) => ({
      dataset: datasetReference(path.id, query),
      version: path.versionId,
      toolDatabaseId: numericId(path.toolId),
    }),
    reply: ({ dataset }) => ({ data: toolGrantRecord(required(dataset).externalToolGrant) }),
  }),
  route({
    id: 'files.metadata.toolparams',
    method: 'GET',
    path: '/api/files/{id}/metadata/{fileMetadataId}/toolparams/{toolId}',
    summary: 'What an external tool may ask for that was started for a file.',
    auth: 'public',
    // Previewers run in browsers, at addresses of their own.
    cors: true,
    query: persistentIdQuery,
    refusals: [...refusals, 'FILE_NOT_FOUND', 'FILE_ACCESS_DENIED'],
    statuses: { PERMISSION_DENIED: 403 },
    answer: enveloped(toolGrantSchema),
    operation: FileToolGrantDocument,
    variables: ({ path, query }) => ({
      file: fileReference(path.id, query),
      fileMetadataDatabaseId: numericId(path.fileMetadataId),
      toolDatabaseId: numericId(path.toolId),
    }),
    reply: ({ file }) => ({ data: toolGrantRecord(required(file).externalToolGrant) }),
  }),
];
