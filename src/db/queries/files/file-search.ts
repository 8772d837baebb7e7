/**
 * Files of a version by filter and order. Which files make a page is found first, by an index and without their rows; only the
 * page's own rows are read and put together.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { FileAccessStatus, FileOrder } from '../../../vocabulary/files.ts';
import { type Queryable, prepared } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { bytesOfRecord, holdsAt, nodeOfBytes } from './file-columns.ts';
import { isEmbargoed, isOpenByDate, isRetentionOver } from './file-dates.ts';
import { type FileJson, fileJson, fileOf } from './file-json.ts';
import { comes, fileOrders, type FilePlace, type ListedFile, momentText, orderedBy } from './file-orders.ts';
import { currentDay } from '../gate/utc-day.ts';

/** Which files of a version; the conditions all have to hold. Source: datasets.md 5.4. */
export interface FileFilter {
  readonly contentType?: string | null | undefined;
  readonly accessStatus?: FileAccessStatus | null | undefined;
  /** Day of UTC, `yyyy-MM-dd`, on which a file has that status: today, if none is named. */
  readonly accessDay?: string | null | undefined;
  readonly categoryName?: string | null | undefined;
  readonly tabularTagName?: string | null | undefined;
  readonly searchText?: string | null | undefined;
  /** The folder that a file lies in itself; empty for the top. */
  readonly folder?: string | null | undefined;
}

/** A part of a version's files in an order. */
export interface FileSearch {
  readonly filter: FileFilter;
  readonly order: FileOrder;
  /** Begin after this place; with an offset, pass over as many more. */
  readonly after?: FilePlace | undefined;
  /** End before this place. */
  readonly before?: FilePlace | undefined;
  readonly offset: number;
  /** Null for all. */
  readonly limit: number | null;
}

/** Names the files of a version. */
export interface FilesOfVersion {
  readonly datasetId: number;
  readonly ordinal: number;
}

/** A page as it was read. */
export interface ListedFiles {
  readonly files: readonly ListedFile[];
  /** Changes whenever anything of the dataset or its files does. */
  readonly datasetModified: string;
}

const datasetId = sql`${sql.placeholder('datasetId')}::int`;
const accessDay = sql`${sql.placeholder('accessDay')}::date`;

/** SQL for the ids of those files of the dataset with dates that a condition holds for: hardly any, by data_file_dates_idx. */
function datedFiles(condition: SQL): SQL {
  return sql`(select dated.id from data_file dated where dated.dataset_id = ${datasetId}
    and (dated.embargo_date_available is not null or dated.retention_date_unavailable is not null) and ${condition})`;
}

const dates = { dateAvailable: sql`dated.embargo_date_available`, dateUnavailable: sql`dated.retention_date_unavailable` };
const retentionIsOver = isRetentionOver(dates.dateUnavailable, accessDay);

/** A retention period that is over comes before an embargo, and both before a restriction. Source: datasets.md 5.4. */
function accessCondition(status: FileAccessStatus): SQL {
  const restricted = status === 'Restricted' || status === 'EmbargoedThenRestricted';
  const asRestricted = restricted ? sql`${fileMetadata.restricted}` : sql`not ${fileMetadata.restricted}`;
  if (status === 'RetentionPeriodExpired') return sql`${fileMetadata.dataFileId} in ${datedFiles(retentionIsOver)}`;
  if (status === 'Public' || status === 'Restricted') {
    // Looked up in what a list of few ids holds, rather than file by file.
    return sql`${asRestricted} and ${fileMetadata.dataFileId} not in ${datedFiles(sql`not ${isOpenByDate(dates, accessDay)}`)}`;
  }
  const embargoed = datedFiles(sql`${isEmbargoed(dates.dateAvailable, accessDay)} and not ${retentionIsOver}`);
  return sql`${asRestricted} and ${fileMetadata.dataFileId} in ${embargoed}`;
}

const withTag = sql`${sql.placeholder('categoryName')}::text`;
const searched = sql`lower(${sql.placeholder('searchText')}::text)`;

/** SQL conditions of a filter, with placeholders for its values. */
function filterConditions(filter: FileFilter): SQL[] {
  const conditions: SQL[] = [];
  if (filter.contentType) conditions.push(sql`${dataFile.contentType} = ${sql.placeholder('contentType')}`);
  if (filter.accessStatus) conditions.push(accessCondition(filter.accessStatus));
  if (filter.categoryName) {
    // In the form of file_metadata_categories_idx, where a tag of digits could be taken for the id of the dataset.
    conditions.push(
      sql`array_append(${fileMetadata.categories}, ${fileMetadata.datasetId}::text) @> array[${withTag}, ${datasetId}::text]`,
    );
    if (/^\d+$/.test(filter.categoryName)) conditions.push(sql`${fileMetadata.categories} @> array[${withTag}]`);
  }
  if (filter.tabularTagName) conditions.push(sql`${dataFile.tabularTags} @> array[${sql.placeholder('tabularTagName')}]::text[]`);
  if (filter.searchText) {
    conditions.push(
      sql`(strpos(lower(${fileMetadata.label}), ${searched}) > 0 or strpos(lower(coalesce(${fileMetadata.description}, '')), ${searched}) > 0)`,
    );
  }
  if (namesFolder(filter)) conditions.push(sql`coalesce(${fileMetadata.directoryLabel}, '') = ${sql.placeholder('folder')}::text`);
  return conditions;
}

function namesFolder({ folder }: FileFilter): boolean {
  return folder !== undefined && folder !== null;
}

/** Whether a filter asks about the bytes, which are the same in every version and can change beside them. */
export function asksAboutBytes({ contentType, tabularTagName }: FileFilter): boolean {
  return Boolean(contentType) || Boolean(tabularTagName);
}

/** Whether a filter leaves all files. */
export function asksNothing(filter: FileFilter): boolean {
  const { accessDay: _day, folder: _folder, ...asked } = filter;
  return !namesFolder(filter) && Object.values(asked).every((value) => !value);
}

/** SQL condition: a record belongs to the version and matches. */
function matches(filter: FileFilter): SQL {
  const ofVersion = [sql`${fileMetadata.datasetId} = ${datasetId}`, holdsAt(sql`${sql.placeholder('ordinal')}::int`)];
  return sql.join([...ofVersion, ...filterConditions(filter)], sql` and `);
}

/** SQL for the records of a version that match, joined to what they are compared with. */
export function matchingRecords(filter: FileFilter, options: { readonly bytes: boolean; readonly nodes?: boolean }): SQL {
  const bytes = options.bytes || asksAboutBytes(filter) ? sql` inner join ${dataFile} on ${bytesOfRecord}` : sql``;
  // The kind is named for node_file_date_idx.
  const nodes = options.nodes
    ? sql` inner join ${node} on ${node.id} = ${fileMetadata.dataFileId} and ${node.ownerId} = ${fileMetadata.datasetId} and ${node.kind} = 'DATAFILE'`
    : sql``;
  return sql`from ${fileMetadata}${bytes}${nodes} where ${matches(filter)}`;
}

/** Values of the placeholders of `matchingRecords`. */
export function searchValues(version: FilesOfVersion, filter: FileFilter): Record<string, unknown> {
  return { ...filter, accessDay: filter.accessDay ?? currentDay(), datasetId: version.datasetId, ordinal: version.ordinal };
}

type PageShape = Pick<FileSearch, 'filter' | 'order' | 'after' | 'before'>;

function listed(order: FileOrder) {
  const definition = fileOrders[order];
  const moment = definition.compares === 'nodes' ? momentText : sql`null`;
  return {
    files: sql`coalesce(json_agg(json_build_array(${fileJson}, ${moment}) order by ${orderedBy(definition)}), '[]'::json)`.mapWith(
      (files: (readonly [FileJson, string | null])[]): ListedFile[] => files.map(([file, at]) => ({ file: fileOf(file), moment: at })),
    ),
    datasetModified: sql<string>`(select ${dataset.modifiedAt}::text from ${dataset} where ${dataset.id} = ${datasetId})`,
  };
}

function pageQuery(db: Queryable, { filter, order, after, before }: PageShape) {
  const definition = fileOrders[order];
  const { compares } = definition;
  const records = matchingRecords(filter, { bytes: compares === 'bytes', nodes: compares === 'nodes' });
  const begin = after === undefined ? sql`` : sql` and ${comes('after', definition)}`;
  const end = before === undefined ? sql`` : sql` and ${comes('before', definition)}`;
  return db
    .select(listed(order))
    .from(
      sql`(select ${fileMetadata.id} as record_id ${records}${begin}${end} order by ${orderedBy(definition)} limit ${sql.placeholder('limit')}::bigint offset ${sql.placeholder('offset')}::bigint) chosen`,
    )
    .innerJoin(fileMetadata, sql`${fileMetadata.id} = chosen.record_id`)
    .innerJoin(dataFile, bytesOfRecord)
    .innerJoin(node, nodeOfBytes);
}

type PageStatement = (db: Queryable) => ReturnType<ReturnType<typeof pageQuery>['prepare']>;

/** Pages of all files. With a filter the best plan depends on its values, so these are planned each time. */
const wholePages = new Map<string, PageStatement>();

function wholePage({ order, after, before }: Omit<PageShape, 'filter'>): PageStatement {
  const name = `version_files_${order}_${after === undefined ? 'from_start' : 'after'}${before === undefined ? '' : '_before'}`;
  const kept = wholePages.get(name);
  if (kept !== undefined) return kept;
  const statement: PageStatement = prepared((db) => pageQuery(db, { order, after, before, filter: {} }).prepare(name));
  wholePages.set(name, statement);
  return statement;
}

function statementFor(db: Queryable, search: FileSearch) {
  return asksNothing(search.filter) ? wholePage(search)(db) : pageQuery(db, search);
}

/** A part of the files of a version that match, in an order. One statement. */
export async function searchFiles(db: Queryable, version: FilesOfVersion, search: FileSearch): Promise<ListedFiles> {
  const { filter, after = [], before = [], limit, offset } = search;
  const begin = Object.fromEntries(after.map((value, index) => [`after${index}`, value]));
  const end = Object.fromEntries(before.map((value, index) => [`before${index}`, value]));
  const values = { ...searchValues(version, filter), ...begin, ...end, limit, offset };
  const [row] = await statementFor(db, search).execute(values);
  return { files: row?.files ?? [], datasetModified: row?.datasetModified ?? '' };
}

/** Number of files of a version that match. */
export async function countMatchingFiles(db: Queryable, version: FilesOfVersion, filter: FileFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`matched.count` })
    .from(sql`(select count(*)::int as count ${matchingRecords(filter, { bytes: false })}) matched`)
    .execute(searchValues(version, filter));
  return row?.count ?? 0;
}
