import { z, type ZodType } from 'zod';
import {
  DatasetSemanticMetadataDeleteDocument,
  type DatasetSemanticMetadataEditMutation,
  DatasetSemanticMetadataDocument,
  DatasetSemanticMetadataEditDocument,
} from '../../../generated/operations.ts';
import { enveloped } from '../../answers.ts';
import { jsonLdSchema } from '../records/json-ld-record.ts';
import { recordSchema } from '../../records/schema.ts';
import { booleanParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type EnvelopeReply, type Route, route } from '../../route.ts';

const body = {
  kind: 'typed',
  contentTypes: { 'application/ld+json': 'json', 'application/json-ld': 'json' },
  schema: z.record(z.string(), z.unknown()),
} as const;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const editedSchema: ZodType<Readonly<Record<string, string | undefined>>> = recordSchema(
  'EditedDraft',
  'The day on which the draft was made or changed, such as `Nov 20, 2025`. Source: datasets.md 6.',
  { 'Version Created': z.string().optional(), 'Version Updated': z.string().optional() },
);

/** Which day the draft was made or changed, as clients know it: `{"Version Updated":"Nov 20, 2025"}`. */
function edited({
  draftCreated,
  datasetVersion,
}: DatasetSemanticMetadataEditMutation['editSemanticMetadata']): EnvelopeReply<z.infer<typeof editedSchema>> {
  const key = draftCreated ? 'Version Created' : 'Version Updated';
  return { data: { [key]: day.format(new Date(datasetVersion.updatedAt)) }, etag: datasetVersion.etag };
}

export const semanticMetadataRoutes: readonly Route[] = [
  route({
    id: 'datasets.metadata.get',
    method: 'GET',
    path: '/api/datasets/{id}/metadata',
    summary: 'Metadata and terms of the newest version that the caller may see, in JSON-LD.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND'],
    answer: enveloped(jsonLdSchema),
    operation: DatasetSemanticMetadataDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query), version: ':latest', includeDeaccessioned: false }),
    reply: ({ dataset }) => {
      const found = required(dataset?.version);
      return { data: found.jsonLd, etag: found.etag };
    },
  }),
  route({
    id: 'datasets.metadata.edit',
    method: 'PUT',
    path: '/api/datasets/{id}/metadata',
    summary: 'Adds metadata and terms in JSON-LD to the draft, or replaces them with `replace=true`.',
    auth: 'token',
    conditional: true,
    query: persistentIdQuery.extend({ replace: booleanParameter }),
    body,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_LOCKED'],
    answer: enveloped(editedSchema),
    operation: DatasetSemanticMetadataEditDocument,
    variables: ({ path, query, body: jsonLd, ifMatch }) => ({
      input: { dataset: datasetReference(path.id, query), jsonLd, replace: query.replace, ifMatch },
    }),
    reply: ({ editSemanticMetadata }) => edited(editSemanticMetadata),
  }),
  route({
    id: 'datasets.metadata.delete',
    method: 'PUT',
    path: '/api/datasets/{id}/metadata/delete',
    summary: 'Removes the metadata fields that a JSON-LD body names, and the licence and terms whose values it matches.',
    auth: 'token',
    conditional: true,
    query: persistentIdQuery,
    body,
    refusals: ['DATASET_NOT_FOUND', 'DATASET_METADATA_INVALID', 'DATASET_LOCKED'],
    answer: enveloped(editedSchema),
    operation: DatasetSemanticMetadataDeleteDocument,
    variables: ({ path, query, body: jsonLd, ifMatch }) => ({
      input: { dataset: datasetReference(path.id, query), jsonLd, ifMatch },
    }),
    reply: ({ deleteSemanticMetadata }) => edited(deleteSemanticMetadata),
  }),
];
