import { z } from 'zod';
import {
  ApiTokenByPasswordDocument,
  ApiTokenDeleteDocument,
  ApiTokenRecreateDocument,
  ApiTokenViewDocument,
} from '../../../generated/operations.ts';
import { messageAnswer } from '../../answers.ts';
import { moment } from '../records/moment.ts';
import { booleanParameter } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/** A guest has no token to change. Source: users-admin.md 7.3. */
const statuses = { AUTHENTICATION_REQUIRED: 404 } as const;

/** Clients cut the token out of these sentences, so they stand as the contract has them. Source: users-admin.md 7.3. */
export const userTokenRoutes: readonly Route[] = [
  route({
    id: 'users.token.get',
    method: 'GET',
    path: '/api/users/token',
    summary: 'The API token of the caller, and until when it is valid.',
    auth: 'token',
    answer: messageAnswer,
    operation: ApiTokenViewDocument,
    variables: () => ({}),
    reply: ({ apiToken }) => {
      const { token, expiresAt } = required(apiToken);
      return { message: `Token ${token} expires on ${moment(expiresAt)}` };
    },
  }),
  route({
    id: 'users.token.recreate',
    method: 'POST',
    path: '/api/users/token/recreate',
    summary: 'Gives the caller a new API token; the old one is worth nothing at once.',
    auth: 'token',
    statuses,
    query: z.object({ returnExpiration: booleanParameter }),
    answer: messageAnswer,
    operation: ApiTokenRecreateDocument,
    variables: () => ({}),
    reply: ({ recreateApiToken: { apiToken, user } }, { query }) => {
      const expiry = query.returnExpiration ? ` and expires on ${moment(apiToken.expiresAt)}` : '';
      return { message: `New token for ${user.identifier.slice(1)} is ${apiToken.token}${expiry}` };
    },
  }),
  route({
    id: 'users.token.delete',
    method: 'DELETE',
    path: '/api/users/token',
    summary: 'Takes the API token of the caller away.',
    auth: 'token',
    statuses,
    answer: messageAnswer,
    operation: ApiTokenDeleteDocument,
    variables: () => ({}),
    reply: ({ deleteApiToken: { user } }) => ({ message: `Token for ${user.identifier.slice(1)} deleted.` }),
  }),
  route({
    id: 'builtinusers.apiToken',
    method: 'GET',
    path: '/api/builtin-users/{userName}/api-token',
    summary: 'A new API token for the password of a built-in account, where `:AllowApiTokenLookupViaApi` is true; the former one ends.',
    auth: 'public',
    credentials: 'ignored',
    query: z.object({ password: z.string().default('') }),
    refusals: ['API_TOKEN_LOOKUP_DISABLED', 'INVALID_CREDENTIALS', 'API_TOKEN_NOT_FOUND', 'SIGN_IN_LIMITED'],
    answer: messageAnswer,
    operation: ApiTokenByPasswordDocument,
    variables: ({ path: { userName }, query: { password } }) => ({ input: { userName, password } }),
    reply: ({ lookUpApiToken: { apiToken } }) => ({ message: apiToken.token }),
  }),
];
