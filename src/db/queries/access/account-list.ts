/** The list of accounts, a page of any size at any place. Source: users-admin.md 8.1. */
import { type SQL, sql } from 'drizzle-orm';
import type { AccountSortKey } from '../../../vocabulary/access.ts';
import type { OrderDirection } from '../../../vocabulary/collections.ts';
import type { NotificationType } from '../../../vocabulary/notifications.ts';
import type { Listed, PageWindow } from '../../../model/page-window.ts';
import { idWindow } from '../../id-window.ts';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { authenticationProvider } from '../../schema/authentication-provider.ts';
import { userAccount } from '../../schema/user.ts';
import { type AccountSlice, listByLastUse, listSlice } from './account-slices.ts';
import { explicitGroupsOfAccount } from './group-membership.ts';
import type { UserRow } from './users.ts';

const name = sql`lower(${userAccount.userName})`;

/** What each key orders by. Texts are ordered without regard to case. */
const ORDERS: Readonly<Record<Exclude<AccountSortKey, 'lastapiusetime'>, SQL>> = {
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
  authproviderid: sql`${userAccount.authenticationProviderId}`,
};

/** With one of these first, nothing else decides; the others go by user name where they are equal. */
const ALL_DIFFERENT: ReadonlySet<AccountSortKey> = new Set(['id', 'useridentifier', 'email']);

/** Which accounts, and from which end of which order. */
export interface AccountListing {
  /** Beginnings in lower case; each has to be that of the user name, a name, the e-mail address, or a word of the affiliation. */
  readonly beginnings: readonly string[];
  /** Only superusers, or only others. */
  readonly superuser?: boolean | null | undefined;
  /** Only those that are switched off, or only others. */
  readonly deactivated?: boolean | null | undefined;
  readonly sortKey: AccountSortKey;
  readonly direction: OrderDirection;
  /** Whether the provider of each account is there, so that none has to be asked for its own: half the cost of a page far inside. */
  readonly allHaveProviders: boolean;
}

function isFoundBy(beginning: string): SQL {
  const begins = (column: SQL): SQL => sql`starts_with(lower(${column}), ${beginning})`;
  return sql`(${begins(sql`${userAccount.userName}`)} or ${begins(sql`${userAccount.firstName}`)}
    or ${begins(sql`${userAccount.lastName}`)} or ${begins(sql`${userAccount.email}`)}
    or position(' ' || ${beginning} in ' ' || lower(${userAccount.affiliation})) > 0)`;
}

/** Whether the provider of an account is there; as a list that is read once, it can be compared within an index. */
const hasProvider = sql`${userAccount.authenticationProviderId} = any(array(select id from ${authenticationProvider}))`;

function which({ beginnings, superuser = null, deactivated = null, allHaveProviders }: Omit<AccountListing, 'sortKey' | 'direction'>): SQL {
  const rules = [
    allHaveProviders ? sql`true` : hasProvider,
    ...(superuser === null ? [] : [sql`${userAccount.superuser} = ${superuser}`]),
    ...(deactivated === null ? [] : [sql`(${userAccount.deactivatedAt} is not null) = ${deactivated}`]),
    ...beginnings.map(isFoundBy),
  ];
  return sql.join(rules, sql` and `);
}

/** Whether the provider of each account is there. One step in the index for each provider that accounts name. */
export async function haveAllProviders(db: Queryable): Promise<boolean> {
  const next = (after: SQL): SQL =>
    sql`(select ${userAccount.authenticationProviderId} from ${userAccount} where ${after} order by ${userAccount.authenticationProviderId} limit 1)`;
  const [row] = await db.execute<{ all: boolean }>(sql`
    with recursive named as (
      select ${next(sql`true`)} as id
      union all select ${next(sql`${userAccount.authenticationProviderId} > named.id`)} from named where named.id is not null
    )
    select not exists (select from named where id is not null and id not in (select id from ${authenticationProvider})) as all`);
  return row?.all ?? false;
}

/** How many accounts a listing has. Those whose provider is gone are in none. */
export async function countListedAccounts(db: Queryable, listing: Omit<AccountListing, 'sortKey' | 'direction'>): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${userAccount} where ${which(listing)}`);
  return row?.count ?? 0;
}

/** Ids of the accounts of a page, in order. */
export async function listAccountIds(db: Queryable, listing: AccountListing, slice: AccountSlice): Promise<number[]> {
  const { sortKey, direction } = listing;
  const where = which(listing);
  if (sortKey === 'lastapiusetime') return listByLastUse(db, { where, direction, name }, slice);
  const order = ORDERS[sortKey];
  return listSlice(db, { where, keys: ALL_DIFFERENT.has(sortKey) ? [order] : [order, name], direction }, slice);
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

const everyAccount = idWindow(userAccount.id, (db, { within, order, limit, suffix }) =>
  db
    .select()
    .from(userAccount)
    .where(within)
    .orderBy(sql`${order} ${limit}`)
    .prepare(`every_account_${suffix}`),
);

/** A window of all accounts, by id. */
export async function pageAllAccounts(db: Queryable, window: PageWindow<number>): Promise<Listed<UserRow>> {
  return { rows: await everyAccount(db, window, {}), count: () => db.$count(userAccount) };
}
