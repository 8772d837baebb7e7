import { z, type ZodType } from 'zod';
import {
  DatasetCreateDocument,
  DatasetDeleteDocument,
  DatasetDraftDeleteDocument,
  DatasetDraftUpdateDocument,
  DatasetPublishDocument,
  DatasetVersionFilesDocument,
  DatasetVersionMetadataBlockDocument,
  DatasetVersionMetadataDocument,
  DatasetVersionsDocument,
  DatasetVersionViewDocument,
  DatasetViewDocument,
} from '../../generated/operations.ts';
import { FILE_ACCESS_STATUSES, FILE_ORDERS, PUBLISH_TYPES } from '../../vocabulary.ts';
import { datasetRecord, metadataBlockRecord, metadataBlocksRecord, versionRecord } from '../records/dataset-record.ts';
import { fileRecord } from '../records/file-record.ts';
import { booleanParameter, collectionReference, countParameter, datasetReference, persistentIdQuery } from '../reference.ts';
import { required } from '../required.ts';
import { type HttpMethod, type Route, route } from '../route.ts';
import { JSON_LD_TYPES } from '../preferred-form.ts';

const jsonObject = z.record(z.string(), z.unknown());

const createBody = z.object({
  datasetVersion: jsonObject,
  datasetType: z.string().nullish(),
  metadataLanguage: z.string().nullish(),
  datasetFileCountLimit: z.number().int().nullish(),
});

/** What a dataset is made from: native JSON, or a description in JSON-LD. */
type CreateBody = z.output<typeof createBody> | { readonly jsonLd: Readonly<Record<string, unknown>> };
const nativeForm: ZodType<CreateBody> = createBody;
const descriptionForm: ZodType<CreateBody> = jsonObject.transform((jsonLd) => ({ jsonLd }));

const viewQuery = persistentIdQuery.extend({ returnOwners: booleanParameter });
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
const publishQuery = persistentIdQuery.extend({
  type: z.preprocess((type) => (typeof type === 'string' ? type.toLowerCase() : type), z.enum(PUBLISH_TYPES)),
});

const ONLY_DRAFT = {
  path: '/api/datasets/{id}/versions/{versionId}',
  code: 'BAD_USER_INPUT',
  message: 'Only the :draft version can be written.',
} as const;

function publishRoute(id: string, method: HttpMethod, extra: { readonly deprecated?: true }): Route {
  return route({
    id,
    method,
    path: '/api/datasets/{id}/actions/:publish',
    summary: 'Publishes the draft as a major or minor version, or folds it into the current one.',
    auth: 'token',
    ...extra,
    query: publishQuery,
    operation: DatasetPublishDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), type: query.type } }),
    reply: ({ publishDataset: { dataset, outcome } }, { query }) => ({
      data: datasetRecord(dataset),
      ...(outcome === 'WORKFLOW_IN_PROGRESS' ? { status: 202, envelopeStatus: 'WORKFLOW_IN_PROGRESS' } : {}),
      ...(query.type === 'updatecurrent' ? { statusDetails: 'The published version of your Dataset has been updated.' } : {}),
    }),
  });
}

export const datasetRoutes: readonly Route[] = [
  route({
    id: 'collections.datasets.create',
    method: 'POST',
    path: '/api/collections/{id}/datasets',
    summary: 'Creates a dataset with its draft from native JSON, or from a description in JSON-LD.',
    auth: 'token',
    query: z.object({ doNotValidate: booleanParameter }),
    body: {
      kind: 'json',
      schema: nativeForm,
      otherForms: Object.fromEntries(JSON_LD_TYPES.map((type) => [type, descriptionForm])),
      otherContentType: {
        code: 'DATASET_METADATA_INVALID',
        message: 'Validation Failed: Title is required. The body was not read, because the header Content-Type is not application/json.',
      },
    },
    operation: DatasetCreateDocument,
    variables: ({ path, query, body }) => ({
      input: { collection: collectionReference(path.id), ...body, doNotValidate: query.doNotValidate },
    }),
    reply: ({ createDataset: { dataset } }) => ({
      status: 201,
      location: `/api/datasets/${dataset.databaseId}`,
      data: { id: dataset.databaseId, persistentId: dataset.persistentId },
    }),
  }),
  route({
    id: 'datasets.get',
    method: 'GET',
    path: '/api/datasets/{id}',
    summary: 'The dataset with its newest version that the caller may see.',
    auth: 'public',
    cors: true,
    query: viewQuery,
    operation: DatasetViewDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query), owners: query.returnOwners }),
    reply: ({ dataset }) => {
      const found = required(dataset);
      return {
        data: datasetRecord(found, {
          owners: found.ancestors,
          latestVersion: found.latestVersion === null ? undefined : versionRecord({ ...found.latestVersion, dataset: found }),
        }),
        ...(found.latestVersion !== null && { etag: found.latestVersion.etag }),
      };
    },
  }),
  route({
    id: 'datasets.versions.list',
    method: 'GET',
    path: '/api/datasets/{id}/versions',
    summary: 'Versions that the caller may see, newest first.',
    auth: 'public',
    cors: true,
    query: versionsQuery,
    operation: DatasetVersionsDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      offset: query.offset,
      limit: query.limit,
      files: !query.excludeFiles,
      blocks: !query.excludeMetadataBlocks,
    }),
    reply: ({ datasetVersions }) => ({ data: datasetVersions.map(versionRecord) }),
  }),
  route({
    id: 'datasets.versions.get',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}',
    summary: 'One version with its metadata and files.',
    auth: 'public',
    cors: true,
    query: versionQuery,
    operation: DatasetVersionViewDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      files: !query.excludeFiles,
      blocks: !query.excludeMetadataBlocks,
      owners: query.returnOwners,
    }),
    reply: ({ datasetVersion }) => {
      const found = required(datasetVersion);
      return { data: versionRecord(found), etag: found.etag };
    },
  }),
  route({
    id: 'datasets.versions.files',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/files',
    summary: 'Files of a version by filter and order, with the number that match.',
    auth: 'public',
    cors: true,
    query: filesQuery,
    operation: DatasetVersionFilesDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      filter: {
        contentType: query.contentType,
        accessStatus: query.accessStatus,
        categoryName: query.categoryName,
        tabularTagName: query.tabularTagName,
        searchText: query.searchText,
      },
      orderBy: query.orderCriteria,
      offset: query.offset,
      limit: query.limit,
    }),
    reply: ({ datasetVersion }) => {
      const { totalCount, files } = required(datasetVersion).filesSlice;
      return { totalCount, data: files.map(fileRecord) };
    },
  }),
  route({
    id: 'datasets.versions.metadata',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/metadata',
    summary: 'All metadata blocks of a version that have a value; with `Accept: application/ld+json` one object of JSON-LD.',
    auth: 'public',
    cors: true,
    query: metadataQuery,
    alternatives: JSON_LD_TYPES,
    operation: DatasetVersionMetadataDocument,
    variables: ({ path, query, form }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      jsonLd: form !== undefined,
    }),
    reply: ({ datasetVersion }) => {
      const { etag, jsonLd, metadataBlocks } = required(datasetVersion);
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
    operation: DatasetVersionMetadataBlockDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      block: path.blockname,
    }),
    reply: ({ datasetVersion }) => {
      const { etag, requiredMetadataBlock } = required(datasetVersion);
      return { data: metadataBlockRecord(requiredMetadataBlock), etag };
    },
  }),
  route({
    id: 'datasets.draft.put',
    method: 'PUT',
    path: '/api/datasets/{id}/versions/:draft',
    summary: 'Replaces the metadata of the draft, which is made if there is none.',
    auth: 'token',
    refuses: [ONLY_DRAFT],
    conditional: true,
    query: persistentIdQuery,
    body: { kind: 'json', schema: jsonObject },
    operation: DatasetDraftUpdateDocument,
    variables: ({ path, query, body, ifMatch }) => ({
      input: { dataset: datasetReference(path.id, query), datasetVersion: body, ifMatch },
    }),
    reply: ({ updateDatasetDraft: { datasetVersion } }) => ({ data: versionRecord(datasetVersion), etag: datasetVersion.etag }),
  }),
  route({
    id: 'datasets.draft.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/versions/:draft',
    summary: 'Deletes the draft.',
    auth: 'token',
    refuses: [ONLY_DRAFT],
    query: persistentIdQuery,
    operation: DatasetDraftDeleteDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `Draft version of dataset ${path.id} deleted` }),
  }),
  route({
    id: 'datasets.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}',
    summary: 'Deletes a dataset that was never published, or the draft of one that was.',
    auth: 'token',
    query: persistentIdQuery,
    operation: DatasetDeleteDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `Dataset ${path.id} deleted` }),
  }),
  publishRoute('datasets.publish', 'POST', {}),
  publishRoute('datasets.publishOld', 'GET', { deprecated: true }),
];
