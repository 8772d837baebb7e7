import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { explicitGroup } from '../../schema/group.ts';
import { node } from '../../schema/node.ts';
import { roleAssignment } from '../../schema/role.ts';

/**
 * SQL for where an assignment to an explicit group takes effect, over `point` (the node it is made on) and `owner` (the
 * node that defines the group). Made inside the group's tree, it counts where it is made; made above, it counts from the
 * owner on, if it reaches it; else nowhere. Source: collections.md 3.3, 4.
 */
const meetingPoint = sql`case when owner.id = any(point.path) then point.id when point.id = any(owner.permission_path) then owner.id end`;

/** SQL for where an assignment to an explicit group takes effect that is about to be made on a node. */
export function effectiveNodeOf(
  definitionPointId: number,
  group: { readonly ownerId: number; readonly alias: string },
): SQL<number | null> {
  return sql<
    number | null
  >`(select ${meetingPoint} from ${explicitGroup} g inner join ${node} owner on owner.id = g.owner_id inner join ${node} point on point.id = ${definitionPointId} where g.owner_id = ${group.ownerId} and g.alias = ${group.alias})`;
}

/**
 * Recomputes where assignments to explicit groups take effect, after the places of a node and everything below it have
 * changed: assignments made in that subtree, and assignments to groups defined in it. One statement.
 */
export async function refreshEffectiveNodes(db: Queryable, subtreeRootId: number): Promise<void> {
  await db.execute(sql`
    with moved as (select id from ${node} where path @> array[${subtreeRootId}]::int[]),
    touched as (
      select a.id from moved inner join ${roleAssignment} a on a.definition_point_id = moved.id where a.explicit_group_id is not null
      union
      select a.id from moved inner join ${explicitGroup} g on g.owner_id = moved.id inner join ${roleAssignment} a on a.explicit_group_id = g.id
    ),
    placed as (
      select a.id, ${meetingPoint} as effective_node_id
      from touched
      inner join ${roleAssignment} a on a.id = touched.id
      inner join ${explicitGroup} g on g.id = a.explicit_group_id
      inner join ${node} owner on owner.id = g.owner_id
      inner join ${node} point on point.id = a.definition_point_id
    )
    update ${roleAssignment} set effective_node_id = placed.effective_node_id
    from placed
    where ${roleAssignment}.id = placed.id and ${roleAssignment}.effective_node_id is distinct from placed.effective_node_id`);
}
