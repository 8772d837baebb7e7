import { sendContactMessage } from '../../domain/mail/send-contact-message.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const contactMessageResolvers: Resolvers = {
  Mutation: {
    sendContactMessage: (_root, { input }, context) => sendContactMessage(context, input),
  },
};
