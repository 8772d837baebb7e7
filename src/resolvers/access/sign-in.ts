import { requireOwnAccount } from '../../domain/access/accounts/own-account.ts';
import { checkPassword } from '../../domain/access/sign-in/check-password.ts';
import { changePassword } from '../../domain/access/sign-in/change-password.ts';
import { listOfferedProviders } from '../../domain/access/sign-in/offered-providers.ts';
import { registerAccount } from '../../domain/access/sign-in/register-account.ts';
import { beginSignIn, completeSignIn, type EndedTrip } from '../../domain/access/sign-in/round-trip.ts';
import { signOut } from '../../domain/access/sign-in/sessions.ts';
import { signInByProxy } from '../../domain/access/sign-in/sign-in-by-proxy.ts';
import { signInWithPassword } from '../../domain/access/sign-in/sign-in-with-password.ts';
import { linkAccount, signUp } from '../../domain/access/sign-in/sign-up.ts';
import type { CompleteSignInPayload, Resolvers } from '../generated/resolver-types.ts';

function endedSignIn({ session, signUp: pending, returnTo }: EndedTrip): CompleteSignInPayload {
  if (pending === null) return { session, signUp: null, returnTo };
  const { ticket, identity } = pending;
  const { userName, firstName, lastName, email, affiliation } = identity.person;
  return {
    session,
    returnTo,
    signUp: {
      ticket,
      providerId: identity.providerId,
      userName: userName ?? null,
      firstName: firstName ?? null,
      lastName: lastName ?? null,
      email: email ?? null,
      affiliation: affiliation ?? null,
    },
  };
}

export const signInResolvers: Resolvers = {
  Query: {
    passwordFaults: (_root, input, context) => checkPassword(context, input),
    signInProviders: async (_root, _args, context) =>
      (await listOfferedProviders(context, {})).map(({ factory, ...facts }) => ({ ...facts, factoryAlias: factory })),
  },
  Mutation: {
    signIn: async (_root, { input }, context) => ({ session: await signInWithPassword(context, input) }),
    beginSignIn: (_root, { input }, context) => beginSignIn(context, input),
    completeSignIn: async (_root, { input }, context) => endedSignIn(await completeSignIn(context, input)),
    signInByProxy: async (_root, { input }, context) => endedSignIn(await signInByProxy(context, input)),
    signUp: (_root, { input }, context) => signUp(context, input),
    linkAccount: (_root, { input }, context) => linkAccount(context, input),
    registerAccount: async (_root, { input }, context) => ({ user: await registerAccount(context, input) }),
    changePassword: async (_root, { input }, context) => ({
      ...(await changePassword(context, input)),
      user: await requireOwnAccount(context, {}),
    }),
    signOut: async (_root, _args, context) => {
      await signOut(context, {});
      return { signedOut: true };
    },
  },
};
