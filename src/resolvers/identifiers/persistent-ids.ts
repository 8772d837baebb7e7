import { listPidProviders, listUnreserved, lookUpIdentifier } from '../../domain/identifiers/identifier-queries.ts';
import { persistentIdText } from '../../model/persistent-id.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { connectionOfWhole } from '../connection.ts';

export const persistentIdResolvers: Resolvers = {
  Query: {
    providerPid: async (_root, { persistentId }, context) => {
      const { pid, provider, state, targetUrl } = await lookUpIdentifier(context, { persistentId });
      return { persistentId: persistentIdText(pid), provider, state, targetUrl };
    },
    pidProviders: async (_root, _args, context) => [...(await listPidProviders(context, {}))],
    unreservedIdentifiers: async (_root, args, context) =>
      connectionOfWhole(context, args, {
        name: 'unreservedIdentifiers',
        rows: await listUnreserved(context, {}),
        keyOf: ({ id }) => id,
        item: (dataset) => ({ datasetDatabaseId: dataset.id, persistentId: persistentIdText(dataset) }),
      }),
  },
};
