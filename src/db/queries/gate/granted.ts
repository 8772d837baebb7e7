import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { role, roleAssignment } from '../../schema/role.ts';

/** Whether an assignee is one of some identities. */
function isOneOf(identities: SQLWrapper): SQL {
  return sql`${roleAssignment.assignee} = ${anyOf(identities, 'text')}`;
}

/**
 * SQL for the permissions that some identities hold on a node: the union of the roles assigned to any of them that
 * take effect on any node of its permission path. Source: collections.md 3.3.
 */
export function grantedOn(permissionPath: SQLWrapper, identities: SQLWrapper): SQL<number> {
  // No join: beginning at the roles, which are few, it would read all assignments of each of them.
  return sql<number>`coalesce((select bit_or((select ${role.permissions} from ${role} where ${role.id} = ${roleAssignment.roleId})) from ${roleAssignment} where ${roleAssignment.effectiveNodeId} = any(${permissionPath}) and ${isOneOf(identities)}), 0)`;
}

/**
 * SQL for the ids of all nodes on which some identities hold a permission: a node is open to them when its permission
 * path overlaps this array. The list face of `grantedOn`; it is evaluated once a statement.
 */
export function nodesGranting(permissionBit: number, identities: SQLWrapper): SQL<number[]> {
  return sql<
    number[]
  >`array(select ${roleAssignment.effectiveNodeId} from ${roleAssignment} inner join ${role} on ${role.id} = ${roleAssignment.roleId} where ${isOneOf(identities)} and (${role.permissions} & ${sql.raw(String(permissionBit))}) <> 0)`;
}
