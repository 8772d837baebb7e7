import { z } from 'zod';
import { BuiltinUserCreateDocument, UserMeDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { booleanWord } from '../../boolean-text.ts';
import { userRecord } from '../records/user-record.ts';
import { type Route, route } from '../../route.ts';

const builtinUserBody = z.object({
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  affiliation: z.string().nullish(),
  position: z.string().nullish(),
});

export const userRoutes: readonly Route[] = [
  route({
    id: 'builtinusers.create',
    method: 'POST',
    path: '/api/builtin-users',
    summary: 'Creates a built-in account with an API token, for whoever knows the built-in users key.',
    auth: 'key',
    credentials: 'ignored',
    query: z.object({ password: z.string().optional(), key: z.string().optional(), sendEmailNotification: booleanWord.default(true) }),
    body: { kind: 'json', schema: builtinUserBody },
    operation: BuiltinUserCreateDocument,
    variables: ({ query, body }) => ({ input: { ...body, ...query } }),
    reply: ({ createBuiltinUser: { user, builtinUserDatabaseId, apiToken } }) => ({
      data: {
        user: { id: builtinUserDatabaseId, userName: user.identifier.slice(1) },
        authenticatedUser: userRecord(user),
        apiToken,
      },
    }),
  }),
  route({
    id: 'users.me',
    method: 'GET',
    path: '/api/users/:me',
    summary: 'The account that the token belongs to.',
    auth: 'token',
    operation: UserMeDocument,
    variables: () => ({}),
    reply: ({ viewer: { user } }) => {
      // A guest has no account to show. Source: decisions.md 37.
      if (user === null) throw new DomainError('AUTHENTICATION_REQUIRED', 'There is no user for this request; send an API token.');
      return { data: userRecord(user) };
    },
  }),
];
