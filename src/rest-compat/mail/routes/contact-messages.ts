/** Messages to contacts. Source: users-admin.md 18.5. */
import { z } from 'zod';
import { ContactMessageSendDocument, FeedbackSendDocument, ServerInfoDocument } from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

const sentSchema = recordSchema('ContactMessage', 'A mail as it goes out.', {
  fromEmail: z.string(),
  subject: z.string(),
  body: z.string(),
});

const messageBody = z.object({
  targetId: z.int32().nullish(),
  identifier: z.string().nullish(),
  subject: z.string(),
  body: z.string(),
  fromEmail: z.string().nullish(),
});

export const contactMessageRoutes: readonly Route[] = [
  route({
    id: 'mail.sendfeedback',
    method: 'POST',
    path: '/api/sendfeedback',
    summary: 'Mails the contacts of a collection, dataset or file, or the operator.',
    auth: 'public',
    body: { kind: 'json', schema: messageBody },
    refusals: ['RATE_LIMITED'],
    answer: enveloped(listOf(sentSchema)),
    operation: ContactMessageSendDocument,
    variables: ({ body }) => ({ input: body }),
    reply: ({ sendContactMessage: { fromEmail, subject, body } }) => ({ data: [{ fromEmail, subject, body }] }),
  }),
  route({
    id: 'admin.feedback',
    method: 'POST',
    path: '/api/admin/feedback',
    summary: 'Mails the contacts of a collection, dataset or file, or the operator; the older form of `/api/sendfeedback`.',
    auth: 'admin',
    deprecated: true,
    body: { kind: 'json', schema: messageBody },
    refusals: ['AUTHENTICATION_REQUIRED', 'RATE_LIMITED'],
    answer: enveloped(listOf(sentSchema)),
    operation: FeedbackSendDocument,
    variables: ({ body }) => ({ input: body }),
    reply: ({ sendFeedback: { fromEmail, subject, body } }) => ({ data: [{ fromEmail, subject, body }] }),
  }),
  route({
    id: 'mail.notifications',
    method: 'GET',
    path: '/api/mail/notifications',
    summary: 'Says that notifications are mailed without being asked for.',
    auth: 'public',
    credentials: 'ignored',
    deprecated: true,
    answer: messageAnswer,
    operation: ServerInfoDocument,
    variables: () => ({}),
    reply: () => ({ message: 'This is gone: notifications are mailed as they arise. Accounts read them at /api/notifications/all.' }),
  }),
];
