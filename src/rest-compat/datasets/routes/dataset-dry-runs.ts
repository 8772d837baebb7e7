import { z } from 'zod';
import { DatasetSchemaDocument, DatasetValidateDocument } from '../../../generated/operations.ts';
import { messageAnswer, bareJson } from '../../answers.ts';
import { collectionReference } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const jsonObject = z.record(z.string(), z.unknown());

const jsonSchema = z.record(z.string(), z.unknown()).meta({ id: 'JsonSchema', description: 'A JSON Schema (2020-12).' });

export const datasetDryRunRoutes: readonly Route[] = [
  route({
    id: 'collections.datasetSchema',
    method: 'GET',
    path: '/api/collections/{id}/datasetSchema',
    summary: 'JSON Schema of the native JSON for new datasets of the collection, without the envelope.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: bareJson(jsonSchema),
    operation: DatasetSchemaDocument,
    variables: ({ path }) => ({ collection: collectionReference(path.id) }),
    reply: ({ collection }) => ({ bare: JSON.stringify(required(collection).datasetSchema), contentType: 'application/json' }),
  }),
  route({
    id: 'collections.validateDatasetJson',
    method: 'POST',
    path: '/api/collections/{id}/validateDatasetJson',
    summary: 'Validates native JSON as if a dataset were created from it.',
    auth: 'token',
    body: { kind: 'json', schema: z.object({ datasetVersion: jsonObject }) },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetValidateDocument,
    variables: ({ path, body }) => ({
      input: { place: { collection: collectionReference(path.id) }, version: { native: body.datasetVersion } },
    }),
    reply: ({ validateDataset: { valid, refusals } }) => ({
      message: valid ? 'The JSON describes a valid dataset.' : refusals.map(({ message }) => message).join(' '),
    }),
  }),
];
