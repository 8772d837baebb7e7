import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { explicitGroup, explicitGroupMember } from '../schema/group.ts';
import { userAccount } from '../schema/user.ts';

/** Members of an explicit group, by how they are kept. */
export interface GroupMembers {
  readonly userAccountIds: readonly number[];
  readonly groupIds: readonly number[];
  /** Identifiers of built-in, IP and mail-domain groups and of private-URL users. */
  readonly assignees: readonly string[];
}

/** Transactions that put one explicit group into another wait for each other, so that two cannot close a circle together. */
const CONTAINMENT_LOCK = 4_711_003;

/** Lets no other transaction put groups into groups until this one ends. */
export async function lockContainment(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${CONTAINMENT_LOCK})`);
}

/** Role assignee identifiers of the members of each group that has any, by code unit. One statement. */
export async function listContainedAssignees(db: Queryable, groupIds: readonly number[]): Promise<Map<number, string[]>> {
  // Identifiers are ASCII, for which the order of bytes is that of code units.
  const identifier = sql<string>`coalesce(${explicitGroupMember.assignee}, '@' || ${userAccount.userName}, '&explicit/' || ${explicitGroup.ownerId} || '-' || ${explicitGroup.alias})`;
  const rows = await db
    .select({
      groupId: explicitGroupMember.groupId,
      assignees: sql<string[]>`array_agg(${identifier} order by ${identifier} collate "C")`,
    })
    .from(explicitGroupMember)
    .leftJoin(userAccount, eq(userAccount.id, explicitGroupMember.userAccountId))
    .leftJoin(explicitGroup, eq(explicitGroup.id, explicitGroupMember.memberGroupId))
    .where(sql`${explicitGroupMember.groupId} = any(${sql.param(groupIds)}::int[])`)
    .groupBy(explicitGroupMember.groupId);
  return new Map(rows.map(({ groupId, assignees }) => [groupId, assignees]));
}

/** Ids of all groups that contain a group at any depth, and its own. */
export async function listContainers(db: Queryable, groupId: number): Promise<Set<number>> {
  const rows = await db.execute<{ id: number }>(sql`
    with recursive above(id) as (
      select ${groupId}::int
      union
      select m.group_id from above inner join ${explicitGroupMember} m on m.member_group_id = above.id
    )
    select id from above`);
  return new Set(rows.map(({ id }) => id));
}

/** Adds members to a group; those it has already stay. The number of new ones. */
export async function insertMembers(db: Queryable, groupId: number, members: GroupMembers): Promise<number> {
  const rows = await db.execute(sql`
    insert into ${explicitGroupMember} (group_id, user_account_id, member_group_id, assignee)
    select ${groupId}::int, id, null::int, null::text from unnest(${sql.param(members.userAccountIds)}::int[]) added(id)
    union all
    select ${groupId}::int, null, id, null from unnest(${sql.param(members.groupIds)}::int[]) added(id)
    union all
    select ${groupId}::int, null, null, assignee from unnest(${sql.param(members.assignees)}::text[]) added(assignee)
    on conflict do nothing
    returning id`);
  return rows.length;
}

/** Removes members from a group, as far as it has them. The number of those that went. */
export async function deleteMembers(db: Queryable, groupId: number, members: GroupMembers): Promise<number> {
  const rows = await db.execute(sql`
    delete from ${explicitGroupMember} m where m.group_id = ${groupId} and (
      m.user_account_id = any(${sql.param(members.userAccountIds)}::int[])
      or m.member_group_id = any(${sql.param(members.groupIds)}::int[])
      or m.assignee = any(${sql.param(members.assignees)}::text[]))
    returning m.id`);
  return rows.length;
}

/** Removes an assignee that is known by its identifier alone from every group, when it ceases to exist. */
export async function deleteMemberships(db: Queryable, assignee: string): Promise<void> {
  await db.delete(explicitGroupMember).where(eq(explicitGroupMember.assignee, assignee));
}
