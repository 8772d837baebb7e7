import { type SQL, sql } from 'drizzle-orm';
import type { Listed, PageWindow } from '../../../model/page-window.ts';
import type { Queryable } from '../../client.ts';
import { atMost } from '../../kept-plans.ts';
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
  readonly place: HistoryPlace;
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

/** A place in a history: when the role was given, when it was taken away (null while it holds), and the id of the entry. */
export type HistoryPlace = readonly [assignedMicros: string, revokedMicros: string, id: number];

interface HistoryRow extends Omit<AssignmentHistoryRow, 'assignedAt' | 'revokedAt' | 'place'> {
  readonly assignedAt: string;
  readonly revokedAt: string | null;
  readonly assignedMicros: string;
  readonly revokedMicros: string;
  readonly position: number;
}

function entriesOn(points: SQL): SQL {
  return sql`points as (${points}), entries as (
    select a.definition_point_id as "definitionPointId", a.assignee, r.alias as "roleAlias", a.assigned_by as "assignedBy",
      a.created_at as "assignedAt", null::text as "revokedBy", null::timestamptz as "revokedAt", a.id as position
    from points inner join ${roleAssignment} a on a.definition_point_id = points.id inner join ${role} r on r.id = a.role_id
    union all
    select v.definition_point_id, v.assignee, v.role_alias, v.assigned_by, v.assigned_at, v.revoked_by, v.revoked_at, v.id
    from points inner join ${revokedAssignment} v on v.definition_point_id = points.id)`;
}

const ASSIGNED = sql`(extract(epoch from "assignedAt") * 1000000)::bigint`;
/** What holds comes before what was taken away. */
const REVOKED = sql`coalesce((extract(epoch from "revokedAt") * 1000000)::bigint, 9223372036854775807)`;

async function pageHistory(
  db: Queryable,
  points: SQL,
  { after, before, limit, fromEnd }: PageWindow<HistoryPlace>,
): Promise<Listed<AssignmentHistoryRow>> {
  const beyond = ([assigned, revoked, id]: HistoryPlace) => sql`(${assigned}::bigint, ${revoked}::bigint, ${id}::int)`;
  const place = sql`(${ASSIGNED}, ${REVOKED}, position)`;
  const direction = fromEnd ? sql`asc` : sql`desc`;
  const read = await db.execute<HistoryRow & Record<string, unknown>>(sql`
    with ${entriesOn(points)}
    select *, ${ASSIGNED}::text as "assignedMicros", ${REVOKED}::text as "revokedMicros" from entries
    where ${after === null ? sql`true` : sql`${place} < ${beyond(after)}`} and ${before === null ? sql`true` : sql`${place} > ${beyond(before)}`}
    order by ${ASSIGNED} ${direction}, ${REVOKED} ${direction}, position ${direction} ${atMost(sql.param(limit))}`);
  const rows = read.map(({ assignedAt, revokedAt, definitionPointId, assignee, roleAlias, assignedBy, revokedBy, ...at }) => ({
    definitionPointId,
    assignee,
    roleAlias,
    assignedBy,
    assignedAt: new Date(assignedAt),
    revokedBy,
    revokedAt: revokedAt === null ? null : new Date(revokedAt),
    place: [at.assignedMicros, at.revokedMicros, at.position] as const,
  }));
  return {
    rows: fromEnd ? rows.toReversed() : rows,
    count: async () => {
      const [counted] = await db.execute<{ count: number }>(sql`with ${entriesOn(points)} select count(*)::int as count from entries`);
      return counted?.count ?? 0;
    },
  };
}

/** Assignments that are or were made on a node, the newest first. */
export async function pageAssignmentHistory(
  db: Queryable,
  nodeId: number,
  window: PageWindow<HistoryPlace>,
): Promise<Listed<AssignmentHistoryRow>> {
  return pageHistory(db, sql`select ${nodeId}::int as id`, window);
}

/** Assignments that are or were made on the files of a dataset, the newest first. */
export async function pageFileAssignmentHistory(
  db: Queryable,
  datasetId: number,
  window: PageWindow<HistoryPlace>,
): Promise<Listed<AssignmentHistoryRow>> {
  return pageHistory(db, sql`select n.id from ${node} n where n.owner_id = ${datasetId} and n.kind = 'DATAFILE'`, window);
}
