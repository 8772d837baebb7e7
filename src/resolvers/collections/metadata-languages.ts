import { listAllowedMetadataLanguages, setCollectionMetadataLanguage } from '../../domain/collections/metadata-languages.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { collectionKey } from '../references.ts';
import { writtenCollection } from './collections.ts';

export const metadataLanguageResolvers: Resolvers = {
  Mutation: {
    setCollectionMetadataLanguage: async (_root, { input: { collection, language } }, context) => {
      const id = await setCollectionMetadataLanguage(context, { collection: collectionKey(collection), language: language ?? null });
      return { collection: await writtenCollection(context, id) };
    },
  },
  Collection: {
    allowedMetadataLanguages: async ({ row }, _args, context) => [...(await listAllowedMetadataLanguages(context, row.id))],
  },
};
