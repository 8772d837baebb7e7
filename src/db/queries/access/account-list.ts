/** The list of accounts, a page of any size at any place. Source: users-admin.md 8.1. */
import { type SQL, sql } from 'drizzle-orm';
import type { AccountSortKey } from '../../../vocabulary/access.ts';
import type { OrderDirection } from '../../../vocabulary/collections.ts';
import type { NotificationType } from '../../../vocabulary/notifications.ts';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { authenticationProvider } from '../../schema/authentication-provider.ts';
import { userAccount } from '../../schema/user.ts';
import { explicitGroupsOfAccount } from './group-membership.ts';
import type { UserRow } from './users.ts';

const name = sql`lower(${userAccount.userName})`;

/** What each key orders by. Texts are ordered without regard to case. */
const ORDERS: Readonly<Record<AccountSortKey, SQL>> = {
  id: sql`${userAccount.id}`,
  useridentifier: name,
  lastname: sql`lower(${userAccount.lastName})`,
  firstname: sql`lower(${userAccount.firstName})`,
  email: sql`lower(${userAccount.email})`,
  affiliation: sql`lower(${userAccount.affiliation})`,
  superuser: sql`${userAccount.superuser}`,
  position: sql`lower(${userAccount.position})`,
  createdtime: sql`${userAccount.createdAt}`,
  lastlogintime: sql`${userAccount.lastLoginAt}`,
  lastapiusetime: sql`${userAccount.lastApiUseAt}`,
  authproviderid: sql`${userAccount.authenticationProviderId}`,
};

/** With one of these first, nothing else decides; the others go by user name where they are equal. */
const ALL_DIFFERENT: ReadonlySet<AccountSortKey> = new Set(['id', 'useridentifier', 'email']);

/** Which accounts, and from which end of which order. */
export interface AccountListing {
  /** Beginnings in lower case; each has to be that of the user name, a name, the e-mail address, or a word of the affiliation. */
  readonly beginnings: readonly string[];
  readonly sortKey: AccountSortKey;
  readonly direction: OrderDirection;
}

function isFoundBy(beginning: string): SQL {
  const begins = (column: SQL): SQL => sql`starts_with(lower(${column}), ${beginning})`;
  return sql`(${begins(sql`${userAccount.userName}`)} or ${begins(sql`${userAccount.firstName}`)}
    or ${begins(sql`${userAccount.lastName}`)} or ${begins(sql`${userAccount.email}`)}
    or position(' ' || ${beginning} in ' ' || lower(${userAccount.affiliation})) > 0)`;
}

/** Whether the provider of an account is there; as a list that is read once, it can be compared within an index. */
const hasProvider = sql`${userAccount.authenticationProviderId} = any(array(select id from ${authenticationProvider}))`;

function which(beginnings: readonly string[]): SQL {
  return sql.join([hasProvider, ...beginnings.map(isFoundBy)], sql` and `);
}

/** How many accounts a listing has. Those whose provider is gone are in none. */
export async function countListedAccounts(db: Queryable, { beginnings }: Pick<AccountListing, 'beginnings'>): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${userAccount} where ${which(beginnings)}`);
  return row?.count ?? 0;
}

/**
 * Ids of the accounts of a page, in order; `total` is the number of all. The nearer end is counted from: the last page costs what the
 * first does, and one in the middle reads half of an index.
 */
export async function listAccountIds(
  db: Queryable,
  { beginnings, sortKey, direction }: AccountListing,
  { offset, limit, total }: { readonly offset: number; readonly limit: number; readonly total: number },
): Promise<number[]> {
  const size = Math.max(0, Math.min(limit, total - offset));
  const behind = total - offset - size;
  const backwards = behind < offset;
  const descending = (direction === 'DESC') !== backwards;
  const order = ORDERS[sortKey];
  // Each order but that by last use is one of an index, from its beginning or from its end.
  const keys = (ALL_DIFFERENT.has(sortKey) ? [order] : [order, name]).map((key) => (descending ? sql`${key} desc` : key));
  const rows = await db.execute<{ id: number }>(sql`
    select ${userAccount.id} as id from ${userAccount} where ${which(beginnings)}
    order by ${sql.join(keys, sql`, `)} limit ${size} offset ${backwards ? behind : offset}`);
  const ids = rows.map(({ id }) => id);
  return backwards ? ids.toReversed() : ids;
}

/** An account with what its list tells beside its record. */
export interface ListedAccountRow {
  readonly user: UserRow;
  /** Alias of the kind of provider that authenticates the account. */
  readonly authenticationProviderFactory: string;
  /** Names of the roles that the account has anywhere, by itself or through explicit groups, by name. */
  readonly roleNames: string[];
  readonly mutedEmails: NotificationType[];
  readonly mutedNotifications: NotificationType[];
}

function mutedBy(channel: 'EMAIL' | 'IN_APP'): SQL<NotificationType[]> {
  return sql<NotificationType[]>`array(
    select m.type::text from notification_mute m where m.user_account_id = ${userAccount.id} and m.channel = ${channel} order by m.type)`;
}

/** Accounts with these ids, in this order, with what the list tells of them. One statement. */
export async function listListedAccounts(db: Queryable, ids: readonly number[]): Promise<ListedAccountRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      user: userAccount,
      // One that is not enabled may have none.
      authenticationProviderFactory: sql<string>`coalesce((select p.factory_alias from ${authenticationProvider} p where p.id = ${userAccount.authenticationProviderId}), '')`,
      roleNames: sql<string[]>`array(
        select distinct r.name from role_assignment a inner join role r on r.id = a.role_id
        where a.assignee = any(array['@' || ${userAccount.userName}] || ${explicitGroupsOfAccount(sql`${userAccount.id}`)})
        order by r.name)`,
      mutedEmails: mutedBy('EMAIL'),
      mutedNotifications: mutedBy('IN_APP'),
    })
    .from(userAccount)
    .where(sql`${userAccount.id} = ${anyOf(ids, 'int')}`);
  const byId = new Map(rows.map((row) => [row.user.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Every account, by id. */
export async function listAllAccounts(db: Queryable): Promise<UserRow[]> {
  return db.select().from(userAccount).orderBy(userAccount.id);
}
