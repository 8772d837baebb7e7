import { z, type ZodType } from 'zod';
import type { DatasetVersionInput } from '../../../generated/operations.ts';
import {
  DatasetCreateDocument,
  DatasetDeleteDocument,
  DatasetDraftDeleteDocument,
  DatasetDraftUpdateDocument,
  DatasetPublishDocument,
  DatasetViewDocument,
} from '../../../generated/operations.ts';
import { PUBLISH_TYPES } from '../../../vocabulary/datasets.ts';
import { datasetRecord, datasetSchema } from '../records/dataset-record.ts';
import { versionRecord, versionSchema } from '../../versions/records/version-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { recordSchema, objectId } from '../../records/schema.ts';
import { booleanParameter, collectionReference, countParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type HttpMethod, type Route, route } from '../../route.ts';
import { JSON_LD_TYPES } from '../../preferred-form.ts';

const jsonObject = z.record(z.string(), z.unknown());

const createBody = z.object({
  datasetVersion: jsonObject,
  datasetType: z.string().nullish(),
  metadataLanguage: z.string().nullish(),
  datasetFileCountLimit: z.number().int().nullish(),
});

/** What a dataset is made from: native JSON, or a description in JSON-LD. */
type CreateBody = Omit<z.output<typeof createBody>, 'datasetVersion'> & { readonly version: DatasetVersionInput };
const nativeForm: ZodType<CreateBody> = createBody.transform(({ datasetVersion, ...facts }) => ({
  ...facts,
  version: { native: datasetVersion },
}));
const descriptionForm: ZodType<CreateBody> = jsonObject.transform((jsonLd) => ({ version: { jsonLd } }));

const viewQuery = persistentIdQuery.extend({ returnOwners: booleanParameter });
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
    summary: 'Publishes the draft as a major or minor version, or as an update of the current one.',
    auth: 'token',
    ...extra,
    query: publishQuery,
    refusals: [
      'SUPERUSER_REQUIRED',
      'COLLECTION_NOT_PUBLISHED',
      'EXTERNAL_VALIDATION_FAILED',
      'EXTERNAL_VALIDATION_UNAVAILABLE',
      'DATASET_NOT_FOUND',
      'DATASET_METADATA_INVALID',
      'DATASET_LOCKED',
      'DATASET_TERMS_INVALID',
      'DATASET_ALREADY_PUBLISHED',
      'DATASET_MINOR_VERSION_REFUSED',
      'DATASET_UPDATE_CURRENT_REFUSED',
    ],
    answer: [
      enveloped(datasetSchema, { beside: ['status_details'] }),
      enveloped(datasetSchema, { status: 202, envelopeStatus: 'WORKFLOW_IN_PROGRESS', beside: ['status_details'] }),
    ],
    operation: DatasetPublishDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), type: query.type } }),
    reply: ({ publishDataset: { dataset, outcome } }, { query }) => ({
      data: datasetRecord(dataset),
      ...(outcome === 'WORKFLOW_IN_PROGRESS' ? { status: 202, envelopeStatus: 'WORKFLOW_IN_PROGRESS' } : {}),
      ...(query.type === 'updatecurrent' ? { statusDetails: 'The published version of your Dataset has been updated.' } : {}),
    }),
  });
}

const createdDatasetSchema = recordSchema('CreatedDataset', 'Identifiers of a new dataset. Source: datasets.md 4.1.', {
  id: objectId,
  persistentId: z.string().describe('Persistent identifier, such as `doi:10.5072/FK2/ABC123`.'),
});

export const datasetRoutes: readonly Route[] = [
  route({
    id: 'collections.datasets.create',
    method: 'POST',
    path: '/api/collections/{id}/datasets',
    summary: 'Creates a dataset with its draft from native JSON, or from a description in JSON-LD.',
    auth: 'token',
    query: z.object({ doNotValidate: booleanParameter, templateId: countParameter }),
    body: {
      kind: 'json',
      schema: nativeForm,
      otherForms: Object.fromEntries(JSON_LD_TYPES.map((type) => [type, descriptionForm])),
      otherContentType: {
        code: 'DATASET_METADATA_INVALID',
        message: 'Validation Failed: Title is required. The body was not read, because the header Content-Type is not application/json.',
      },
    },
    refusals: ['COLLECTION_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'DATASET_METADATA_INVALID'],
    answer: enveloped(createdDatasetSchema, { status: 201 }),
    operation: DatasetCreateDocument,
    variables: ({ path, query, body }) => ({
      input: {
        collection: collectionReference(path.id),
        ...body,
        doNotValidate: query.doNotValidate,
        templateDatabaseId: query.templateId,
      },
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
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND'],
    answer: enveloped(datasetSchema),
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
    id: 'datasets.draft.put',
    method: 'PUT',
    path: '/api/datasets/{id}/versions/:draft',
    summary: 'Replaces the metadata of the draft; creates the draft if there is none.',
    auth: 'token',
    refuses: [ONLY_DRAFT],
    conditional: true,
    query: persistentIdQuery,
    body: { kind: 'json', schema: jsonObject },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_METADATA_INVALID', 'DATASET_LOCKED'],
    answer: enveloped(versionSchema),
    operation: DatasetDraftUpdateDocument,
    variables: ({ path, query, body, ifMatch }) => ({
      input: { dataset: datasetReference(path.id, query), version: { native: body }, ifMatch },
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
    refusals: ['DATASET_LOCKED', 'DATASET_DRAFT_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetDraftDeleteDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `Draft version of dataset ${path.id} deleted` }),
  }),
  route({
    id: 'datasets.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}',
    summary: 'Deletes a dataset that was never published, or the draft of a published one.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED', 'DATASET_PUBLISHED', 'DATASET_DRAFT_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetDeleteDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `Dataset ${path.id} deleted` }),
  }),
  publishRoute('datasets.publish', 'POST', {}),
  publishRoute('datasets.publishOld', 'GET', { deprecated: true }),
];
