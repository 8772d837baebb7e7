import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type Listed, type PageWindow, WHOLE } from '../../../model/page-window.ts';
import { idWindow } from '../../id-window.ts';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { node } from '../../schema/node.ts';
import { role, roleAssignment } from '../../schema/role.ts';
import { isUniqueViolation } from '../../unique-violation.ts';
import { effectiveNodeOf } from '../gate/effective-nodes.ts';
import { groupIdOf, parseGroupIdentifier } from './groups.ts';
import { revokeAssignments } from './revoked-assignments.ts';

export type RoleRow = typeof role.$inferSelect;

export interface RoleAssignmentRow {
  readonly id: number;
  readonly assignee: string;
  readonly roleId: number;
  readonly definitionPointId: number;
  /** Where it takes effect; null where it does nowhere. */
  readonly effectiveNodeId: number | null;
  readonly privateUrlToken: string | null;
}

const assignmentColumns = {
  id: roleAssignment.id,
  assignee: roleAssignment.assignee,
  roleId: roleAssignment.roleId,
  definitionPointId: roleAssignment.definitionPointId,
  effectiveNodeId: roleAssignment.effectiveNodeId,
  privateUrlToken: roleAssignment.privateUrlToken,
};

/** Global roles, by id. */
export async function listGlobalRoles(db: Queryable): Promise<RoleRow[]> {
  return db.select().from(role).where(isNull(role.ownerId)).orderBy(asc(role.id));
}

/** Global roles, by name. */
export async function listGlobalRolesByName(db: Queryable): Promise<RoleRow[]> {
  return db.select().from(role).where(isNull(role.ownerId)).orderBy(asc(role.name), asc(role.id));
}

/** Every role of the installation, by id. */
export async function listAllRoles(db: Queryable): Promise<RoleRow[]> {
  return db.select().from(role).orderBy(asc(role.id));
}

/** Roles that some identities have anywhere, by id. */
export async function listRolesHeldBy(db: Queryable, identities: readonly string[]): Promise<RoleRow[]> {
  return db
    .select()
    .from(role)
    .where(sql`exists (select from role_assignment a where a.role_id = ${sql`"role"."id"`} and a.assignee = ${anyOf(identities, 'text')})`)
    .orderBy(asc(role.id));
}

/** Roles that some collections define, by id. */
export async function listRolesOwnedBy(db: Queryable, ownerIds: readonly number[]): Promise<RoleRow[]> {
  return db
    .select()
    .from(role)
    .where(sql`${role.ownerId} = ${anyOf(ownerIds, 'int')}`)
    .orderBy(asc(role.id));
}

/** Roles with the given ids, in no order. */
export async function listRolesByIds(db: Queryable, ids: readonly number[]): Promise<RoleRow[]> {
  return db
    .select()
    .from(role)
    .where(sql`${role.id} = ${anyOf(ids, 'int')}`);
}

/** How a role is named; the alias in exact case. */
export type RoleKey = { readonly id: number } | { readonly alias: string };

/** Finds a role, global or not. `lock` prevents other transactions from changing, deleting or assigning it until this one ends. */
export async function findRole(db: Queryable, key: RoleKey, options: { readonly lock?: boolean } = {}): Promise<RoleRow | undefined> {
  const found = db
    .select()
    .from(role)
    .where('id' in key ? eq(role.id, key.id) : eq(role.alias, key.alias));
  const [row] = await (options.lock === true ? found.for('update') : found);
  return row;
}

/** Finds a role by its alias as a collection may make it its default: a global one or its own. It stays until the transaction ends. */
export async function holdRoleFor(db: Queryable, alias: string, collectionId: number): Promise<RoleRow | undefined> {
  const [row] = await db
    .select()
    .from(role)
    .where(and(eq(role.alias, alias), sql`(${role.ownerId} is null or ${role.ownerId} = ${collectionId})`))
    .for('key share');
  return row;
}

/** Finds a role by its alias among the global ones and those of the given collections. It stays until the transaction ends. */
export async function findRoleByAlias(db: Queryable, alias: string, ownerIds: readonly number[]): Promise<RoleRow | undefined> {
  const [row] = await db
    .select()
    .from(role)
    .where(and(eq(role.alias, alias), sql`(${role.ownerId} is null or ${role.ownerId} = ${anyOf(ownerIds, 'int')})`))
    .for('key share');
  return row;
}

/** Stores a role unless its alias is taken; undefined when it is. */
export async function insertRole(db: Queryable, values: typeof role.$inferInsert): Promise<RoleRow | undefined> {
  const [row] = await db.insert(role).values(values).onConflictDoNothing().returning();
  return row;
}

/** Overwrites a role; undefined if another one has the alias: the transaction is aborted then. */
export async function updateRole(
  db: Queryable,
  id: number,
  values: Pick<RoleRow, 'alias' | 'name' | 'description' | 'permissions'>,
): Promise<RoleRow | undefined> {
  try {
    const [row] = await db.update(role).set(values).where(eq(role.id, id)).returning();
    return row;
  } catch (error) {
    if (isUniqueViolation(error, 'role_alias_key')) return undefined;
    throw error;
  }
}

/** Removes a role and its assignments; how many there were. */
export async function deleteRole(db: Queryable, id: number, revokedBy: string): Promise<number> {
  const revoked = await revokeAssignments(db, sql`a.role_id = ${id}`, revokedBy);
  await db.delete(role).where(eq(role.id, id));
  return revoked;
}

/** Assignments to some identities that take effect on the given nodes, each with the node, by id. */
export async function listEffectiveAssignments(
  db: Queryable,
  identities: readonly string[],
  nodeIds: readonly number[],
): Promise<(RoleAssignmentRow & { readonly nodeId: number })[]> {
  return db
    .select({ ...assignmentColumns, nodeId: node.id })
    .from(node)
    .innerJoin(roleAssignment, sql`${roleAssignment.effectiveNodeId} = any(${node.permissionPath})`)
    .where(and(sql`${node.id} = ${anyOf(nodeIds, 'int')}`, sql`${roleAssignment.assignee} = ${anyOf(identities, 'text')}`))
    .orderBy(asc(roleAssignment.id));
}

const onNodes = sql`${roleAssignment.definitionPointId} = ${anyOf(sql.placeholder('nodeIds'), 'int')}`;
const windowOn = idWindow(roleAssignment.id, (db, { within, order, limit, suffix }) =>
  db
    .select(assignmentColumns)
    .from(roleAssignment)
    .where(sql`${onNodes} and ${within}`)
    .orderBy(sql`${order} ${limit}`)
    .prepare(`role_assignments_on_${suffix}`),
);

/** Assignments made directly on the given nodes, by id. */
export async function listAssignmentsOn(
  db: Queryable,
  nodeIds: readonly number[],
  window: PageWindow<number> = WHOLE,
): Promise<readonly RoleAssignmentRow[]> {
  return windowOn(db, window, { nodeIds });
}

/** A window of these, and their number. */
export async function pageAssignmentsOn(
  db: Queryable,
  nodeIds: readonly number[],
  window: PageWindow<number>,
): Promise<Listed<RoleAssignmentRow>> {
  return {
    rows: await listAssignmentsOn(db, nodeIds, window),
    count: () => db.$count(roleAssignment, sql`${roleAssignment.definitionPointId} = ${anyOf(nodeIds, 'int')}`),
  };
}

/** Assignments with the given ids, in no order. */
export async function listAssignmentsByIds(db: Queryable, ids: readonly number[]): Promise<RoleAssignmentRow[]> {
  return db
    .select(assignmentColumns)
    .from(roleAssignment)
    .where(sql`${roleAssignment.id} = ${anyOf(ids, 'int')}`);
}

/** Finds an assignment made on a node. */
export async function findAssignment(db: Queryable, id: number, definitionPointId: number): Promise<RoleAssignmentRow | undefined> {
  const [row] = await db
    .select(assignmentColumns)
    .from(roleAssignment)
    .where(and(eq(roleAssignment.id, id), eq(roleAssignment.definitionPointId, definitionPointId)));
  return row;
}

/** Finds an assignment made on a dataset that a collection holds itself. */
export async function findAssignmentOnDatasetOf(db: Queryable, id: number, collectionId: number): Promise<RoleAssignmentRow | undefined> {
  const [row] = await db
    .select(assignmentColumns)
    .from(roleAssignment)
    .innerJoin(node, eq(node.id, roleAssignment.definitionPointId))
    .where(and(eq(roleAssignment.id, id), eq(node.ownerId, collectionId), eq(node.kind, 'DATASET')));
  return row;
}

const windowOf = idWindow(roleAssignment.id, (db, { within, order, limit, suffix }) =>
  db
    .select(assignmentColumns)
    .from(roleAssignment)
    .where(sql`${roleAssignment.assignee} = ${sql.placeholder('assignee')} and ${within}`)
    .orderBy(sql`${order} ${limit}`)
    .prepare(`role_assignments_of_${suffix}`),
);

/** Assignments to exactly this assignee anywhere, by id. */
export async function listAssignmentsOf(
  db: Queryable,
  assignee: string,
  window: PageWindow<number> = WHOLE,
): Promise<readonly RoleAssignmentRow[]> {
  return windowOf(db, window, { assignee });
}

/** A window of these, and their number. */
export async function pageAssignmentsOf(db: Queryable, assignee: string, window: PageWindow<number>): Promise<Listed<RoleAssignmentRow>> {
  return {
    rows: await listAssignmentsOf(db, assignee, window),
    count: () => db.$count(roleAssignment, eq(roleAssignment.assignee, assignee)),
  };
}

/**
 * Stores an assignment unless the assignee already has the role there; undefined if so. An assignment to an explicit group depends on the
 * group and takes effect only inside its tree.
 */
export async function insertAssignment(
  db: Queryable,
  values: { assignee: string; roleId: number; definitionPointId: number; assignedBy: string | null },
): Promise<RoleAssignmentRow | undefined> {
  const group = parseGroupIdentifier(values.assignee);
  const scope =
    group === undefined
      ? { effectiveNodeId: values.definitionPointId }
      : { explicitGroupId: groupIdOf(group), effectiveNodeId: effectiveNodeOf(values.definitionPointId, group) };
  const [row] = await db
    .insert(roleAssignment)
    .values({ ...values, ...scope })
    .onConflictDoNothing()
    .returning(assignmentColumns)
    .prepare('role_assignment_insert')
    .execute();
  return row;
}

/** Deletes an assignment. */
export async function deleteAssignment(db: Queryable, id: number, revokedBy: string): Promise<void> {
  await revokeAssignments(db, sql`a.id = ${id}`, revokedBy);
}
