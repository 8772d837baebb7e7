/** New passwords by mail. Source: users-admin.md 8.4. */
import { z } from 'zod';
import { PasswordResetDocument, PasswordResetRequestDocument } from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

const resetSchema = recordSchema('PasswordReset', 'An account that has got a new password, and what ended with it.', {
  userName: z.string().describe('To sign in by.'),
  endedSessions: z.int(),
  endedTokens: z.int(),
});

export const passwordResetRoutes: readonly Route[] = [
  route({
    id: 'passwordReset.request',
    method: 'POST',
    path: '/api/passwordReset/request',
    summary: 'Mails a link for a new password to the built-in account with an e-mail address; the answer is the same for every address.',
    auth: 'public',
    body: { kind: 'json', schema: z.object({ email: z.string() }) },
    refusals: ['RATE_LIMITED', 'MAIL_NOT_CONFIGURED'],
    answer: messageAnswer,
    operation: PasswordResetRequestDocument,
    variables: ({ body }) => ({ input: body }),
    reply: () => ({ message: 'If a built-in account has this address, it gets a message with a link for a new password.' }),
  }),
  route({
    id: 'passwordReset.store',
    method: 'POST',
    path: '/api/passwordReset',
    summary: 'Sets the password of the account to which the link was mailed; the link counts once, and for an hour.',
    auth: 'public',
    body: { kind: 'json', schema: z.object({ token: z.string(), newPassword: z.string(), endTokens: z.boolean().nullish() }) },
    refusals: ['PASSWORD_RESET_NOT_FOUND'],
    answer: enveloped(resetSchema),
    operation: PasswordResetDocument,
    variables: ({ body }) => ({ input: body }),
    reply: ({ resetPassword: { userName, endedSessions, endedTokens } }) => ({ data: { userName, endedSessions, endedTokens } }),
  }),
];
