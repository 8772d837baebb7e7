import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { role, roleAssignment } from '../../schema/role.ts';

/** `kept`: the plan of the statement is kept for other values. `once`: it is made for these, and sees how many assignments they have. */
export type Planned = 'kept' | 'once';

/** Whether an assignee is one of some identities. */
function isOneOf(identities: SQLWrapper, planned: Planned = 'kept'): SQL {
  return sql`${roleAssignment.assignee} = ${planned === 'kept' ? anyOf(identities, 'text') : sql`any(${identities})`}`;
}

const PREFIX = 'within:';

/**
 * What confines identities to the tree of a collection, if it is the first of them: so every statement that asks for permissions applies
 * the limits of a token.
 */
export function within(collectionId: number): string {
  return `${PREFIX}${collectionId}`;
}

/** Other SQL for confined identities. The plan does not depend on whether they are: see kept-plans.ts for the subquery. */
function ifConfined(identities: SQLWrapper, confined: (collectionId: SQL) => SQL, otherwise: SQLWrapper): SQL {
  const first = sql`(select (${identities}::text[])[1])`;
  const collectionId = sql`substr(${first}, ${sql.raw(String(PREFIX.length + 1))})::int`;
  return sql`case when starts_with(${first}, '${sql.raw(PREFIX)}') then ${confined(collectionId)} else ${otherwise} end`;
}

/** Whether the first node of a permission path is within the reach of the identities. */
export function withinReach(permissionPath: SQLWrapper, identities: SQLWrapper): SQL {
  return ifConfined(
    identities,
    (collectionId) =>
      sql`exists (select from node reached where reached.id = (${permissionPath})[1] and reached.path @> array[${collectionId}])`,
    sql`true`,
  );
}

/**
 * SQL for the permissions that some identities hold on a node: the union of the roles assigned to any of them that
 * take effect on any node of its permission path. Source: collections.md 3.3.
 */
export function grantedOn(permissionPath: SQLWrapper, identities: SQLWrapper): SQL<number> {
  // No join: beginning at the roles, which are few, it would read all assignments of each of them.
  return sql<number>`coalesce((select bit_or((select ${role.permissions} from ${role} where ${role.id} = ${roleAssignment.roleId})) from ${roleAssignment} where ${roleAssignment.effectiveNodeId} = any(${permissionPath}) and ${isOneOf(identities)} and ${withinReach(permissionPath, identities)}), 0)`;
}

/** The node on which an assignment counts: where it takes effect; for confined identities their collection, if that lies below. */
function effectiveWithin(identities: SQLWrapper): SQL {
  return ifConfined(
    identities,
    (collectionId) => sql`(
      select case when reach.id = any(place.path) then place.id when place.id = any(reach.permission_path) then reach.id end
      from node place, node reach where place.id = ${roleAssignment.effectiveNodeId} and reach.id = ${collectionId})`,
    roleAssignment.effectiveNodeId,
  );
}

/**
 * SQL for the ids of all nodes on which some identities hold a permission: a node is open to them when its permission
 * path overlaps this array. The list face of `grantedOn`; it is evaluated once a statement.
 */
export function nodesGranting(permissionBit: number, identities: SQLWrapper, planned: Planned = 'kept'): SQL<number[]> {
  const bit = sql.raw(String(permissionBit));
  if (planned === 'once') {
    return sql<
      number[]
    >`array(select ${effectiveWithin(identities)} from ${roleAssignment} inner join ${role} on ${role.id} = ${roleAssignment.roleId} where ${isOneOf(identities, planned)} and (${role.permissions} & ${bit}) <> 0)`;
  }
  // No join, as above.
  return sql<
    number[]
  >`array(select ${effectiveWithin(identities)} from ${roleAssignment} where ${isOneOf(identities)} and ((select ${role.permissions} from ${role} where ${role.id} = ${roleAssignment.roleId}) & ${bit}) <> 0)`;
}
