/** The facts behind permission decisions, for explanations. */
import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { explicitGroup, explicitGroupMember } from '../../schema/group.ts';
import { role, roleAssignment } from '../../schema/role.ts';
import { userAccount } from '../../schema/user.ts';
import type { GroupName } from './groups.ts';
import type { RoleAssignmentRow } from './roles.ts';

/** Assignments to the identities, made on an object or anywhere above it, whose role holds the permission; by id. */
export async function listReachingAssignments(
  db: Queryable,
  asked: { readonly path: readonly number[]; readonly identities: readonly string[]; readonly permissionBit: number },
): Promise<RoleAssignmentRow[]> {
  return db
    .select({
      id: roleAssignment.id,
      assignee: roleAssignment.assignee,
      roleId: roleAssignment.roleId,
      definitionPointId: roleAssignment.definitionPointId,
      effectiveNodeId: roleAssignment.effectiveNodeId,
      privateUrlToken: roleAssignment.privateUrlToken,
    })
    .from(roleAssignment)
    .innerJoin(role, eq(role.id, roleAssignment.roleId))
    .where(
      sql`${roleAssignment.definitionPointId} = ${anyOf(asked.path, 'int')} and ${roleAssignment.assignee} = ${anyOf(asked.identities, 'text')} and (${role.permissions} & ${asked.permissionBit}) <> 0`,
    )
    .orderBy(roleAssignment.id);
}

/** That one assignee is a member of an explicit group, both by their identifiers. */
export interface MembershipEdge {
  readonly member: string;
  readonly group: string;
}

/** Memberships in the given groups: of an account, of assignees known by their identifiers, and of the groups in each other. */
export async function listMembershipEdges(
  db: Queryable,
  asked: { readonly groups: readonly GroupName[]; readonly userName: string | null; readonly identities: readonly string[] },
): Promise<MembershipEdge[]> {
  if (asked.groups.length === 0) return [];
  const owners = asked.groups.map(({ ownerId }) => ownerId);
  const aliases = asked.groups.map(({ alias }) => alias);
  return db.execute<{ member: string; group: string }>(sql`
    with asked as (
      select g.id, '&explicit/' || g.owner_id || '-' || g.alias as identifier
      from unnest(${sql.param(owners)}::int[], ${sql.param(aliases)}::text[]) named(owner_id, alias)
      inner join ${explicitGroup} g on g.owner_id = named.owner_id and g.alias = named.alias
    )
    select coalesce(m.assignee, '@' || u.user_name, inner_group.identifier) as member, asked.identifier as "group"
    from asked
    inner join ${explicitGroupMember} m on m.group_id = asked.id
    left join asked inner_group on inner_group.id = m.member_group_id
    left join ${userAccount} u on u.id = m.user_account_id and u.user_name = ${asked.userName}
    where inner_group.id is not null or u.id is not null or m.assignee = ${anyOf(asked.identities, 'text')}`);
}

/** Identifiers of the explicit groups that contain an explicit group, at any depth, its own among them. */
export async function listGroupsContaining(db: Queryable, groupId: number): Promise<string[]> {
  const rows = await db.execute<{ identifier: string }>(sql`
    with recursive above(id) as (
      select ${groupId}::int
      union
      select m.group_id from above inner join ${explicitGroupMember} m on m.member_group_id = above.id
    )
    select '&explicit/' || g.owner_id || '-' || g.alias as identifier
    from above inner join ${explicitGroup} g on g.id = above.id`);
  return rows.map(({ identifier }) => identifier);
}
