import { requestPasswordReset, resetPassword } from '../../domain/access/sign-in/reset-password.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const passwordResetResolvers: Resolvers = {
  Mutation: {
    requestPasswordReset: async (_root, { input }, context) => {
      await requestPasswordReset(context, input);
      return { requested: true };
    },
    resetPassword: (_root, { input }, context) => resetPassword(context, input),
  },
};
