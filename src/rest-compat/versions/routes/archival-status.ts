/** What an archive tells of its copy of a version. Source: datasets.md 14.1. */
import { z } from 'zod';
import { ArchivalStatusDeleteDocument, ArchivalStatusSetDocument, ArchivalStatusViewDocument } from '../../../generated/operations.ts';
import { ARCHIVAL_STATES } from '../../../vocabulary/datasets.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const PATH = '/api/datasets/{id}/{versionId}/archivalStatus';

const statusSchema = recordSchema('ArchivalStatus', 'What an archive tells of its copy of a version. Source: datasets.md 14.1.', {
  status: z.enum(ARCHIVAL_STATES),
  message: z.string().describe('Where the copy is, or why there is none.'),
});

const common = { path: PATH, auth: 'superuser', query: persistentIdQuery } as const;

export const archivalStatusRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'datasets.archivalStatus',
    method: 'GET',
    summary: 'What an archive has told of its copy of a version.',
    refusals: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND', 'ARCHIVAL_STATUS_NOT_FOUND'],
    answer: enveloped(statusSchema),
    operation: ArchivalStatusViewDocument,
    variables: ({ path, query }) => ({ dataset: datasetReference(path.id, query), version: path.versionId }),
    reply: ({ dataset }) => {
      const { status, message } = required(dataset).archivalStatus;
      return { data: { status, message } };
    },
  }),
  route({
    ...common,
    id: 'datasets.archivalStatus.set',
    method: 'PUT',
    summary: 'Records what an archive tells of its copy of a version.',
    body: { kind: 'json', schema: z.object({ status: z.enum(ARCHIVAL_STATES), message: z.string() }) },
    refusals: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: messageAnswer,
    operation: ArchivalStatusSetDocument,
    variables: ({ path, query, body: { status, message } }) => ({
      input: { dataset: datasetReference(path.id, query), version: path.versionId, status, message },
    }),
    reply: ({ setArchivalStatus: { archivalStatus } }) => ({ data: { message: `The archival status is ${archivalStatus.status} now.` } }),
  }),
  route({
    ...common,
    id: 'datasets.archivalStatus.delete',
    method: 'DELETE',
    summary: 'Forgets what an archive told of its copy of a version.',
    refusals: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND', 'ARCHIVAL_STATUS_NOT_FOUND'],
    answer: messageAnswer,
    operation: ArchivalStatusDeleteDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query), version: path.versionId } }),
    reply: () => ({ data: { message: 'The archival status was removed.' } }),
  }),
];
