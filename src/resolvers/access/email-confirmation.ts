import { confirmEmail, requestEmailConfirmation, viewEmailConfirmation } from '../../domain/access/accounts/email-confirmation.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const emailConfirmationResolvers: Resolvers = {
  Query: {
    emailConfirmation: (_root, input, context) => viewEmailConfirmation(context, input),
  },
  Mutation: {
    requestEmailConfirmation: (_root, { input }, context) => requestEmailConfirmation(context, input),
    confirmEmail: async (_root, { input }, context) => ({ emailConfirmedAt: await confirmEmail(context, input) }),
  },
};
