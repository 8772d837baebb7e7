import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { role, roleAssignment } from '../schema/role.ts';

export type RoleRow = typeof role.$inferSelect;

export interface RoleAssignmentRow {
  readonly id: number;
  readonly assignee: string;
  readonly roleId: number;
  readonly definitionPointId: number;
  readonly privateUrlToken: string | null;
}

const assignmentColumns = {
  id: roleAssignment.id,
  assignee: roleAssignment.assignee,
  roleId: roleAssignment.roleId,
  definitionPointId: roleAssignment.definitionPointId,
  privateUrlToken: roleAssignment.privateUrlToken,
};

/** Global roles, by id. */
export async function listGlobalRoles(db: Queryable): Promise<RoleRow[]> {
  return db.select().from(role).where(isNull(role.ownerId)).orderBy(asc(role.id));
}

/** Roles that some collections define, by id. */
export async function listRolesOwnedBy(db: Queryable, ownerIds: readonly number[]): Promise<RoleRow[]> {
  return db
    .select()
    .from(role)
    .where(sql`${role.ownerId} = any(${sql.param(ownerIds)}::int[])`)
    .orderBy(asc(role.id));
}

/** Roles with the given ids, in no order. */
export async function listRolesByIds(db: Queryable, ids: readonly number[]): Promise<RoleRow[]> {
  return db
    .select()
    .from(role)
    .where(sql`${role.id} = any(${sql.param(ids)}::int[])`);
}

/** Finds a role by its alias among the global ones and those of the given collections. */
export async function findRoleByAlias(db: Queryable, alias: string, ownerIds: readonly number[]): Promise<RoleRow | undefined> {
  const [row] = await db
    .select()
    .from(role)
    .where(and(eq(role.alias, alias), sql`(${role.ownerId} is null or ${role.ownerId} = any(${sql.param(ownerIds)}::int[]))`));
  return row;
}

/** Stores a role unless its alias is taken; undefined when it is. */
export async function insertRole(db: Queryable, values: typeof role.$inferInsert): Promise<RoleRow | undefined> {
  const [row] = await db.insert(role).values(values).onConflictDoNothing().returning();
  return row;
}

/** Assignments made directly on the given nodes, by id. */
export async function listAssignmentsOn(db: Queryable, nodeIds: readonly number[]): Promise<RoleAssignmentRow[]> {
  return db
    .select(assignmentColumns)
    .from(roleAssignment)
    .where(sql`${roleAssignment.definitionPointId} = any(${sql.param(nodeIds)}::int[])`)
    .orderBy(asc(roleAssignment.id));
}

/** Assignments with the given ids, in no order. */
export async function listAssignmentsByIds(db: Queryable, ids: readonly number[]): Promise<RoleAssignmentRow[]> {
  return db
    .select(assignmentColumns)
    .from(roleAssignment)
    .where(sql`${roleAssignment.id} = any(${sql.param(ids)}::int[])`);
}

/** Finds an assignment made on a node. */
export async function findAssignment(db: Queryable, id: number, definitionPointId: number): Promise<RoleAssignmentRow | undefined> {
  const [row] = await db
    .select(assignmentColumns)
    .from(roleAssignment)
    .where(and(eq(roleAssignment.id, id), eq(roleAssignment.definitionPointId, definitionPointId)));
  return row;
}

/** Stores an assignment unless the assignee has the role there already; undefined when it has. */
export async function insertAssignment(
  db: Queryable,
  values: { assignee: string; roleId: number; definitionPointId: number },
): Promise<RoleAssignmentRow | undefined> {
  const [row] = await db
    .insert(roleAssignment)
    .values({ ...values, effectiveNodeId: values.definitionPointId })
    .onConflictDoNothing()
    .returning(assignmentColumns);
  return row;
}

/** Removes an assignment. */
export async function deleteAssignment(db: Queryable, id: number): Promise<void> {
  await db.delete(roleAssignment).where(eq(roleAssignment.id, id));
}
