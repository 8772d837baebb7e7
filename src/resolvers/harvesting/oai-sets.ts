import { addOaiSet, deleteOaiSet, listOaiSets, reviewOaiSet, updateOaiSet, viewOaiSet } from '../../domain/harvesting/oai-set-commands.ts';
import { connectionOfWhole } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { collectionKey } from '../references.ts';

type SentCollection = Parameters<typeof collectionKey>[0];

/** What was sent of a set: absent stays absent, as an update leaves it alone then. */
function sent<Rest extends object>({ collection, ...rest }: Rest & { readonly collection?: SentCollection | null | undefined }) {
  return { ...rest, collection: collection === undefined || collection === null ? collection : collectionKey(collection) };
}

export const oaiSetResolvers: Resolvers = {
  Query: {
    oaiSets: async (_root, args, context) =>
      connectionOfWhole(context, args, {
        name: 'oaiSets',
        rows: await listOaiSets(context, null),
        keyOf: ({ spec }) => spec,
        item: (set) => set,
      }),
    oaiSet: async (_root, { spec }, context) => viewOaiSet(context, { spec }),
  },
  OaiSet: {
    id: ({ spec }) => globalIdOf('OaiSet', spec),
    collectionDatabaseId: ({ collectionId }) => collectionId,
  },
  Mutation: {
    createOaiSet: async (_root, { input }, context) => ({ set: await addOaiSet(context, sent(input)) }),
    updateOaiSet: async (_root, { input }, context) => ({ set: await updateOaiSet(context, sent(input)) }),
    reviewOaiSet: async (_root, { input: { spec } }, context) => ({ set: await reviewOaiSet(context, { spec }) }),
    deleteOaiSet: async (_root, { input: { spec } }, context) => {
      await deleteOaiSet(context, { spec });
      return { deletedOaiSetId: globalIdOf('OaiSet', spec), spec };
    },
  },
};
