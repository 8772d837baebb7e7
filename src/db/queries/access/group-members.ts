import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { explicitGroup, explicitGroupMember, ipGroup, mailDomainGroup } from '../../schema/group.ts';
import { userAccount } from '../../schema/user.ts';

/** Members of an explicit group, by how they are kept. */
export interface GroupMembers {
  readonly userAccountIds: readonly number[];
  readonly groupIds: readonly number[];
  /** Identifiers of built-in, IP and mail-domain groups and of private-URL users. */
  readonly assignees: readonly string[];
}

/** Keeps other transactions from putting groups into groups until this one ends. */
export async function lockContainment(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.groupContainment})`);
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
    .where(sql`${explicitGroupMember.groupId} = ${anyOf(groupIds, 'int')}`)
    .groupBy(explicitGroupMember.groupId);
  return new Map(rows.map(({ groupId, assignees }) => [groupId, assignees]));
}

/** A member of an explicit group as it is shown. */
export interface GroupMemberRow {
  readonly groupId: number;
  readonly identifier: string;
  /** Of an account or a group; null for built-in assignees, and for groups that are gone. */
  readonly name: string | null;
  /** Of an account. */
  readonly affiliation: string | null;
}

/** Where a page of members begins, and how long it is. */
export interface MemberPage {
  /** Identifier of the last member of the page before. */
  readonly after?: string | null;
  /** Identifier of the first member of the page behind. */
  readonly before?: string | null;
  readonly limit: number | null;
  /** The last members instead of the first, by identifier all the same. */
  readonly fromEnd?: boolean;
}

/** Members of each group by code unit of their identifiers, at most `limit` of each; by group id. One statement. */
export async function listMembers(
  db: Queryable,
  groupIds: readonly number[],
  { after = null, before = null, limit, fromEnd = false }: MemberPage,
): Promise<Map<number, GroupMemberRow[]>> {
  const rows = await db.execute<GroupMemberRow & Record<string, unknown>>(sql`
    select asked.id as "groupId", member.*
    from unnest(${sql.param([...new Set(groupIds)])}::int[]) asked(id)
    cross join lateral (
      select named.identifier, named.name, named.affiliation
      from (
        select coalesce(m.assignee, '@' || u.user_name, '&explicit/' || g.owner_id || '-' || g.alias) collate "C" as identifier,
          coalesce(u.first_name || ' ' || u.last_name, g.display_name, ip.name, mail.name) as name, u.affiliation
        from ${explicitGroupMember} m
        left join ${userAccount} u on u.id = m.user_account_id
        left join ${explicitGroup} g on g.id = m.member_group_id
        left join ${ipGroup} ip on m.assignee like '&ip/%' and ip.alias = substr(m.assignee, 5)
        left join ${mailDomainGroup} mail on m.assignee like '&mail/%' and mail.alias = substr(m.assignee, 7)
        where m.group_id = asked.id
      ) named
      where (${after}::text is null or named.identifier > ${after}) and (${before}::text is null or named.identifier < ${before})
      order by named.identifier ${fromEnd ? sql`desc` : sql`asc`}
      limit ${limit}::int
    ) member
    order by asked.id, member.identifier`);
  return Map.groupBy(rows, ({ groupId }) => groupId);
}

/** Number of members of each group that has any, by group id. */
export async function countMembers(db: Queryable, groupIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ groupId: explicitGroupMember.groupId, count: sql<number>`count(*)::int` })
    .from(explicitGroupMember)
    .where(sql`${explicitGroupMember.groupId} = ${anyOf(groupIds, 'int')}`)
    .groupBy(explicitGroupMember.groupId);
  return new Map(rows.map(({ groupId, count }) => [groupId, count]));
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

/** Adds members to a group; existing ones stay. The number of new ones. */
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

/** Removes members from a group, if it has them. The number removed. */
export async function deleteMembers(db: Queryable, groupId: number, members: GroupMembers): Promise<number> {
  const rows = await db.execute(sql`
    delete from ${explicitGroupMember} m where m.group_id = ${groupId} and (
      m.user_account_id = ${anyOf(members.userAccountIds, 'int')}
      or m.member_group_id = ${anyOf(members.groupIds, 'int')}
      or m.assignee = ${anyOf(members.assignees, 'text')})
    returning m.id`);
  return rows.length;
}

/** Removes an assignee that is known by its identifier alone from every group, when it ceases to exist. */
export async function deleteMemberships(db: Queryable, assignee: string): Promise<void> {
  await db.delete(explicitGroupMember).where(eq(explicitGroupMember.assignee, assignee));
}
