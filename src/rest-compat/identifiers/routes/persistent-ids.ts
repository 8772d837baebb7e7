import { z } from 'zod';
import {
  DatasetRegistrationUpdateDocument,
  PidProvidersDocument,
  ProviderPidDocument,
  UnreservedIdentifiersDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf, recordSchema, counted } from '../../records/schema.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const providerPidSchema = recordSchema('ProviderPid', 'The record of a persistent identifier at its provider. Source: users-admin.md 18.', {
  id: z.string().describe('The identifier without `doi:`.'),
  persistentId: z.string(),
  provider: z.string().describe('Id of the provider.'),
  state: z.string(),
  url: z.string().optional().describe('Its target URL.'),
});

const pidProviderSchema = recordSchema('PidProvider', 'A provider of persistent identifiers. Source: users-admin.md 18.', {
  id: z.string(),
  protocol: z.string(),
  authority: z.string(),
  separator: z.string(),
  shoulder: z.string(),
});

const unreservedPidsSchema = recordSchema('UnreservedPids', 'Datasets whose persistent identifiers are not registered yet.', {
  numUnreserved: counted,
  count: listOf(z.strictObject({ id: z.string().describe('Id of the dataset, in digits.'), pid: z.string() })),
});

export const persistentIdRoutes: readonly Route[] = [
  route({
    id: 'pids.get',
    method: 'GET',
    path: '/api/pids',
    summary: 'The record of a persistent identifier at its provider.',
    auth: 'superuser',
    query: z.object({ persistentId: z.string() }),
    refusals: ['PERSISTENT_ID_NOT_FOUND'],
    answer: enveloped(providerPidSchema),
    operation: ProviderPidDocument,
    variables: ({ query }) => ({ persistentId: query.persistentId }),
    reply: ({ providerPid: { persistentId, provider, state, targetUrl } }) => ({
      data: {
        id: persistentId.replace(/^doi:/, ''),
        persistentId,
        provider: provider.id,
        state,
        url: targetUrl ?? undefined,
      },
    }),
  }),
  route({
    id: 'pids.providers',
    method: 'GET',
    path: '/api/pids/providers',
    summary: 'Providers whose persistent identifiers this installation manages, the one of new datasets first.',
    auth: 'superuser',
    answer: enveloped(listOf(pidProviderSchema)),
    operation: PidProvidersDocument,
    variables: () => ({}),
    reply: ({ pidProviders }) => ({
      data: pidProviders.map(({ id, protocol, authority, separator, shoulder }) => ({ id, protocol, authority, separator, shoulder })),
    }),
  }),
  route({
    id: 'pids.unreserved',
    method: 'GET',
    path: '/api/pids/unreserved',
    summary: 'Datasets whose persistent identifiers are not registered yet.',
    auth: 'superuser',
    answer: enveloped(unreservedPidsSchema),
    operation: UnreservedIdentifiersDocument,
    variables: () => ({}),
    reply: ({ unreservedIdentifiers: { nodes } }) => ({
      data: {
        numUnreserved: nodes.length,
        count: nodes.map(({ datasetDatabaseId, persistentId }) => ({ id: String(datasetDatabaseId), pid: persistentId })),
      },
    }),
  }),
  route({
    id: 'pids.reserve',
    method: 'POST',
    path: '/api/pids/{id}/reserve',
    summary: 'Reserves the persistent identifier of a dataset at its provider.',
    auth: 'superuser',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetRegistrationUpdateDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `The provider is asked to reserve the persistent identifier of dataset ${path.id}.` }),
  }),
];
