import { z } from 'zod';
import {
  DatasetFileCategoriesDocument,
  DatasetFileLimitSetDocument,
  DatasetStorageSizeDocument,
  DatasetSummaryFieldsDocument,
  DatasetTimestampsDocument,
  type DatasetTimestampsQuery,
  DatasetVersionDownloadableDocument,
} from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { booleanParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const LARGEST_LIMIT = 2_147_483_647;

/** @throws DomainError BAD_USER_INPUT when the segment is no number of files. */
function limitOf(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= LARGEST_LIMIT) return Number(text);
  throw new DomainError('BAD_USER_INPUT', `${text} is not a limit: it must be a whole number from 0.`, {
    problems: [{ pointer: '/path/limit', message: 'must be a whole number from 0' }],
  });
}

const localMoment = z.string().optional().describe('UTC without a zone: `yyyy-MM-ddTHH:mm:ss`.');

const timestampsSchema = recordSchema(
  'DatasetTimestamps',
  'Times of the events of a dataset, limited to those that the caller may know; may be empty. Source: datasets.md 14.1.',
  {
    createTime: localMoment,
    publicationTime: localMoment,
    lastMajorVersionReleaseTime: localMoment,
    hasStaleIndex: z.boolean().optional(),
    hasStalePermissionIndex: z.boolean().optional(),
    lastUpdateTime: localMoment,
    lastIndexTime: localMoment,
    lastPermissionUpdateTime: localMoment,
    lastPermissionIndexTime: localMoment,
    globalIdCreateTime: localMoment,
  },
);

/** Clients read moments without a zone; ours are in UTC. */
function local(moment: string): string;
function local(moment: string | null): string | undefined;
function local(moment: string | null): string | undefined {
  return moment?.slice(0, 19);
}

/** Searches read what is stored, so nothing they go by is ever older than it. */
function timestampsRecord({
  createdAt,
  publishedAt,
  lastMajorReleaseAt,
  internal,
}: NonNullable<NonNullable<DatasetTimestampsQuery['dataset']>['timestamps']>): z.infer<typeof timestampsSchema> {
  return {
    createTime: local(createdAt),
    publicationTime: local(publishedAt),
    lastMajorVersionReleaseTime: local(lastMajorReleaseAt),
    hasStaleIndex: false,
    hasStalePermissionIndex: false,
    ...(internal !== null && {
      lastUpdateTime: local(internal.updatedAt),
      lastIndexTime: local(internal.updatedAt),
      lastPermissionUpdateTime: local(internal.permissionsChangedAt),
      lastPermissionIndexTime: local(internal.permissionsChangedAt),
      globalIdCreateTime: local(internal.registeredAt),
    }),
  };
}

export const datasetFactRoutes: readonly Route[] = [
  route({
    id: 'datasets.availableFileCategories',
    method: 'GET',
    path: '/api/datasets/{id}/availableFileCategories',
    summary: 'Categories that files of the dataset can have.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(listOf(z.string())),
    operation: DatasetFileCategoriesDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({ data: required(dataset).fileCategories }),
  }),
  route({
    id: 'datasets.timestamps',
    method: 'GET',
    path: '/api/datasets/{id}/timestamps',
    summary: 'Times of the events of the dataset, limited to those that the caller may know.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(timestampsSchema),
    operation: DatasetTimestampsDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => {
      const { timestamps } = required(dataset);
      return { data: timestamps === null ? {} : timestampsRecord(timestamps) };
    },
  }),
  route({
    id: 'datasets.storagesize',
    method: 'GET',
    path: '/api/datasets/{id}/storagesize',
    summary: 'Bytes that the files of the dataset take.',
    auth: 'token',
    query: persistentIdQuery.extend({ includeCached: booleanParameter }),
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetStorageSizeDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({
      message: `Total size of the files stored in this dataset: ${required(dataset).storageSizeBytes.toLocaleString('en-US')} bytes`,
    }),
  }),
  route({
    id: 'datasets.summaryFieldNames',
    method: 'GET',
    path: '/api/datasets/summaryFieldNames',
    summary: 'Names of the metadata fields in the summary of a dataset.',
    auth: 'public',
    answer: enveloped(listOf(z.string())),
    operation: DatasetSummaryFieldsDocument,
    variables: () => ({}),
    reply: ({ serverInfo: { datasetSummaryFields } }) => ({ data: datasetSummaryFields }),
  }),
  route({
    id: 'datasets.versions.canDownloadAtLeastOneFile',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/canDownloadAtLeastOneFile',
    summary: 'Whether the caller may download any file of the version.',
    auth: 'public',
    query: persistentIdQuery.extend({ includeDeaccessioned: booleanParameter }),
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(z.boolean()),
    operation: DatasetVersionDownloadableDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
    }),
    reply: ({ dataset }) => ({ data: required(dataset?.version).hasDownloadableFile }),
  }),
  route({
    id: 'datasets.uploadlimit.set',
    method: 'POST',
    path: '/api/datasets/{id}/files/uploadlimit/{limit}',
    summary: 'Sets a limit on the number of files of the dataset.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetFileLimitSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), limit: limitOf(path.limit) } }),
    reply: () => ({ message: 'ok' }),
  }),
  route({
    id: 'datasets.uploadlimit.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/files/uploadlimit',
    summary: 'Removes the limit of the dataset, so that the limits of the collections apply.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetFileLimitSetDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), limit: null } }),
    reply: () => ({ message: 'ok' }),
  }),
];
