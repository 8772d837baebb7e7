import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { node } from '../../schema/node.ts';
import { revokedAssignment, role, roleAssignment } from '../../schema/role.ts';

/** A present or former role assignment. */
export interface AssignmentHistoryRow {
  readonly definitionPointId: number;
  readonly assignee: string;
  readonly roleAlias: string;
  /** Identifier of who gave the role; null where the installation did. */
  readonly assignedBy: string | null;
  readonly assignedAt: Date;
  readonly revokedBy: string | null;
  /** Null while it is in effect. */
  readonly revokedAt: Date | null;
}

/** Revokes assignments and keeps their history; their number. The condition is over `a`. */
export async function revokeAssignments(db: Queryable, which: SQL, revokedBy: string): Promise<number> {
  const rows = await db.execute(sql`
    with gone as (delete from ${roleAssignment} a where ${which} returning a.*)
    insert into ${revokedAssignment} (assignee, role_alias, definition_point_id, assigned_by, assigned_at, revoked_by)
    select gone.assignee, r.alias, gone.definition_point_id, gone.assigned_by, gone.created_at, ${revokedBy}
    from gone inner join ${role} r on r.id = gone.role_id
    order by gone.id
    returning id`);
  return rows.length;
}

async function listHistory(db: Queryable, points: SQL): Promise<AssignmentHistoryRow[]> {
  const rows = await db.execute<
    Omit<AssignmentHistoryRow, 'assignedAt' | 'revokedAt'> & { assignedAt: string; revokedAt: string | null }
  >(sql`
    with points as (${points})
    select a.definition_point_id as "definitionPointId", a.assignee, r.alias as "roleAlias", a.assigned_by as "assignedBy",
      a.created_at as "assignedAt", null::text as "revokedBy", null::timestamptz as "revokedAt", a.id as position
    from points inner join ${roleAssignment} a on a.definition_point_id = points.id inner join ${role} r on r.id = a.role_id
    union all
    select v.definition_point_id, v.assignee, v.role_alias, v.assigned_by, v.assigned_at, v.revoked_by, v.revoked_at, v.id
    from points inner join ${revokedAssignment} v on v.definition_point_id = points.id
    order by "assignedAt" desc, "revokedAt" desc nulls first, position desc`);
  return rows.map(({ assignedAt, revokedAt, definitionPointId, assignee, roleAlias, assignedBy, revokedBy }) => ({
    definitionPointId,
    assignee,
    roleAlias,
    assignedBy,
    assignedAt: new Date(assignedAt),
    revokedBy,
    revokedAt: revokedAt === null ? null : new Date(revokedAt),
  }));
}

/** Assignments that are or were made on a node, the newest first. */
export async function listAssignmentHistory(db: Queryable, nodeId: number): Promise<AssignmentHistoryRow[]> {
  return listHistory(db, sql`select ${nodeId}::int as id`);
}

/** Assignments that are or were made on the files of a dataset, the newest first. */
export async function listFileAssignmentHistory(db: Queryable, datasetId: number): Promise<AssignmentHistoryRow[]> {
  return listHistory(db, sql`select n.id from ${node} n where n.owner_id = ${datasetId} and n.kind = 'DATAFILE'`);
}
