import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { FileAccessStatus, FileOrder } from '../../vocabulary.ts';
import type { Queryable } from '../client.ts';
import { dataFile, fileMetadata } from '../schema/file.ts';
import { node } from '../schema/node.ts';
import { bytesOfRecord, fileColumns, type FileRow, holdsAt, nodeOfBytes } from './file-columns.ts';

/** Conditions, order and slice of a version's files. Source: datasets.md 5.4. */
export interface FileSearch {
  readonly filter: {
    readonly contentType?: string | null | undefined;
    readonly accessStatus?: FileAccessStatus | null | undefined;
    readonly categoryName?: string | null | undefined;
    readonly tabularTagName?: string | null | undefined;
    readonly searchText?: string | null | undefined;
  };
  readonly order: FileOrder;
  readonly offset: number;
  /** Null gives all. */
  readonly limit: number | null;
}

const publishedOrCreated = sql`coalesce(${node.publishedAt}, ${node.createdAt})`;

const fileOrders: Readonly<Record<FileOrder, SQL>> = {
  NameAZ: sql`${fileMetadata.label}, ${fileMetadata.id}`,
  NameZA: sql`${fileMetadata.label} desc, ${fileMetadata.id} desc`,
  Newest: sql`${publishedOrCreated} desc, ${fileMetadata.id} desc`,
  Oldest: sql`${publishedOrCreated}, ${fileMetadata.id}`,
  Size: sql`${dataFile.sizeBytes}, ${fileMetadata.id}`,
  Type: sql`${dataFile.contentType}, ${fileMetadata.label}, ${fileMetadata.id}`,
};

function accessCondition(status: FileAccessStatus): SQL {
  if (status === 'Public') return sql`not ${fileMetadata.restricted}`;
  if (status === 'Restricted') return sql`${fileMetadata.restricted}`;
  // No file has an embargo or a retention period yet.
  return sql`false`;
}

/** SQL conditions of a filter; the statement joins `data_file`. */
export function searchConditions({ filter }: Pick<FileSearch, 'filter'>): SQL[] {
  const conditions: SQL[] = [];
  if (filter.contentType) conditions.push(eq(dataFile.contentType, filter.contentType));
  if (filter.accessStatus) conditions.push(accessCondition(filter.accessStatus));
  if (filter.categoryName) conditions.push(sql`${fileMetadata.categories} @> array[${filter.categoryName}]::text[]`);
  // Tabular tags belong to ingested files, of which there are none yet.
  if (filter.tabularTagName) conditions.push(sql`false`);
  if (filter.searchText) {
    const text = filter.searchText.toLowerCase();
    conditions.push(
      sql`(strpos(lower(${fileMetadata.label}), ${text}) > 0 or strpos(lower(coalesce(${fileMetadata.description}, '')), ${text}) > 0)`,
    );
  }
  return conditions;
}

/** Files of a version that match, in an order, and how many match in all. */
export async function searchFiles(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  search: FileSearch,
): Promise<{ readonly totalCount: number; readonly files: FileRow[] }> {
  const where = and(eq(fileMetadata.datasetId, version.datasetId), holdsAt(version.ordinal), ...searchConditions(search));
  const page = db
    .select(fileColumns)
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .innerJoin(node, nodeOfBytes)
    .where(where)
    .orderBy(fileOrders[search.order])
    .offset(search.offset);
  const files = await (search.limit === null ? page : page.limit(search.limit));
  if (search.limit === null && search.offset === 0) return { totalCount: files.length, files };
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(fileMetadata)
    .innerJoin(dataFile, bytesOfRecord)
    .where(where);
  return { totalCount: row?.count ?? 0, files };
}
