import { z } from 'zod';
import { BuiltinUserCreateDocument, type BuiltinUserCreateMutation, UserMeDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { booleanWord } from '../../boolean-text.ts';
import { userRecord, userSchema } from '../records/user-record.ts';
import { enveloped } from '../../answers.ts';
import { objectId, recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';
import { checkBySchema } from '../../schema-problems.ts';

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

/** @throws DomainError BAD_USER_INPUT */
const readNotification = (path: unknown) => checkBySchema(z.object({ sendEmailNotification: booleanWord }), path, 'The path', '');

const creation = {
  method: 'POST',
  auth: 'key',
  credentials: 'ignored',
  body: { kind: 'json', schema: builtinUserBody },
  refusals: ['BUILTIN_USERS_KEY_INVALID', 'USER_NAME_TAKEN', 'USER_EMAIL_TAKEN'],
  answer: enveloped(createdUserSchema),
  operation: BuiltinUserCreateDocument,
  reply: ({ createBuiltinUser: { user, builtinUserDatabaseId, apiToken } }: BuiltinUserCreateMutation) => ({
    data: {
      user: { id: builtinUserDatabaseId, userName: user.identifier.slice(1) },
      authenticatedUser: userRecord(user),
      apiToken,
    },
  }),
} as const;

export const userRoutes: readonly Route[] = [
  route({
    id: 'builtinusers.create',
    path: '/api/builtin-users',
    summary: 'Creates a built-in account with an API token, for callers who know the built-in users key.',
    ...creation,
    query: z.object({ password: z.string().optional(), key: z.string().optional(), sendEmailNotification: booleanWord.default(true) }),
    variables: ({ query, body }) => ({ input: { ...body, ...query } }),
  }),
  route({
    id: 'builtinusers.createByPath',
    path: '/api/builtin-users/{password}/{key}',
    summary: 'Older form, with password and key in the path: proxies log paths.',
    ...creation,
    variables: ({ path, body }) => ({ input: { ...body, ...path } }),
  }),
  route({
    id: 'builtinusers.createByPathNotified',
    path: '/api/builtin-users/{password}/{key}/{sendEmailNotification}',
    summary: 'Older form, with password and key in the path: proxies log paths.',
    ...creation,
    variables: ({ path: { password, key, ...path }, body }) => ({ input: { ...body, password, key, ...readNotification(path) } }),
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
