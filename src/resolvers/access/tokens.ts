import { createToken, listOwnTokens, revokeToken } from '../../domain/access/accounts/named-tokens.ts';
import { signApiUrl } from '../../domain/access/accounts/signed-urls.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { collectionKey } from '../references.ts';

export const tokenResolvers: Resolvers = {
  Viewer: {
    tokens: (_viewer, _args, context) => listOwnTokens(context, null),
  },
  Mutation: {
    createToken: (_root, { input: { collection, ...input } }, context) =>
      createToken(context, { ...input, scopes: [...input.scopes], collection: collection ? collectionKey(collection) : null }),
    signApiUrl: async (_root, { input }, context) => {
      const { userName, ...signed } = await signApiUrl(context, input);
      return { ...signed, userIdentifier: `@${userName}` };
    },
    revokeToken: async (_root, { input }, context) => ({ token: await revokeToken(context, { id: input.databaseId }) }),
  },
  NamedToken: {
    databaseId: ({ id }) => id,
    collectionDatabaseId: ({ collectionId }) => collectionId,
  },
};
