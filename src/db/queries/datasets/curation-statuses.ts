import { asc, desc, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { datasetVersion } from '../../schema/dataset.ts';
import { curationStatus } from '../../schema/review.ts';
import { userAccount } from '../../schema/user.ts';

/** A curation status of a version as it was set or cleared. */
export interface CurationStatusRow {
  readonly id: number;
  readonly datasetId: number;
  readonly datasetVersionId: number;
  /** Null where the status was cleared. */
  readonly label: string | null;
  /** Null where the system did it. */
  readonly userName: string | null;
  readonly createdAt: Date;
}

const statusColumns = {
  id: curationStatus.id,
  datasetId: datasetVersion.datasetId,
  datasetVersionId: curationStatus.datasetVersionId,
  label: curationStatus.label,
  userName: userAccount.userName,
  createdAt: curationStatus.createdAt,
};

/** Curation statuses of the newest versions of some datasets, newest first. One statement, whatever their number. */
export async function listStatusesOfNewest(db: Queryable, datasetIds: readonly number[]): Promise<CurationStatusRow[]> {
  return db
    .select(statusColumns)
    .from(curationStatus)
    .innerJoin(datasetVersion, eq(datasetVersion.id, curationStatus.datasetVersionId))
    .leftJoin(userAccount, eq(userAccount.id, curationStatus.userAccountId))
    .where(
      sql`${datasetVersion.datasetId} = ${anyOf(datasetIds, 'int')} and not exists (select from dataset_version newer where newer.dataset_id = ${datasetVersion.datasetId} and newer.ordinal > ${datasetVersion.ordinal})`,
    )
    .orderBy(desc(curationStatus.id));
}

/** The label of a version now; null when it has none, cleared or never set. */
export async function findCurationLabel(db: Queryable, versionId: number): Promise<string | null> {
  const [row] = await db
    .select({ label: curationStatus.label })
    .from(curationStatus)
    .where(eq(curationStatus.datasetVersionId, versionId))
    .orderBy(desc(curationStatus.id))
    .limit(1);
  return row?.label ?? null;
}

/** Stores a change of a version's curation status; a null label clears it. */
export async function insertCurationStatus(
  db: Queryable,
  values: { datasetVersionId: number; label: string | null; userAccountId: number | null },
): Promise<void> {
  await db.insert(curationStatus).values(values);
}

/** Makes the curation statuses of one version those of another. */
export async function moveCurationStatuses(db: Queryable, from: number, to: number): Promise<void> {
  await db.update(curationStatus).set({ datasetVersionId: to }).where(eq(curationStatus.datasetVersionId, from));
}

/** A dataset with a draft, as far as curation goes. */
export interface CuratedDraftRow {
  readonly datasetId: number;
  readonly versionId: number;
  readonly title: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Drafts of all datasets, or of one, by dataset id. */
export async function listCuratedDrafts(db: Queryable, datasetId: number | null): Promise<CuratedDraftRow[]> {
  return db
    .select({
      datasetId: datasetVersion.datasetId,
      versionId: datasetVersion.id,
      title: datasetVersion.title,
      createdAt: datasetVersion.createdAt,
      updatedAt: datasetVersion.updatedAt,
    })
    .from(datasetVersion)
    .where(sql`${datasetVersion.state} = 'DRAFT' and (${datasetId}::int is null or ${datasetVersion.datasetId} = ${datasetId}::int)`)
    .orderBy(asc(datasetVersion.datasetId));
}

/** Who has a role that takes effect on a dataset, in the order the role was given. */
export interface RoleHoldersRow {
  readonly datasetId: number;
  readonly roleId: number;
  readonly assignees: string[];
}

/** Who has each of some roles on each of some datasets, directly or from above. */
export async function listRoleHolders(db: Queryable, datasetIds: readonly number[], roleIds: readonly number[]): Promise<RoleHoldersRow[]> {
  const rows = await db.execute<{ dataset_id: number; role_id: number; assignees: string[] }>(sql`
    select n.id as dataset_id, a.role_id, array_agg(a.assignee order by a.id) as assignees
    from node n
    inner join role_assignment a on a.effective_node_id = any(n.permission_path)
    where n.id = ${anyOf(datasetIds, 'int')} and a.role_id = ${anyOf(roleIds, 'int')}
    group by n.id, a.role_id`);
  return rows.map((row) => ({ datasetId: row.dataset_id, roleId: row.role_id, assignees: row.assignees }));
}
