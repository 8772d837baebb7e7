import { z } from 'zod';
import {
  DatasetRegistrationUpdateDocument,
  PidProvidersDocument,
  ProviderPidDocument,
  UnreservedIdentifiersDocument,
} from '../../../generated/operations.ts';
import { datasetReference, persistentIdQuery } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

export const persistentIdRoutes: readonly Route[] = [
  route({
    id: 'pids.get',
    method: 'GET',
    path: '/api/pids',
    summary: 'What the provider of a persistent identifier knows of it.',
    auth: 'superuser',
    query: z.object({ persistentId: z.string() }),
    operation: ProviderPidDocument,
    variables: ({ query }) => ({ persistentId: query.persistentId }),
    reply: ({ providerPid: { persistentId, provider, state, targetUrl } }) => ({
      data: {
        id: persistentId.replace(/^doi:/, ''),
        persistentId,
        provider: provider.id,
        state,
        ...(targetUrl === null ? {} : { url: targetUrl }),
      },
    }),
  }),
  route({
    id: 'pids.providers',
    method: 'GET',
    path: '/api/pids/providers',
    summary: 'Providers whose persistent identifiers this installation manages, the one of new datasets first.',
    auth: 'superuser',
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
    summary: 'Datasets whose persistent identifiers their provider has still to accept.',
    auth: 'superuser',
    operation: UnreservedIdentifiersDocument,
    variables: () => ({}),
    reply: ({ unreservedIdentifiers }) => ({
      data: {
        numUnreserved: unreservedIdentifiers.length,
        count: unreservedIdentifiers.map(({ datasetDatabaseId, persistentId }) => ({ id: String(datasetDatabaseId), pid: persistentId })),
      },
    }),
  }),
  route({
    id: 'pids.reserve',
    method: 'POST',
    path: '/api/pids/{id}/reserve',
    summary: "Has the provider of a dataset's persistent identifier reserve it.",
    auth: 'superuser',
    query: persistentIdQuery,
    operation: DatasetRegistrationUpdateDocument,
    variables: ({ path, query }) => ({ input: { dataset: datasetReference(path.id, query) } }),
    reply: (_data, { path }) => ({ message: `The provider is asked to reserve the persistent identifier of dataset ${path.id}.` }),
  }),
];
