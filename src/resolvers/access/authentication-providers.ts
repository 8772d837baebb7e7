import {
  deleteAuthenticationProvider,
  listAuthenticationProviders,
  listProviderFactories,
  putAuthenticationProvider,
  setAuthenticationProviderEnabled,
  type ShownProvider,
  viewAuthenticationProvider,
} from '../../domain/access/sign-in/provider-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';

function providerOf({ id, ...facts }: ShownProvider) {
  return { id: globalIdOf('AuthenticationProvider', id), providerId: id, ...facts };
}

export const authenticationProviderResolvers: Resolvers = {
  Query: {
    authenticationProviders: async (_root, _args, context) => (await listAuthenticationProviders(context, {})).map(providerOf),
    authenticationProvider: async (_root, { providerId }, context) => providerOf(await viewAuthenticationProvider(context, providerId)),
    authenticationProviderFactories: (_root, _args, context) => listProviderFactories(context, {}),
  },
  Mutation: {
    setAuthenticationProvider: async (_root, { input }, context) => ({
      authenticationProvider: providerOf(await putAuthenticationProvider(context, { ...input, enabled: input.enabled ?? false })),
    }),
    setAuthenticationProviderEnabled: async (_root, { input }, context) => {
      const { provider, ...outcome } = await setAuthenticationProviderEnabled(context, input);
      return { authenticationProvider: providerOf(provider), ...outcome };
    },
    deleteAuthenticationProvider: async (_root, { input }, context) => ({
      deletedAuthenticationProviderId: globalIdOf('AuthenticationProvider', input.providerId),
      providerId: input.providerId,
      deleted: await deleteAuthenticationProvider(context, input),
    }),
  },
};
