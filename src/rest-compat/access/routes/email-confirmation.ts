/** Confirming e-mail addresses. Source: users-admin.md 8.3. */
import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { EmailConfirmationRequestDocument, EmailConfirmationViewDocument } from '../../../generated/operations.ts';
import { enveloped } from '../../answers.ts';
import { toSecond } from '../../records/record.ts';
import { recordSchema, second } from '../../records/schema.ts';
import { numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const tokenSchema = recordSchema('EmailConfirmationToken', 'What the link holds by which an account confirms its e-mail address.', {
  token: z.string(),
});

const requestedSchema = recordSchema('RequestedEmailConfirmation', 'An account that was sent a link to confirm its e-mail address by.', {
  tokenCreated: second,
  identifier: z.string().describe('User name, without `@`.'),
});

const facts = {
  path: '/api/admin/confirmEmail/{userId}',
  auth: 'admin',
  statuses: { USER_NOT_FOUND: 400, EMAIL_CONFIRMATION_NOT_FOUND: 400 },
} as const;

/** @throws DomainError NOT_FOUND for what is no number. */
function accountId(text: string): number {
  const id = numericId(text);
  if (id === 0) throw new DomainError('NOT_FOUND', `${text} is no numeric id of an account.`);
  return id;
}

export const emailConfirmationRoutes: readonly Route[] = [
  route({
    ...facts,
    id: 'admin.confirmEmail.get',
    method: 'GET',
    summary: 'The token by which an account can confirm its e-mail address.',
    refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND', 'USER_NOT_FOUND', 'EMAIL_CONFIRMATION_NOT_FOUND'],
    answer: enveloped(tokenSchema),
    operation: EmailConfirmationViewDocument,
    variables: ({ path }) => ({ userDatabaseId: accountId(path.userId) }),
    reply: ({ emailConfirmation }) => {
      if (emailConfirmation === null) throw new DomainError('EMAIL_CONFIRMATION_NOT_FOUND', 'The account has no link to confirm by.');
      return { data: { token: emailConfirmation.token } };
    },
  }),
  route({
    ...facts,
    id: 'admin.confirmEmail.start',
    method: 'POST',
    summary: 'Mails an account a link to confirm its e-mail address by; until then it counts as not confirmed.',
    refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND', 'USER_NOT_FOUND'],
    answer: enveloped(requestedSchema),
    operation: EmailConfirmationRequestDocument,
    variables: ({ path }) => ({ input: { userDatabaseId: accountId(path.userId) } }),
    reply: ({ requestEmailConfirmation: { user, createdAt } }) => ({
      data: { tokenCreated: toSecond(createdAt), identifier: user.identifier.slice(1) },
    }),
  }),
];
