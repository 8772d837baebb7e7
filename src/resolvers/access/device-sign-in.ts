import {
  beginDeviceSignIn,
  completeDeviceSignIn,
  decideDeviceSignIn,
  viewDeviceSignIn,
} from '../../domain/access/sign-in/device-sign-in.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const deviceSignInResolvers: Resolvers = {
  Query: {
    deviceSignIn: (_root, { userCode }, context) => viewDeviceSignIn(context, { userCode }),
  },
  Mutation: {
    beginDeviceSignIn: (_root, { input }, context) => beginDeviceSignIn(context, { ...input, scopes: [...input.scopes] }),
    decideDeviceSignIn: async (_root, { input }, context) => ({ deviceSignIn: await decideDeviceSignIn(context, input) }),
    completeDeviceSignIn: (_root, { input }, context) => completeDeviceSignIn(context, input),
  },
};
