/** Accounts that are merged, renamed, converted, switched off and deleted. Source: users-admin.md 7.5 to 7.7, 8.2, 8.3. */
import { z } from 'zod';
import {
  AccountConvertDocument,
  AccountDeactivateDocument,
  AccountDeleteDocument,
  AccountMergeDocument,
  AccountRenameDocument,
  AccountRolesRemoveDocument,
} from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

/** @throws DomainError NOT_FOUND for what can never be an id. Source: decisions.md 5. */
function requireNumber(text: string): number {
  if (/^\d+$/.test(text)) return numericId(text);
  throw new DomainError('NOT_FOUND', `${text} is no numeric id of an account.`);
}

/** How a path names an account: by its name, or by its id below `id`. */
const KEYS = [
  { form: '', segment: '{identifier}', unknownIs: ['USER_NOT_FOUND'], userOf: (text: string) => ({ userName: text }) },
  {
    form: 'Id',
    segment: 'id/{identifier}',
    unknownIs: ['USER_NOT_FOUND', 'NOT_FOUND'],
    userOf: (text: string) => ({ databaseId: requireNumber(text) }),
  },
] as const;

const unknownIsBad = { USER_NOT_FOUND: 400 } as const;

function byEitherKey({ form, segment, unknownIs, userOf }: (typeof KEYS)[number]): readonly Route[] {
  return [
    route({
      id: `admin.authenticatedUsers.delete${form}`,
      method: 'DELETE',
      path: `/api/admin/authenticatedUsers/${segment}`,
      summary: 'Deletes an account that has left no traces; what stands in the way is named.',
      auth: 'admin',
      statuses: unknownIsBad,
      refusals: [...unknownIs, 'USER_HAS_TRACES', 'LAST_SUPERUSER', 'AUTHENTICATION_REQUIRED'],
      answer: messageAnswer,
      operation: AccountDeleteDocument,
      variables: ({ path }) => ({ input: { user: userOf(path.identifier) } }),
      reply: ({ deleteAccount }) => ({ message: `AuthenticatedUser ${deleteAccount.identifier} deleted.` }),
    }),
    route({
      id: `admin.authenticatedUsers.deactivate${form}`,
      method: 'POST',
      path: `/api/admin/authenticatedUsers/${segment}/deactivate`,
      summary: 'Switches an account off: its token, roles, memberships and notifications go.',
      auth: 'admin',
      statuses: unknownIsBad,
      refusals: [...unknownIs, 'LAST_SUPERUSER', 'AUTHENTICATION_REQUIRED'],
      answer: messageAnswer,
      operation: AccountDeactivateDocument,
      variables: ({ path }) => ({ input: { user: userOf(path.identifier) } }),
      reply: ({ deactivateAccount: { user } }) => ({ message: `User ${user.identifier} deactivated.` }),
    }),
  ];
}

const convertedSchema = recordSchema('ConvertedAccount', 'An account that became a built-in one.', {
  email: z.string(),
  username: z.string().describe('User name, without `@`.'),
});

const renameRow = {
  path: '/api/users/{oldIdentifier}/changeIdentifier/{newIdentifier}',
  summary: 'Renames an account wherever it occurs.',
  auth: 'superuser',
  statuses: unknownIsBad,
  refusals: ['USER_NOT_FOUND', 'USER_NAME_TAKEN', 'BAD_USER_INPUT'],
  answer: messageAnswer,
  operation: AccountRenameDocument,
} as const;

function renaming(id: string, method: 'PUT' | 'POST'): Route {
  return route({
    id,
    method,
    ...renameRow,
    variables: ({ path }) => ({ input: { user: { userName: path.oldIdentifier }, userName: path.newIdentifier } }),
    reply: (_data, { path }) => ({ message: `UserIdentifier changed from ${path.oldIdentifier} to ${path.newIdentifier}` }),
  });
}

export const accountChangeRoutes: readonly Route[] = [
  ...KEYS.flatMap(byEitherKey),
  route({
    id: 'users.merge',
    method: 'POST',
    path: '/api/users/{toMergeIdentifier}/mergeIntoUser/{continuingIdentifier}',
    summary: 'Merges the first account into the second and deletes the first.',
    auth: 'superuser',
    statuses: unknownIsBad,
    refusals: ['USER_NOT_FOUND', 'USER_STATES_DIFFER', 'LAST_SUPERUSER', 'BAD_USER_INPUT'],
    answer: messageAnswer,
    operation: AccountMergeDocument,
    variables: ({ path }) => ({
      input: { merged: { userName: path.toMergeIdentifier }, continuing: { userName: path.continuingIdentifier } },
    }),
    reply: (_data, { path: { toMergeIdentifier, continuingIdentifier } }) => ({
      message: `All account data for ${toMergeIdentifier} has been merged into ${continuingIdentifier}.`,
    }),
  }),
  renaming('users.changeIdentifier', 'PUT'),
  // Source: decisions.md 51.
  renaming('users.changeIdentifierPost', 'POST'),
  route({
    id: 'admin.authenticatedUsers.convertRemoteToBuiltIn',
    method: 'PUT',
    path: '/api/admin/authenticatedUsers/id/{id}/convertRemoteToBuiltIn',
    summary: 'Makes an account of another provider a built-in one without a password; the body is its e-mail address.',
    auth: 'superuser',
    body: { kind: 'text', schema: z.string() },
    statuses: { ...unknownIsBad, USER_DEACTIVATED: 400, USER_EMAIL_TAKEN: 400, USER_ID_TAKEN: 400 },
    refusals: ['NOT_FOUND', 'USER_NOT_FOUND', 'USER_ALREADY_BUILTIN', 'USER_DEACTIVATED', 'USER_EMAIL_TAKEN', 'USER_ID_TAKEN'],
    answer: enveloped(convertedSchema),
    operation: AccountConvertDocument,
    variables: ({ path, body }) => ({ input: { user: { databaseId: requireNumber(path.id) }, email: body } }),
    reply: ({ convertAccountToBuiltin: { user } }) => ({ data: { email: user.email, username: user.identifier.slice(1) } }),
  }),
  route({
    id: 'users.removeRoles',
    method: 'POST',
    path: '/api/users/{identifier}/removeRoles',
    summary: 'Takes all roles and memberships of an account away.',
    auth: 'superuser',
    statuses: unknownIsBad,
    refusals: ['USER_NOT_FOUND'],
    answer: messageAnswer,
    operation: AccountRolesRemoveDocument,
    variables: ({ path }) => ({ input: { user: { userName: path.identifier } } }),
    reply: ({ removeAccountRoles: { user } }) => ({ message: `Roles removed for user ${user.identifier.slice(1)}.` }),
  }),
];
