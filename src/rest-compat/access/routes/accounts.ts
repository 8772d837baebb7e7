/** Administration of accounts. Source: users-admin.md 8. */
import { z, type ZodType } from 'zod';
import {
  AccountCreateDocument,
  AccountListDocument,
  AccountPageDocument,
  AccountViewDocument,
  SuperuserSetDocument,
  type SuperuserSetMutation,
} from '../../../generated/operations.ts';
import { ACCOUNT_SORT_KEYS, type AccountSortKey } from '../../../vocabulary/access.ts';
import type { OrderDirection } from '../../../vocabulary/collections.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { superuserText } from '../../boolean-text.ts';
import { listOf } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';
import { userListRecord, userListSchema } from '../records/account-list-record.ts';
import { userRecord, userSchema } from '../records/user-record.ts';

/** What is larger is no number of a page, and no list has so many entries. */
const LARGEST_NUMBER = 2_147_483_647;

/** A whole number of any sign; one that is empty is as if it had not been sent. */
const wholeNumber = z
  .string()
  .regex(/^[+-]?\d{1,10}$|^$/, 'must be a whole number')
  .transform((text) => (text === '' ? undefined : Number(text)))
  .refine((value) => value === undefined || Math.abs(value) <= LARGEST_NUMBER, 'must be a number of 32 bits')
  .optional() satisfies ZodType<number | undefined, string | undefined>;

/** An order as clients write it; what is none is the usual order. */
function accountOrder(text: string | undefined): { readonly field: AccountSortKey; readonly direction: OrderDirection } | undefined {
  const [, key = '', descending] = /^(\w+)( desc)?$/i.exec(text ?? '') ?? [];
  const field = ACCOUNT_SORT_KEYS.find((known) => known === key.toLowerCase());
  return field && { field, direction: descending === undefined ? 'ASC' : 'DESC' };
}

function superuserMessage({ setSuperuser: { user } }: SuperuserSetMutation): string {
  return user.superuser ? `User ${user.identifier} set as a superuser.` : `User ${user.identifier} removed as a superuser.`;
}

const superuserRow = {
  path: '/api/admin/superuser/{identifier}',
  auth: 'admin',
  // Source: users-admin.md 8.2.
  statuses: { USER_DEACTIVATED: 400 },
  refusals: ['USER_NOT_FOUND', 'USER_DEACTIVATED', 'LAST_SUPERUSER', 'AUTHENTICATION_REQUIRED'],
  answer: messageAnswer,
  operation: SuperuserSetDocument,
} as const;

export const accountRoutes: readonly Route[] = [
  route({
    id: 'admin.listUsers',
    method: 'GET',
    path: '/api/admin/list-users',
    summary: 'Accounts, filtered, ordered and in pages.',
    auth: 'superuser',
    query: z.object({
      searchTerm: z.string().optional(),
      itemsPerPage: wholeNumber,
      selectedPage: wholeNumber,
      sortKey: z.string().optional(),
    }),
    answer: enveloped(userListSchema),
    operation: AccountPageDocument,
    variables: ({ query }) => ({
      search: query.searchTerm,
      orderBy: accountOrder(query.sortKey),
      page: query.selectedPage,
      limit: query.itemsPerPage,
    }),
    reply: ({ accounts }) => ({ data: userListRecord(accounts) }),
  }),
  route({
    id: 'admin.authenticatedUsers.list',
    method: 'GET',
    path: '/api/admin/authenticatedUsers',
    summary: 'All accounts in one list.',
    auth: 'superuser',
    deprecated: true,
    answer: enveloped(listOf(userSchema)),
    operation: AccountListDocument,
    variables: () => ({}),
    reply: ({ users: { nodes } }) => ({ data: nodes.map(userRecord) }),
  }),
  route({
    id: 'admin.authenticatedUsers.get',
    method: 'GET',
    path: '/api/admin/authenticatedUsers/{identifier}',
    summary: 'One account, by its name without `@` in any case.',
    auth: 'admin',
    statuses: { USER_NOT_FOUND: 400 },
    refusals: ['USER_NOT_FOUND', 'AUTHENTICATION_REQUIRED'],
    answer: enveloped(userSchema),
    operation: AccountViewDocument,
    variables: ({ path }) => ({ reference: { userName: path.identifier } }),
    reply: ({ user }) => ({ data: userRecord(user) }),
  }),
  route({
    id: 'admin.authenticatedUsers.create',
    method: 'POST',
    path: '/api/admin/authenticatedUsers',
    summary: 'Creates an account for a user of an authentication provider; a number is put behind a name that is taken.',
    auth: 'admin',
    body: {
      kind: 'json',
      schema: z.object({
        authenticationProviderId: z.string(),
        persistentUserId: z.string(),
        identifier: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
      }),
    },
    refusals: ['USER_EMAIL_TAKEN', 'USER_ID_TAKEN', 'AUTHENTICATION_REQUIRED'],
    answer: enveloped(userSchema),
    operation: AccountCreateDocument,
    variables: ({ body }) => ({ input: body }),
    reply: ({ createAccount: { user } }) => ({ data: userRecord(user) }),
  }),
  route({
    id: 'admin.superuser.toggle',
    method: 'POST',
    summary: 'Older form: turns the superuser mode of an account over.',
    deprecated: true,
    ...superuserRow,
    variables: ({ path }) => ({ input: { user: { userName: path.identifier } } }),
    reply: (data) => ({ message: superuserMessage(data) }),
  }),
  route({
    id: 'admin.superuser.set',
    method: 'PUT',
    summary: 'Sets the superuser mode of an account: `true`, `yes`, `allow`, `1`, or `false`, `no`, `0`.',
    ...superuserRow,
    body: { kind: 'text', schema: superuserText },
    variables: ({ path, body }) => ({ input: { user: { userName: path.identifier }, superuser: body } }),
    reply: (data) => ({ message: superuserMessage(data) }),
  }),
];
