import { z } from 'zod';
import {
  type CountOfFilesFragment,
  DatasetVersionDownloadSizeDocument,
  DatasetVersionFileCountsDocument,
} from '../../../generated/operations.ts';
import { DOWNLOAD_SIZE_MODES, FILE_ACCESS_STATUSES } from '../../../vocabulary/files.ts';
import { enveloped } from '../../answers.ts';
import { recordSchema, mapOf, counted } from '../../records/schema.ts';
import { booleanParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const countsQuery = persistentIdQuery.extend({
  contentType: z.string().optional(),
  accessStatus: z.enum(FILE_ACCESS_STATUSES).optional(),
  categoryName: z.string().optional(),
  tabularTagName: z.string().optional(),
  searchText: z.string().optional(),
  includeDeaccessioned: booleanParameter,
});
const sizeQuery = countsQuery.extend({ mode: z.enum(DOWNLOAD_SIZE_MODES).default('All') });

function variablesOf(path: { readonly id: string; readonly versionId: string }, query: z.infer<typeof countsQuery>) {
  const { persistentId, includeDeaccessioned, contentType, accessStatus, categoryName, tabularTagName, searchText } = query;
  return {
    reference: datasetReference(path.id, { persistentId }),
    version: path.versionId,
    includeDeaccessioned,
    filter: { contentType, accessStatus, categoryName, tabularTagName, searchText },
  };
}

function countsRecord(counts: readonly CountOfFilesFragment[]): Record<string, number> {
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

const counts = mapOf(counted);

const fileCountsSchema = recordSchema('FileCounts', 'Numbers of files by category. Source: datasets.md 5.4.', {
  total: counted,
  perContentType: counts,
  perCategoryName: counts,
  perTabularTagName: counts,
  perAccessStatus: counts,
});

const downloadSizeSchema = recordSchema('DownloadSize', 'Size of the files that can be downloaded. Source: datasets.md 14.1.', {
  message: z.string(),
  storageSize: z.int().describe('Bytes.'),
});

export const fileCountRoutes: readonly Route[] = [
  route({
    id: 'datasets.versions.files.counts',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/files/counts',
    summary: 'Numbers of files of a version: in total, and by media type, tag and access.',
    auth: 'public',
    query: countsQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(fileCountsSchema),
    operation: DatasetVersionFileCountsDocument,
    variables: ({ path, query }) => variablesOf(path, query),
    reply: ({ dataset }) => {
      const { total, perContentType, perCategoryName, perTabularTagName, perAccessStatus } = required(dataset?.version).fileCounts;
      return {
        data: {
          total,
          perContentType: countsRecord(perContentType),
          perCategoryName: countsRecord(perCategoryName),
          perTabularTagName: countsRecord(perTabularTagName),
          perAccessStatus: countsRecord(perAccessStatus),
        },
      };
    },
  }),
  route({
    id: 'datasets.versions.downloadsize',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/downloadsize',
    summary: 'Bytes of the files of a version.',
    auth: 'public',
    query: sizeQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(downloadSizeSchema),
    operation: DatasetVersionDownloadSizeDocument,
    variables: ({ path, query: { mode, ...query } }) => ({ ...variablesOf(path, query), mode }),
    reply: ({ dataset }) => {
      const bytes = required(dataset?.version).downloadSizeBytes;
      const text = `Total size of the files available for download in this version of the dataset: ${bytes.toLocaleString('en-US')} bytes`;
      return { data: { message: text, storageSize: bytes } };
    },
  }),
];
