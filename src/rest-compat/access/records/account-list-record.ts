/** The list of accounts as one page of it is answered. Source: users-admin.md 8.1. */
import { z } from 'zod';
import type { AccountPageQuery } from '../../../generated/operations.ts';
import { NOTIFICATION_TYPES } from '../../../vocabulary/notifications.ts';
import { toSecond } from '../../records/record.ts';
import { counted, listOf, objectId, recordSchema, second } from '../../records/schema.ts';
import { grouped, namedPage, pageFacts, turningPage } from '../../records/numbered-pages.ts';
import { moment } from './moment.ts';

const momentText = z.string().describe('A moment as `yyyy-MM-dd HH:mm:ss.S`, UTC.');

const listedUserSchema = recordSchema('ListedUser', 'An account as the list of accounts shows it. Source: users-admin.md 8.1.', {
  id: objectId,
  userIdentifier: z.string().describe('User name without `@`.'),
  lastName: z.string(),
  firstName: z.string(),
  email: z.string(),
  affiliation: z.string().optional(),
  position: z.string().optional(),
  isSuperuser: z.boolean(),
  authenticationProvider: z.string().describe('Alias of the kind of provider that authenticates the account.'),
  roles: z.string().describe('Names of the roles that the account has anywhere, separated by commas.'),
  createdTime: momentText,
  lastLoginTime: momentText.optional(),
  lastApiUseTime: momentText.optional(),
  deactivated: z.boolean(),
  deactivatedTime: second.optional(),
  mutedEmails: listOf(z.enum(NOTIFICATION_TYPES)),
  mutedNotifications: listOf(z.enum(NOTIFICATION_TYPES)),
});

const paginationSchema = recordSchema('UserListPagination', 'Where a page of the list of accounts lies. Source: users-admin.md 8.1.', {
  ...namedPage,
  startResultNumber: counted,
  endResultNumber: counted,
  startResultNumberString: z.string(),
  endResultNumberString: z.string(),
  remainingResults: counted,
  ...turningPage,
});
type Pagination = z.infer<typeof paginationSchema>;

/** What the columns are called for people. Source: users-admin.md 8.1. */
const COLUMN_NAMES = {
  userId: 'ID',
  userIdentifier: 'Username',
  lastName: 'Last Name',
  firstName: 'First Name',
  email: 'Email',
  affiliation: 'Affiliation',
  position: 'Position',
  isSuperuser: 'Superuser',
  authenticationProvider: 'Authentication',
  roles: 'Roles',
  createdTime: 'Created Time',
  lastLoginTime: 'Last Login Time',
  lastApiUseTime: 'Last API Use Time',
} as const;

const columnNamesSchema = recordSchema(
  'UserListColumns',
  'What the columns of the list of accounts are called for people.',
  Object.fromEntries(Object.keys(COLUMN_NAMES).map((name) => [name, z.string()])),
);

export const userListSchema = recordSchema('UserList', 'A page of the list of accounts. Source: users-admin.md 8.1.', {
  userCount: counted,
  selectedPage: counted,
  pagination: paginationSchema.optional().describe('Absent where nothing is found.'),
  bundleStrings: columnNamesSchema,
  users: listOf(listedUserSchema),
});
type UserList = z.infer<typeof userListSchema>;

function pagination({ totalCount, page, limit }: AccountPageQuery['accounts']): Pagination {
  const { named, turning, start, end } = pageFacts({ totalCount, page, size: limit });
  return {
    ...named,
    startResultNumber: start,
    endResultNumber: end,
    startResultNumberString: grouped(start),
    endResultNumberString: grouped(end),
    remainingResults: totalCount - end,
    ...turning,
  };
}

function listedUser({ user, ...more }: AccountPageQuery['accounts']['nodes'][number]): UserList['users'][number] {
  return {
    id: user.databaseId,
    userIdentifier: user.identifier.slice(1),
    lastName: user.lastName,
    firstName: user.firstName,
    email: user.email,
    affiliation: user.affiliation || undefined,
    position: user.position || undefined,
    isSuperuser: user.superuser,
    authenticationProvider: more.authenticationProviderFactory,
    roles: more.roleNames.join(', '),
    createdTime: moment(user.createdAt),
    lastLoginTime: user.lastLoginAt === null ? undefined : moment(user.lastLoginAt),
    lastApiUseTime: user.lastApiUseAt === null ? undefined : moment(user.lastApiUseAt),
    deactivated: user.deactivated,
    deactivatedTime: toSecond(user.deactivatedAt),
    mutedEmails: more.mutedEmailTypes,
    mutedNotifications: more.mutedNotificationTypes,
  };
}

/** A page of the list of accounts. Source: users-admin.md 8.1. */
export function userListRecord(accounts: AccountPageQuery['accounts']): UserList {
  return {
    userCount: accounts.totalCount,
    selectedPage: accounts.page,
    ...(accounts.totalCount > 0 && { pagination: pagination(accounts) }),
    bundleStrings: COLUMN_NAMES,
    users: accounts.nodes.map(listedUser),
  };
}
