import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../../client.ts';
import { roleAssignment } from '../../schema/role.ts';
import { revokeAssignments } from '../access/revoked-assignments.ts';
import type { RoleAssignmentRow } from '../access/roles.ts';

/** The private URL of a dataset: an assignment whose token makes its bearer the assignee. */
export interface PrivateUrlRow {
  readonly token: string;
  readonly anonymized: boolean;
  readonly assignment: RoleAssignmentRow;
}

const assignmentColumns = {
  id: roleAssignment.id,
  assignee: roleAssignment.assignee,
  roleId: roleAssignment.roleId,
  definitionPointId: roleAssignment.definitionPointId,
  effectiveNodeId: roleAssignment.effectiveNodeId,
  privateUrlToken: roleAssignment.privateUrlToken,
};

/** Finds the private URL of a dataset. */
export async function findPrivateUrl(db: Queryable, datasetId: number): Promise<PrivateUrlRow | undefined> {
  const [row] = await db
    .select({ assignment: assignmentColumns, anonymized: roleAssignment.privateUrlAnonymized })
    .from(roleAssignment)
    .where(and(eq(roleAssignment.definitionPointId, datasetId), isNotNull(roleAssignment.privateUrlToken)));
  const token = row?.assignment.privateUrlToken;
  return row === undefined || token === null || token === undefined ? undefined : { token, ...row };
}

/** Stores the private URL of a dataset; an existing manual assignment to the same assignee becomes it. */
export async function insertPrivateUrl(
  db: Queryable,
  values: {
    readonly assignee: string;
    readonly roleId: number;
    readonly datasetId: number;
    readonly token: string;
    readonly anonymized: boolean;
    readonly assignedBy: string;
  },
): Promise<void> {
  const secret = { privateUrlToken: values.token, privateUrlAnonymized: values.anonymized };
  await db
    .insert(roleAssignment)
    .values({
      assignee: values.assignee,
      roleId: values.roleId,
      definitionPointId: values.datasetId,
      effectiveNodeId: values.datasetId,
      assignedBy: values.assignedBy,
      ...secret,
    })
    .onConflictDoUpdate({ target: [roleAssignment.definitionPointId, roleAssignment.assignee, roleAssignment.roleId], set: secret });
}

/** Deletes the private URL of a dataset; whether there was one. */
export async function deletePrivateUrl(db: Queryable, datasetId: number, revokedBy: string): Promise<boolean> {
  return (await revokeAssignments(db, sql`a.definition_point_id = ${datasetId} and a.private_url_token is not null`, revokedBy)) > 0;
}

/** The assignee that a token stands for. */
export interface PrivateUrlVisit {
  readonly datasetId: number;
  readonly anonymized: boolean;
}

const byTokenStatement = prepared((db) =>
  db
    .select({ datasetId: roleAssignment.definitionPointId, anonymized: roleAssignment.privateUrlAnonymized })
    .from(roleAssignment)
    .where(sql`${roleAssignment.privateUrlToken} = ${sql.placeholder('token')}::uuid`)
    .prepare('private_url_by_token'),
);

/** Finds the dataset whose private URL has a token, which must have the form of a UUID. */
export async function findPrivateUrlByToken(db: Queryable, token: string): Promise<PrivateUrlVisit | undefined> {
  const [row] = await byTokenStatement(db).execute({ token });
  return row;
}
