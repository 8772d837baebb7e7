import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { explicitGroup, explicitGroupMember } from '../../schema/group.ts';

/** SQL for the role assignee identifier of an explicit group. Source: collections.md 4. */
const identifier = sql`'&explicit/' || g.owner_id || '-' || g.alias`;

/**
 * SQL for the identifiers of the explicit groups that contain an account, at any depth: an array, empty where there are none.
 * A ring of groups ends where it closes. The number of groups in a membership is overestimated, so each is looked up by its id: a join
 * would read the table of groups whole.
 */
export function explicitGroupsOfAccount(accountId: SQLWrapper): SQL<string[]> {
  return sql<string[]>`array(
    with recursive membership(group_id) as (
      select m.group_id from ${explicitGroupMember} m where m.user_account_id = ${accountId}
      union
      select m.group_id from membership inner join ${explicitGroupMember} m on m.member_group_id = membership.group_id
    )
    select (select ${identifier} from ${explicitGroup} g where g.id = membership.group_id) from membership)`;
}

/** An assignee that is known by its identifier alone, and the explicit groups that contain it at any depth. */
export interface AssigneeMembership {
  readonly assignee: string;
  readonly groups: readonly string[];
}

/** The explicit groups of every built-in, IP or mail-domain group that is a member of any. */
export async function listAssigneeMemberships(db: Queryable): Promise<AssigneeMembership[]> {
  const rows = await db.execute<{ assignee: string; groups: string[] }>(sql`
    with recursive membership(assignee, group_id) as (
      select m.assignee, m.group_id from ${explicitGroupMember} m where m.assignee is not null
      union
      select membership.assignee, m.group_id from membership inner join ${explicitGroupMember} m on m.member_group_id = membership.group_id
    )
    select membership.assignee, array_agg(${identifier} order by g.id) as groups
    from membership inner join ${explicitGroup} g on g.id = membership.group_id
    group by membership.assignee`);
  return rows.map(({ assignee, groups }) => ({ assignee, groups }));
}
