import { viewAccount } from '../../domain/access/accounts/administration/view-account.ts';
import { listOutgoingMails, retryOutgoingMail } from '../../domain/mail/outgoing-mail-commands.ts';
import { connectionById } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const outgoingMailResolvers: Resolvers = {
  Query: {
    outgoingMails: (_root, { state, ...args }, context) =>
      connectionById(context, args, {
        name: 'outgoingMails',
        read: (window) => listOutgoingMails(context, { ...window, state: state ?? null }),
      }),
  },
  Mutation: {
    retryOutgoingMail: async (_root, { input }, context) => ({ mail: await retryOutgoingMail(context, { id: input.databaseId }) }),
  },
  OutgoingMail: {
    databaseId: ({ id }) => id,
    receiver: ({ userAccountId }, _args, context) => viewAccount(context, { id: userAccountId }),
  },
};
