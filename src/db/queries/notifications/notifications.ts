/** Notifications of accounts, and their recipients. */
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { NotificationChannel, NotificationType } from '../../../vocabulary/notifications.ts';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import type { Database, Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { notification, notificationMute } from '../../schema/notification.ts';
import { type PageWindow, upwards } from '../../../model/page-window.ts';
import { boundWindow } from '../../id-window.ts';

export type NotificationRow = typeof notification.$inferSelect;

/** A notification for several accounts. */
export interface NewNotification {
  readonly type: NotificationType;
  readonly subjectId: number | null;
  readonly requestorId: number | null;
  readonly details: Readonly<Record<string, string | null>>;
}

/** The channels of a notification. */
export interface Telling {
  /** Whether an account that does not want to hear of it is left out. */
  readonly mayMute: boolean;
  /** Whether it is kept for the account to read here. */
  readonly inApp: boolean;
  /** Whether it is mailed too. */
  readonly mails: boolean;
}

/** Notifies some accounts, each once; ids of the messages that are to be sent, in the order of the accounts. */
export async function insertNotifications(
  db: Queryable,
  receivers: readonly number[],
  { type, subjectId, requestorId, details }: NewNotification,
  { mayMute, inApp, mails }: Telling,
): Promise<number[]> {
  const facts = sql`${type}::notification_type, ${subjectId}::int, ${requestorId}::int, ${JSON.stringify(details)}::text::json`;
  const unlessMuted = (channel: NotificationChannel) => sql`not (${mayMute}::boolean and exists (
    select from notification_mute m
    where m.user_account_id = receiver and m.channel = ${channel}::notification_channel and m.type = ${type}::notification_type))`;
  const rows = await db.execute<{ id: string }>(sql`
    with receivers as (select distinct unnest(${sql.param(receivers)}::int[]) as receiver),
    stored as (
      insert into notification (user_account_id, type, subject_id, requestor_id, details)
      select receiver, ${facts} from receivers where ${inApp}::boolean and ${unlessMuted('IN_APP')} order by receiver),
    mailed as (
      insert into outgoing_mail (user_account_id, type, subject_id, requestor_id, details)
      select receiver, ${facts} from receivers where ${mails}::boolean and ${unlessMuted('EMAIL')} order by receiver
      returning id)
    select id from mailed order by id`);
  return rows.map(({ id }) => Number(id));
}

/** Whom to tell, by what they hold on a node: `holding` and `lacking` are masks of permissions. */
export interface HolderQuery {
  readonly nodeId: number;
  /** One of these at least. */
  readonly holding: number;
  /** None of these. */
  readonly lacking?: number;
  /** Only by assignments made on the node itself. */
  readonly directly?: boolean;
}

/**
 * Ids of the active accounts that hold a permission on a node by roles of their own or of their explicit groups, at any depth; permissions
 * that all users have, and superusers, do not count. Source: users-admin.md 5.3.
 */
export async function listHolders(db: Queryable, { nodeId, holding, lacking = 0, directly = false }: HolderQuery): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    with recursive held as (
      select a.assignee, a.explicit_group_id, r.permissions
      from node n
      inner join role_assignment a on a.effective_node_id = any(case when ${directly}::boolean then array[n.id] else n.permission_path end)
      inner join role r on r.id = a.role_id
      where n.id = ${nodeId}
    ),
    reached(group_id, permissions) as (
      select explicit_group_id, permissions from held where explicit_group_id is not null
      union
      select m.member_group_id, reached.permissions
      from reached inner join explicit_group_member m on m.group_id = reached.group_id and m.member_group_id is not null
    ),
    given as (
      select u.id, held.permissions
      from held inner join user_account u on lower(u.user_name) = lower(substr(held.assignee, 2)) where held.assignee like '@%'
      union all
      select m.user_account_id, reached.permissions
      from reached inner join explicit_group_member m on m.group_id = reached.group_id and m.user_account_id is not null
    )
    select u.id from given inner join user_account u on u.id = given.id
    where u.deactivated_at is null
    group by u.id
    having (bit_or(given.permissions) & ${holding}::int) <> 0 and (bit_or(given.permissions) & ${lacking}::int) = 0
    order by u.id`);
  return rows.map(({ id }) => id);
}

/** Accounts with a role that lets them download, given on files of a dataset themselves. Source: users-admin.md 5.3, GRANTFILEACCESS. */
export async function listFileGrantees(db: Queryable, datasetId: number, downloading: number): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    select distinct u.id
    from role_assignment a
    inner join role r on r.id = a.role_id and (r.permissions & ${downloading}::int) <> 0
    inner join user_account u on lower(u.user_name) = lower(substr(a.assignee, 2))
    where a.assignee like '@%' and u.deactivated_at is null
      -- Between the ends of the dataset's files lie few assignments, however many files there are.
      and a.definition_point_id >= (select min(n.id) from node n where n.owner_id = ${datasetId} and n.kind = 'DATAFILE')
      and a.definition_point_id <= (select max(n.id) from node n where n.owner_id = ${datasetId} and n.kind = 'DATAFILE')
      and exists (select 1 from data_file f where f.id = a.definition_point_id and f.dataset_id = ${datasetId})`);
  return rows.map(({ id }) => id);
}

/** Ids of the active superusers. */
export async function listSuperusers(db: Queryable): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`select id from user_account where superuser and deactivated_at is null order by id`);
  return rows.map(({ id }) => id);
}

/** Whether any of some accounts was told of an object already, not long ago. */
export async function wereTold(
  db: Queryable,
  facts: {
    readonly receivers: readonly number[];
    readonly type: NotificationType;
    readonly subjectId: number;
    readonly withinMinutes: number;
  },
): Promise<boolean> {
  const [row] = await db.execute<{ told: boolean }>(sql`
    select exists (
      select from notification n
      where n.user_account_id = ${anyOf(facts.receivers, 'int')} and n.type = ${facts.type}::notification_type
        and n.subject_id = ${facts.subjectId} and n.sent_at > now() - make_interval(mins => ${facts.withinMinutes}::int)) as told`);
  return row?.told === true;
}

/** Which of an account's notifications. */
export interface NotificationFilter {
  readonly userAccountId: number;
  readonly onlyUnread: boolean;
}

function matching({ userAccountId, onlyUnread }: NotificationFilter) {
  return and(eq(notification.userAccountId, userAccountId), onlyUnread ? isNull(notification.readAt) : undefined);
}

/** Notifications of an account, newest first. */
export async function listNotifications(
  db: Queryable,
  filter: NotificationFilter & Pick<PageWindow<number>, 'limit'> & Partial<PageWindow<number>> & { readonly offset?: number },
): Promise<NotificationRow[]> {
  const { after = null, before = null, fromEnd = false } = filter;
  const { within, order, limit } = boundWindow(notification.id, upwards({ after, before, limit: filter.limit, fromEnd }));
  const rows = await db
    .select()
    .from(notification)
    .where(and(matching(filter), within))
    .orderBy(sql`${order} ${limit} offset ${filter.offset ?? 0}::int`);
  return fromEnd ? rows.toReversed() : rows;
}

/** How many notifications an account has. */
export async function countNotifications(db: Queryable, filter: NotificationFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(notification).where(matching(filter));
  return row?.count ?? 0;
}

/** Marks one notification of an account as read; undefined when it has none such. */
export async function markNotificationRead(db: Queryable, userAccountId: number, id: number): Promise<NotificationRow | undefined> {
  const [row] = await db
    .update(notification)
    .set({ readAt: sql`coalesce(${notification.readAt}, now())` })
    .where(and(eq(notification.id, id), eq(notification.userAccountId, userAccountId)))
    .returning();
  return row;
}

/** Removes one notification of an account; false when it has none such. */
export async function deleteNotification(db: Queryable, userAccountId: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(notification)
    .where(and(eq(notification.id, id), eq(notification.userAccountId, userAccountId)))
    .returning({ id: notification.id });
  return rows.length > 0;
}

/** The types that an account has muted on a channel, in the order of the catalogue. */
export async function listMuted(db: Queryable, userAccountId: number, channel: NotificationChannel): Promise<NotificationType[]> {
  const rows = await db
    .select({ type: notificationMute.type })
    .from(notificationMute)
    .where(and(eq(notificationMute.userAccountId, userAccountId), eq(notificationMute.channel, channel)))
    .orderBy(notificationMute.type);
  return rows.map(({ type }) => type);
}

/** Mutes a type for an account, or ends that. */
export async function setMuted(
  db: Queryable,
  mute: { readonly userAccountId: number; readonly channel: NotificationChannel; readonly type: NotificationType },
  muted: boolean,
): Promise<void> {
  if (muted) {
    await db.insert(notificationMute).values(mute).onConflictDoNothing();
    return;
  }
  await db
    .delete(notificationMute)
    .where(
      and(
        eq(notificationMute.userAccountId, mute.userAccountId),
        eq(notificationMute.channel, mute.channel),
        eq(notificationMute.type, mute.type),
      ),
    );
}

/** Gives the notifications of an account that were committed their places, as the feed does with events. */
export async function numberNotifications(db: Database, userAccountId: number): Promise<void> {
  const [row] = await db.execute<{ waiting: boolean }>(sql`
    select exists (select from notification where user_account_id = ${userAccountId} and position is null) as waiting`);
  if (row?.waiting !== true) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.notificationPositions}, ${userAccountId})`);
    // A statement of its own: it sees what was committed before the lock was taken.
    await tx.execute(sql`
      update notification n set position = numbered.position
      from (
        select id, nextval('notification_position_seq') as position
        from (select id from notification where user_account_id = ${userAccountId} and position is null order by id) waiting
      ) numbered
      where n.id = numbered.id`);
  });
}

/** Notifications of an account after a place, in order. */
export async function listNotificationsAfter(
  db: Queryable,
  { userAccountId, after, limit }: { readonly userAccountId: number; readonly after: number; readonly limit: number },
): Promise<NotificationRow[]> {
  return db
    .select()
    .from(notification)
    .where(and(eq(notification.userAccountId, userAccountId), sql`${notification.position} > ${after}`))
    .orderBy(notification.position)
    .limit(limit);
}

/** Place of the last notification of an account that has one; 0 before the first. */
export async function findLastNotificationPlace(db: Queryable, userAccountId: number): Promise<number> {
  const [row] = await db
    .select({ position: notification.position })
    .from(notification)
    .where(and(eq(notification.userAccountId, userAccountId), sql`${notification.position} is not null`))
    .orderBy(desc(notification.position))
    .limit(1);
  return row?.position ?? 0;
}
