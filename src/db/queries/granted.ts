import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { role, roleAssignment } from '../schema/role.ts';

/**
 * SQL for the permissions that some identities hold on a node: the union of the roles assigned to any of them that
 * take effect on any node of its permission path. Source: collections.md 3.3.
 */
export function grantedOn(permissionPath: SQLWrapper, identities: SQLWrapper): SQL<number> {
  return sql<number>`coalesce((select bit_or(${role.permissions}) from ${roleAssignment} inner join ${role} on ${role.id} = ${roleAssignment.roleId} where ${roleAssignment.effectiveNodeId} = any(${permissionPath}) and ${roleAssignment.assignee} = any(${identities}::text[])), 0)`;
}

/**
 * SQL for the ids of all nodes on which some identities hold a permission: a node is open to them when its permission
 * path overlaps this array. The list face of `grantedOn`; it is evaluated once a statement.
 */
export function nodesGranting(permissionBit: SQLWrapper | number, identities: SQLWrapper): SQL<number[]> {
  return sql<
    number[]
  >`array(select ${roleAssignment.effectiveNodeId} from ${roleAssignment} inner join ${role} on ${role.id} = ${roleAssignment.roleId} where ${roleAssignment.assignee} = any(${identities}::text[]) and (${role.permissions} & ${permissionBit}) <> 0)`;
}
