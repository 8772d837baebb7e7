import { createBuiltinUser } from '../../domain/access/accounts/create-builtin-user.ts';
import { deleteOwnToken, recreateOwnToken, viewOwnToken } from '../../domain/access/accounts/own-token.ts';
import { findOwnAccount, requireOwnAccount } from '../../domain/access/accounts/own-account.ts';
import { lookUpApiToken } from '../../domain/access/sign-in/token-by-password.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalId } from '../global-id.ts';

export const userResolvers: Resolvers = {
  Query: {
    viewer: (_root, _args, { actor }) => ({
      identifier: actor.identifier,
      superuser: actor.superuser,
      accountId: actor.account?.id ?? null,
    }),
    apiToken: (_root, _args, context) => viewOwnToken(context, null),
  },
  Mutation: {
    recreateApiToken: async (_root, _args, context) => ({
      apiToken: await recreateOwnToken(context, {}),
      user: await requireOwnAccount(context, {}),
    }),
    deleteApiToken: async (_root, _args, context) => {
      await deleteOwnToken(context, {});
      return { user: await requireOwnAccount(context, {}) };
    },
    lookUpApiToken: async (_root, { input }, context) => ({ apiToken: await lookUpApiToken(context, input) }),
    createBuiltinUser: async (_root, { input }, context) => {
      const { user, builtinUserId, apiToken } = await createBuiltinUser(context, input);
      return { user, builtinUserDatabaseId: builtinUserId, apiToken };
    },
  },
  Viewer: {
    user: (_viewer, _args, context) => findOwnAccount(context, {}),
  },
  User: {
    id: ({ id }) => globalId('User', id),
    databaseId: ({ id }) => id,
    identifier: ({ userName }) => `@${userName}`,
    displayName: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    deactivated: ({ deactivatedAt }) => deactivatedAt !== null,
  },
};
