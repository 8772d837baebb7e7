/**
 * What an installation holds and how it is used, of a collection and all that is below it. Guests may see all that is counted: it is
 * published, and not withdrawn. Source: users-admin.md 15.3.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CountedKind, DownloadKind } from '../../../vocabulary/metrics.ts';
import type { Queryable } from '../../client.ts';
import { published, released } from '../gate/visible.ts';
import { userAccount } from '../../schema/user.ts';

/** A collection whose metrics are asked for; the root holds everything. */
export interface MetricScope {
  readonly collectionId: number;
  readonly isRoot: boolean;
}

/** How much was added on a day, `yyyy-mm-dd` in UTC. */
export type DayCount = readonly [day: string, count: number];

const dayOf = (moment: SQLWrapper): SQL => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;
const publicationDay = dayOf(sql`node.published_at`);

/** Whether `node` is the collection or below it. */
function below({ collectionId, isRoot }: MetricScope): SQL {
  return isRoot ? sql`true` : sql`node.path @> array[${collectionId}::int]`;
}

/** Files of the newest released versions: to be joined with `node`. */
const releasedFiles = sql`(select fm.data_file_id as id from
  (select dataset_id, max(ordinal) as ordinal from dataset_version where state = 'RELEASED' group by dataset_id) newest
  join file_metadata fm on fm.dataset_id = newest.dataset_id and fm.valid_from <= newest.ordinal and (fm.valid_to is null or fm.valid_to > newest.ordinal)) held`;

function additions(kind: CountedKind, scope: MetricScope): SQL {
  switch (kind) {
    case 'COLLECTIONS':
      return sql`select ${publicationDay} as day, 1 as added from node where node.kind = 'COLLECTION' and ${published} and ${below(scope)}`;
    case 'DATASETS':
      return sql`select ${publicationDay} as day, 1 as added from node where node.kind = 'DATASET' and ${released} and ${below(scope)}`;
    case 'FILES':
      return sql`select ${publicationDay} as day, 1 as added from ${releasedFiles} join node on node.id = held.id where ${published} and ${below(scope)}`;
    case 'DOWNLOADS':
      return sql`select fd.day::text as day, fd.downloads as added from file_download_day fd join node on node.id = fd.data_file_id where ${below(scope)}`;
    case 'ACCOUNTS':
      return sql`select ${dayOf(userAccount.createdAt)} as day, 1 as added from user_account`;
  }
}

/** What was added by day, oldest first; days without anything are left out. */
export async function listAdditions(db: Queryable, kind: CountedKind, scope: MetricScope): Promise<DayCount[]> {
  const rows = await db.execute<{ day: string; count: number }>(
    sql`select day, sum(added)::float8 as count from (${additions(kind, scope)}) one group by day having sum(added) > 0 order by day`,
  );
  return rows.map(({ day, count }) => [day, count]);
}

/** Number of published collections of each type. */
export async function countByType(db: Queryable, scope: MetricScope): Promise<{ readonly name: string; readonly count: number }[]> {
  return [
    ...(await db.execute<{ name: string; count: number }>(
      sql`select c.collection_type::text as name, count(*)::int as count from node join collection c on c.id = node.id where ${published} and ${below(scope)} group by 1 order by count desc, name`,
    )),
  ];
}

/** Number of published collections that hold datasets of each subject. */
export async function countBySubject(db: Queryable, scope: MetricScope): Promise<{ readonly name: string; readonly count: number }[]> {
  return [
    ...(await db.execute<{ name: string; count: number }>(
      sql`select s.subject as name, count(*)::int as count from node join collection_subject s on s.collection_id = node.id where ${published} and ${below(scope)} group by 1 order by count desc, name`,
    )),
  ];
}

/** Released datasets of each subject, by the month of their publication, `yyyy-mm`. */
export async function listSubjectMonths(
  db: Queryable,
  scope: MetricScope,
): Promise<{ readonly name: string; readonly month: string; readonly count: number }[]> {
  return [
    ...(await db.execute<{ name: string; month: string; count: number }>(
      sql`select substr(facet, 9) as name, left(${publicationDay}, 7) as month, count(*)::int as count
      from search_document doc join node on node.id = doc.node_id, unnest(doc.facets) facet
      where doc.kind = 'DATASET' and doc.state = 'RELEASED' and starts_with(facet, 'subject=') and ${released} and ${below(scope)} group by 1, 2`,
    )),
  ];
}

/** Files of released versions and their bytes by media type and month of publication; of the types with most files. */
export async function listTypeMonths(
  db: Queryable,
  scope: MetricScope,
  mostTypes: number,
): Promise<{ readonly name: string; readonly month: string; readonly count: number; readonly sizeBytes: number }[]> {
  return [
    ...(await db.execute<{ name: string; month: string; count: number; sizeBytes: number }>(
      sql`with one as (
        select df.content_type as name, left(${publicationDay}, 7) as month, count(*)::int as count, sum(df.size_bytes)::float8 as size
        from ${releasedFiles} join node on node.id = held.id join data_file df on df.id = held.id where ${published} and ${below(scope)} group by 1, 2),
      most as (select name from one group by name order by sum(count) desc, name limit ${mostTypes}::int)
      select name, month, count, size as "sizeBytes" from one where name in (select name from most) order by month, name`,
    )),
  ];
}

/** Downloads of a file or a dataset. */
export interface DownloadsOf {
  readonly databaseId: number;
  readonly persistentId: string | null;
  readonly count: number;
}

const PERSISTENT_ID = sql`d.protocol || ':' || d.authority || d.separator || d.identifier`;

function downloadsByMonth(kind: DownloadKind, scope: MetricScope, fromMonth: string | null): SQL {
  if (kind === 'UNIQUE_DATASET') {
    return sql`select d.id, ${PERSISTENT_ID} as pid, u.month, u.downloads_unique as count from usage_month u join dataset d on d.id = u.dataset_id join node on node.id = d.id
      where ${released} and ${below(scope)} and u.month >= coalesce(${fromMonth}::text, '')`;
  }
  const counted = kind === 'FILE' ? sql`fd.downloads` : sql`fd.unique_downloads`;
  return sql`select df.id, df.persistent_id as pid, to_char(fd.day, 'YYYY-MM') as month, ${counted} as count from file_download_day fd join data_file df on df.id = fd.data_file_id join node on node.id = df.id
    where ${below(scope)}`;
}

/** Files or datasets by downloads up to the end of a month, the largest counts first. */
export async function listDownloads(
  db: Queryable,
  kind: DownloadKind,
  scope: MetricScope,
  { toMonth, fromMonth, limit }: { readonly toMonth: string; readonly fromMonth: string | null; readonly limit: number },
): Promise<DownloadsOf[]> {
  return [
    ...(await db.execute<{ databaseId: number; persistentId: string | null; count: number }>(
      sql`select id as "databaseId", pid as "persistentId", sum(count)::float8 as count from (${downloadsByMonth(kind, scope, fromMonth)}) one
      where month <= ${toMonth}::text group by id, pid having sum(count) > 0 order by count desc, id limit ${limit}::int`,
    )),
  ];
}

/** Downloads of each file or dataset up to the end of each month in which it was downloaded, oldest first; the newest so many. */
export async function listMonthlyDownloads(
  db: Queryable,
  kind: DownloadKind,
  scope: MetricScope,
  { fromMonth, limit }: { readonly fromMonth: string | null; readonly limit: number },
): Promise<(DownloadsOf & { readonly month: string })[]> {
  return [
    ...(await db.execute<{ databaseId: number; persistentId: string | null; count: number; month: string }>(
      sql`select * from (
        select id as "databaseId", pid as "persistentId", month, (sum(sum(count)) over (partition by id order by month))::float8 as count
        from (${downloadsByMonth(kind, scope, fromMonth)}) one group by id, pid, month having sum(count) > 0
        order by month desc, id limit ${limit}::int) newest order by month, "databaseId"`,
    )),
  ];
}

/** Usage of released datasets in a month. */
export interface UsageMonthRow {
  readonly month: string;
  readonly machine: boolean;
  readonly viewsTotal: number;
  readonly viewsUnique: number;
  readonly downloadsTotal: number;
  readonly downloadsUnique: number;
}

/** Usage by month and kind of access, oldest first; null for all countries. */
export async function listUsageMonths(db: Queryable, scope: MetricScope, country: string | null): Promise<UsageMonthRow[]> {
  return [
    ...(await db.execute<UsageMonthRow & Record<string, unknown>>(
      sql`select u.month, u.machine, sum(u.views_total)::float8 as "viewsTotal", sum(u.views_unique)::float8 as "viewsUnique", sum(u.downloads_total)::float8 as "downloadsTotal", sum(u.downloads_unique)::float8 as "downloadsUnique"
      from usage_month u join node on node.id = u.dataset_id
      where ${released} and ${below(scope)} and (${country}::text is null or u.country = ${country}::text) group by u.month, u.machine order by u.month, u.machine`,
    )),
  ];
}

/** Citations of released datasets by the day on which they were found. */
export async function listCitationDays(db: Queryable, scope: MetricScope): Promise<DayCount[]> {
  const rows = await db.execute<{ day: string; count: number }>(
    sql`select ${dayOf(sql`c.first_seen_at`)} as day, count(*)::int as count from dataset_citation c join node on node.id = c.dataset_id where ${released} and ${below(scope)} group by 1 order by 1`,
  );
  return rows.map(({ day, count }) => [day, count]);
}

/** A collection of the tree. */
export interface TreeCollection {
  readonly databaseId: number;
  readonly ownerDatabaseId: number | null;
  readonly alias: string;
  readonly name: string;
  /** Levels below the one that was asked for. */
  readonly depth: number;
  /** Day of publication, `yyyy-mm-dd`; null for the root while it is not published. */
  readonly day: string | null;
}

/** A collection and the published ones below it, the upper levels first; those whose owners are published as well. */
export async function listTree(db: Queryable, { collectionId }: MetricScope, limit: number): Promise<TreeCollection[]> {
  return [
    ...(await db.execute<TreeCollection & Record<string, unknown>>(
      sql`with recursive tree (id, depth) as (
        select ${collectionId}::int, 0
        union all
        select node.id, tree.depth + 1 from tree join node on node.owner_id = tree.id and node.kind = 'COLLECTION' and ${published})
      select node.id as "databaseId", node.owner_id as "ownerDatabaseId", c.alias, c.name, tree.depth, ${publicationDay} as day
      from tree join node on node.id = tree.id join collection c on c.id = tree.id order by tree.depth, node.id limit ${limit}::int`,
    )),
  ];
}
