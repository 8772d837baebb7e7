import { sendContactMessage, sendFeedback } from '../../domain/mail/send-contact-message.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const contactMessageResolvers: Resolvers = {
  Mutation: {
    sendContactMessage: (_root, { input }, context) => sendContactMessage(context, input),
    sendFeedback: (_root, { input }, context) => sendFeedback(context, input),
  },
};
