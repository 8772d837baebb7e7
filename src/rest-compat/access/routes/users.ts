import { z } from 'zod';
import { BuiltinUserCreateDocument, UserMeDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { booleanWord } from '../../boolean-text.ts';
import { userRecord, userSchema } from '../records/user-record.ts';
import { enveloped } from '../../answers.ts';
import { objectId, recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

const builtinUserBody = z.object({
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  affiliation: z.string().nullish(),
  position: z.string().nullish(),
});

const createdUserSchema = recordSchema('CreatedUser', 'A new built-in account with its first token. Source: users-admin.md 7.', {
  user: z.strictObject({ id: objectId, userName: z.string() }).describe('The account as its provider knows it.'),
  authenticatedUser: userSchema,
  apiToken: z.string(),
});

export const userRoutes: readonly Route[] = [
  route({
    id: 'builtinusers.create',
    method: 'POST',
    path: '/api/builtin-users',
    summary: 'Creates a built-in account with an API token, for callers who know the built-in users key.',
    auth: 'key',
    credentials: 'ignored',
    query: z.object({ password: z.string().optional(), key: z.string().optional(), sendEmailNotification: booleanWord.default(true) }),
    body: { kind: 'json', schema: builtinUserBody },
    refusals: ['BUILTIN_USERS_KEY_INVALID', 'USER_NAME_TAKEN', 'USER_EMAIL_TAKEN'],
    answer: enveloped(createdUserSchema),
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
    answer: enveloped(userSchema),
    operation: UserMeDocument,
    variables: () => ({}),
    reply: ({ viewer: { user } }) => {
      // A guest has no account to show. Source: decisions.md 37.
      if (user === null) throw new DomainError('AUTHENTICATION_REQUIRED', 'There is no user for this request; send an API token.');
      return { data: userRecord(user) };
    },
  }),
];
