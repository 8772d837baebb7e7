/** Signing up and out by programs. Source: users-admin.md 3.6, 18.1. */
import { z } from 'zod';
import { AccountRegisterDocument, PasswordFaultsDocument, SignOutDocument } from '../../../generated/operations.ts';
import { PASSWORD_FAULTS } from '../../../vocabulary/sign-in.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

const registration = z.object({
  username: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  emailAddress: z.string().nullish(),
  affiliation: z.string().nullish(),
  position: z.string().nullish(),
  termsAccepted: z.boolean().nullish(),
});

const checkedPasswordSchema = recordSchema('CheckedPassword', 'A password, and what is wrong with it.', {
  password: z.string().describe('As it was sent.'),
  errors: listOf(z.enum(PASSWORD_FAULTS)),
});

export const signInRoutes: readonly Route[] = [
  route({
    id: 'users.register',
    method: 'POST',
    path: '/api/users/register',
    summary: 'Makes an account for the holder of a bearer token, which is sent as `Authorization: Bearer <token>`.',
    auth: 'public',
    credentials: 'ignored',
    readsBearerToken: true,
    body: { kind: 'json', schema: registration },
    inputNames: { userName: 'username', email: 'emailAddress' },
    refusals: ['BEARER_REGISTRATION_OFF', 'BEARER_TOKEN_INVALID', 'ACCOUNT_EXISTS'],
    // Another request took it at the same moment.
    statuses: { USER_EMAIL_TAKEN: 400 },
    answer: messageAnswer,
    operation: AccountRegisterDocument,
    variables: ({ body: { username, emailAddress, ...facts }, bearerToken = '' }) => ({
      input: { ...facts, userName: username, email: emailAddress, bearerToken },
    }),
    reply: ({ registerAccount: { user } }) => ({ message: `The account ${user.identifier} is registered.` }),
  }),
  route({
    id: 'admin.validatePassword',
    method: 'POST',
    path: '/api/admin/validatePassword',
    summary: 'What is wrong with the password in the body, by the rules that new ones keep to.',
    auth: 'admin',
    body: { kind: 'text', schema: z.string() },
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(checkedPasswordSchema),
    operation: PasswordFaultsDocument,
    variables: ({ body }) => ({ password: body }),
    reply: ({ passwordFaults }, { body }) => ({ data: { password: body, errors: passwordFaults } }),
  }),
  route({
    id: 'users.logout',
    method: 'POST',
    path: '/api/logout',
    summary: 'Ends the browser session of the caller, with the feature `api-session-auth`.',
    auth: 'public',
    refusals: ['SESSION_MISSING'],
    answer: messageAnswer,
    operation: SignOutDocument,
    variables: () => ({}),
    reply: () => ({ message: 'You are signed out.' }),
  }),
];
