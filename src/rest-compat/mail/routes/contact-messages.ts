/** Messages to contacts. Source: users-admin.md 18.5. */
import { z } from 'zod';
import { ContactMessageSendDocument } from '../../../generated/operations.ts';
import { enveloped } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

const sentSchema = recordSchema('ContactMessage', 'A mail as it goes out.', {
  fromEmail: z.string(),
  subject: z.string(),
  body: z.string(),
});

export const contactMessageRoutes: readonly Route[] = [
  route({
    id: 'mail.sendfeedback',
    method: 'POST',
    path: '/api/sendfeedback',
    summary: 'Mails the contacts of a collection, dataset or file, or the operator.',
    auth: 'public',
    body: {
      kind: 'json',
      schema: z.object({
        targetId: z.int32().nullish(),
        identifier: z.string().nullish(),
        subject: z.string(),
        body: z.string(),
        fromEmail: z.string().nullish(),
      }),
    },
    refusals: ['RATE_LIMITED'],
    answer: enveloped(listOf(sentSchema)),
    operation: ContactMessageSendDocument,
    variables: ({ body }) => ({ input: body }),
    reply: ({ sendContactMessage: { fromEmail, subject, body } }) => ({ data: [{ fromEmail, subject, body }] }),
  }),
];
