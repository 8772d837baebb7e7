/** Versions of a dataset as they are read: with metadata, with files. */
import { z } from 'zod';
import {
  DatasetVersionFilesDocument,
  DatasetVersionMetadataBlockDocument,
  DatasetVersionMetadataDocument,
  DatasetVersionsDocument,
  type DatasetVersionsQuery,
  type DatasetVersionsQueryVariables,
  DatasetVersionViewDocument,
  type FileOrder,
} from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { FILE_ACCESS_STATUSES, FILE_ORDERS } from '../../../vocabulary/files.ts';
import { ENTRIES_AT_ONCE, type ListPart, openList } from '../../open-list.ts';
import { firstSlice, slicePart, type SlicePlace, sliceVariables } from '../../sliced-list.ts';
import { JSON_LD_TYPES } from '../../preferred-form.ts';
import {
  metadataBlockRecord,
  metadataBlocksRecord,
  metadataBlocksSchema,
  metadataBlockValuesSchema,
} from '../../metadata/records/metadata-value-record.ts';
import { type VersionRecord, versionRecord, versionSchema } from '../records/version-record.ts';
import { filePart, openFiles } from '../../records/version-files.ts';
import { enveloped } from '../../answers.ts';
import { openListOf } from '../../records/schema.ts';
import { fileSchema } from '../../files/records/file-record.ts';
import { jsonLdSchema } from '../records/json-ld-record.ts';
import { booleanParameter, countParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route, type RouteInput } from '../../route.ts';

const versionsQuery = persistentIdQuery.extend({
  excludeFiles: booleanParameter,
  excludeMetadataBlocks: booleanParameter,
  limit: countParameter,
  offset: countParameter,
});
const versionQuery = persistentIdQuery.extend({
  excludeFiles: booleanParameter,
  excludeMetadataBlocks: booleanParameter,
  includeDeaccessioned: booleanParameter,
  returnOwners: booleanParameter,
});
const filesQuery = persistentIdQuery.extend({
  limit: countParameter,
  offset: countParameter,
  contentType: z.string().optional(),
  accessStatus: z.enum(FILE_ACCESS_STATUSES).optional(),
  categoryName: z.string().optional(),
  tabularTagName: z.string().optional(),
  searchText: z.string().optional(),
  orderCriteria: z.enum(FILE_ORDERS).default('NameAZ'),
  includeDeaccessioned: booleanParameter,
});
const metadataQuery = persistentIdQuery.extend({ includeDeaccessioned: booleanParameter });

type VersionsInput = RouteInput<'{id}', z.output<typeof versionsQuery>, unknown>;

/** Source: datasets.md 5.4. */
const ORDERS = {
  NameAZ: { field: 'NAME', direction: 'ASC' },
  NameZA: { field: 'NAME', direction: 'DESC' },
  Newest: { field: 'DATE', direction: 'DESC' },
  Oldest: { field: 'DATE', direction: 'ASC' },
  Size: { field: 'SIZE', direction: 'ASC' },
  Type: { field: 'TYPE', direction: 'ASC' },
} as const satisfies Readonly<Record<(typeof FILE_ORDERS)[number], FileOrder>>;

/** Which files, and in which order. */
function filesAsked({ contentType, accessStatus, categoryName, tabularTagName, searchText, orderCriteria }: z.output<typeof filesQuery>) {
  return { filter: { contentType, accessStatus, categoryName, tabularTagName, searchText }, orderBy: ORDERS[orderCriteria] };
}

/** Versions that are read at once, each with its first 100 files. */
const VERSIONS_AT_ONCE = 10;

/** The slice of the versions that begins at a place. */
function versionsSlice({ path, query }: VersionsInput, place: SlicePlace): DatasetVersionsQueryVariables {
  return {
    reference: datasetReference(path.id, query),
    ...sliceVariables(place, VERSIONS_AT_ONCE),
    files: !query.excludeFiles,
    blocks: !query.excludeMetadataBlocks,
  };
}

function versionsPart({ dataset }: DatasetVersionsQuery, place: SlicePlace): ListPart<SlicePlace, VersionRecord> {
  return slicePart(
    required(dataset).versionsSlice.map((version) => versionRecord(version)),
    place,
    VERSIONS_AT_ONCE,
  );
}

export const datasetVersionRoutes: readonly Route[] = [
  route({
    id: 'datasets.versions.list',
    method: 'GET',
    path: '/api/datasets/{id}/versions',
    summary: 'Versions that the caller may see, newest first.',
    auth: 'public',
    cors: true,
    query: versionsQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(openListOf(versionSchema)),
    operation: DatasetVersionsDocument,
    variables: (input) => versionsSlice(input, firstSlice(input.query)),
    reply: (data, input) => ({
      data: openList(versionsPart(data, firstSlice(input.query)), {
        operation: DatasetVersionsDocument,
        variables: (place) => versionsSlice(input, place),
        part: versionsPart,
      }),
    }),
  }),
  route({
    id: 'datasets.versions.get',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}',
    summary: 'One version with its metadata and files.',
    auth: 'public',
    cors: true,
    query: versionQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(versionSchema),
    operation: DatasetVersionViewDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      files: !query.excludeFiles,
      blocks: !query.excludeMetadataBlocks,
      owners: query.returnOwners,
    }),
    reply: ({ dataset }) => {
      const found = required(dataset?.version);
      return { data: versionRecord(found), etag: found.etag };
    },
  }),
  route({
    id: 'datasets.versions.files',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/files',
    summary: 'Files of a version by filter and order, with the number of matches.',
    auth: 'public',
    cors: true,
    query: filesQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(openListOf(fileSchema), { beside: ['totalCount'] }),
    operation: DatasetVersionFilesDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      ...filesAsked(query),
      offset: query.offset,
      limit: Math.min(query.limit ?? ENTRIES_AT_ONCE, ENTRIES_AT_ONCE),
    }),
    reply: ({ dataset }, { query }) => {
      const { filesSlice, ...version } = required(dataset?.version);
      const { totalCount, files, endCursor } = filesSlice;
      const hasNextPage = (query.offset ?? 0) + files.length < totalCount;
      const first = filePart({ nodes: files, pageInfo: { hasNextPage, endCursor } }, query.limit);
      return { totalCount, data: openFiles(version, first, filesAsked(query)) };
    },
  }),
  route({
    id: 'datasets.versions.metadata',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/metadata',
    summary: 'All metadata blocks of a version that have a value; with `Accept: application/ld+json`, one JSON-LD object.',
    auth: 'public',
    cors: true,
    query: metadataQuery,
    alternatives: JSON_LD_TYPES,
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(z.union([metadataBlocksSchema, jsonLdSchema])),
    operation: DatasetVersionMetadataDocument,
    variables: ({ path, query, form }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      jsonLd: form !== undefined,
    }),
    reply: ({ dataset }) => {
      const { etag, jsonLd, metadataBlocks } = required(dataset?.version);
      return { data: jsonLd ?? metadataBlocksRecord(metadataBlocks ?? []), etag };
    },
  }),
  route({
    id: 'datasets.versions.metadataBlock',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/metadata/{blockname}',
    summary: 'One metadata block of a version.',
    auth: 'public',
    cors: true,
    query: metadataQuery,
    refusals: ['PERMISSION_DENIED', 'METADATA_BLOCK_NOT_FOUND', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: enveloped(metadataBlockValuesSchema),
    operation: DatasetVersionMetadataBlockDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      block: path.blockname,
    }),
    reply: ({ dataset }, { path }) => {
      const { etag, metadataBlock } = required(dataset?.version);
      if (metadataBlock === null) throw new DomainError('METADATA_BLOCK_NOT_FOUND', `Metadata block named ${path.blockname} not found.`);
      return { data: metadataBlockRecord(metadataBlock), etag };
    },
  }),
];
