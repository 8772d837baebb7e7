/**
 * Children of a collection as JSON made by PostgreSQL. Drizzle maps columns one at a time, and 40 for each child took
 * more of the time of a list than everything else; arrays without keys are the least work for both sides.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { jsonRow } from '../../json-row.ts';
import { collection } from '../../schema/collection.ts';
import { dataset } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';
import { type CollectionRow, collectionColumns } from './collections.ts';
import { listedDataset } from '../datasets/brief-dataset.ts';
import type { DatasetSummary } from '../datasets/datasets.ts';
import { alternativesOfDataset } from '../identifiers/alternatives.ts';
import { type NewestJson, newestJson, newestOf, type ReadNewest } from '../newest-version-json.ts';
import { utcDay } from '../gate/utc-day.ts';

/** A direct child of a collection. */
export type ContentRow =
  | { readonly kind: 'COLLECTION'; readonly row: CollectionRow }
  | {
      readonly kind: 'DATASET';
      readonly row: DatasetSummary;
      /** Its newest version, if that was read with it and is public. */
      readonly newest?: ReadNewest | undefined;
    };

/** What a child inherits from the collection that owns it. */
export interface ContentOwner {
  readonly id: number;
  readonly path: readonly number[];
  /** In effect for its datasets; null without a limit. */
  readonly fileCountLimit: number | null;
}

type CollectionJson = Omit<CollectionRow, 'createdAt' | 'publishedAt'> & {
  readonly createdAt: string;
  readonly publishedAt: string | null;
};

const summary = jsonRow({
  id: dataset.id,
  protocol: dataset.protocol,
  authority: dataset.authority,
  separator: dataset.separator,
  identifier: dataset.identifier,
  storageFolder: dataset.storageFolder,
  alternativePersistentIds: alternativesOfDataset,
  storageDriver: dataset.storageDriver,
  datasetType: dataset.datasetType,
  metadataLanguage: dataset.metadataLanguage,
  datasetFileCountLimit: dataset.datasetFileCountLimit,
  fileAccessRequest: dataset.fileAccessRequest,
  guestbookId: dataset.guestbookId,
  publicationDay: utcDay<string | null>(node.publishedAt),
});

/** Of a summary or of a plain list, as it was asked for. */
type DatasetCells = Parameters<typeof summary.read>[0] & Parameters<typeof listedDataset.read>[0];

/** A dataset, and its newest version where that was asked for. */
type DatasetJson = readonly [summary: DatasetCells, newest?: NewestJson | null];

export type ContentJson = CollectionJson | DatasetJson;

/** What is read of a dataset in a list. */
export interface AskedOfContent {
  /** Of its newest version, SQL for how many files at most, the first by label; absent for none, and without `newest` no version. */
  readonly newest?: { readonly files?: SQLWrapper };
  /** Whether no more is read of it than a plain list shows. */
  readonly brief?: boolean;
}

const datasetJson = ({ newest, brief = false }: AskedOfContent): SQL =>
  sql`json_build_array(${brief ? listedDataset.json : summary.json}${newest === undefined ? sql`` : sql`, ${newestJson({ ...newest, brief })}`})`;

/** SQL for a JSON object with a key for each column. */
function jsonObject(columns: Readonly<Record<string, SQLWrapper>>): SQL {
  const pairs = Object.entries(columns).map(([key, column]) => sql`${sql.raw(`'${key}'`)}, ${column}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/**
 * SQL for a child; the statement reads `node`. Subqueries instead of joins: each child is looked up in the table of its kind
 * alone, and never by reading a table whole.
 */
export function contentJson(asked: AskedOfContent = {}): SQL<ContentJson> {
  return sql<ContentJson>`case ${node.kind} when 'DATASET' then (select ${datasetJson(asked)} from ${dataset} where ${dataset.id} = ${node.id}) else (select ${jsonObject(collectionColumns)} from ${collection} where ${collection.id} = ${node.id}) end`;
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function isDataset(json: ContentJson): json is DatasetJson {
  return Array.isArray(json);
}

function summaryOf(cells: DatasetCells, { id, path, fileCountLimit }: ContentOwner): DatasetSummary {
  const row = summary.read(cells);
  return { ...row, inheritedFileCountLimit: fileCountLimit, ownerId: id, path: [...path, row.id] };
}

function listedOf(cells: DatasetCells, { id, path }: ContentOwner): DatasetSummary {
  const row = listedDataset.read(cells);
  // Not a copy, of which what was not read would be undefined and not fail.
  return Object.assign(row, { ownerId: id, path: [...path, row.id] });
}

/** What the JSON was asked with. */
interface ContentReadWith {
  /** How many files of newest versions at most; null for none. */
  readonly firstFiles: number | null;
  readonly brief: boolean;
}

/** The row that the JSON stands for. */
export function contentOf(
  json: ContentJson,
  owner: ContentOwner,
  { firstFiles, brief }: ContentReadWith = { firstFiles: null, brief: false },
): ContentRow {
  if (!isDataset(json)) {
    return { kind: 'COLLECTION', row: { ...json, createdAt: new Date(json.createdAt), publishedAt: momentOf(json.publishedAt) } };
  }
  const [cells, newest] = json;
  const row = brief ? listedOf(cells, owner) : summaryOf(cells, owner);
  return { kind: 'DATASET', row, newest: newest ? newestOf(newest, { datasetId: row.id, firstFiles, brief }) : undefined };
}
