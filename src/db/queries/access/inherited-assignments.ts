import { and, asc, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { node } from '../../schema/node.ts';
import { role, roleAssignment } from '../../schema/role.ts';
import { refreshEffectiveNodes } from '../gate/effective-nodes.ts';

/** Aliases of the roles that are handed down, or all of them. */
export type InheritedRoles = 'all' | readonly string[];

/** SQL condition: an assignment `a` of a role `r` is of a global role that is handed down. */
function isHandedDown(roles: InheritedRoles) {
  return roles === 'all' ? sql`r.owner_id is null` : sql`r.owner_id is null and r.alias = ${anyOf(roles, 'text')}`;
}

/** Assignments of users and groups are handed down; those of built-in assignees are not. Source: collections.md 5.1. */
const isOfUserOrGroup = sql`left(a.assignee, 1) in ('@', '&')`;

/** A collection below another. */
export interface DescendantCollection {
  readonly id: number;
  readonly alias: string;
}

/** Collections below a collection, at any depth, by id; they stay where they are until the transaction ends. */
export async function holdDescendants(db: Queryable, collectionId: number): Promise<DescendantCollection[]> {
  return db
    .select({ id: node.id, alias: collection.alias })
    .from(node)
    .innerJoin(collection, eq(collection.id, node.id))
    .where(and(sql`${node.path} @> array[${collectionId}]::int[]`, sql`${node.id} <> ${collectionId}`))
    .orderBy(asc(node.id))
    .for('share', { of: node });
}

/**
 * Copies the direct assignments of one collection to others below it that lack them: of global roles, held by users and
 * groups. What was added, by id; two statements, however many collections there are.
 */
export async function copyAssignments(
  db: Queryable,
  copy: { readonly from: number; readonly to: readonly number[]; readonly roles: InheritedRoles; readonly assignedBy: string },
): Promise<{ readonly assignee: string; readonly collectionId: number }[]> {
  const added = await db.execute<{ assignee: string; collectionId: number; group: boolean }>(sql`
    insert into ${roleAssignment} (assignee, role_id, definition_point_id, effective_node_id, explicit_group_id, assigned_by)
    select a.assignee, a.role_id, target.id, case when a.explicit_group_id is null then target.id end, a.explicit_group_id, ${copy.assignedBy}
    from ${roleAssignment} a
    inner join ${role} r on r.id = a.role_id
    cross join unnest(${sql.param(copy.to)}::int[]) target(id)
    where a.definition_point_id = ${copy.from} and ${isHandedDown(copy.roles)} and ${isOfUserOrGroup}
    order by a.id, target.id
    on conflict do nothing
    returning assignee, definition_point_id as "collectionId", explicit_group_id is not null as "group"`);
  // Assignments to explicit groups count within the group's tree only: where, the places in the tree tell.
  const [onlyTarget, another] = copy.to;
  if (added.some(({ group }) => group)) {
    await refreshEffectiveNodes(db, onlyTarget !== undefined && another === undefined ? onlyTarget : copy.from);
  }
  return added.map(({ assignee, collectionId }) => ({ assignee, collectionId }));
}

/** Assignees of global roles on a collection that are not handed down although their roles are, each once, sorted. */
export async function listAssigneesLeftOut(db: Queryable, collectionId: number, roles: InheritedRoles): Promise<string[]> {
  const rows = await db.execute<{ assignee: string }>(sql`
    select distinct a.assignee
    from ${roleAssignment} a
    inner join ${role} r on r.id = a.role_id
    where a.definition_point_id = ${collectionId} and ${isHandedDown(roles)} and not ${isOfUserOrGroup}
    order by a.assignee`);
  return rows.map(({ assignee }) => assignee);
}
