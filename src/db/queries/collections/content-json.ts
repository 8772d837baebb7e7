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

/** A dataset, and its newest version where that was asked for. */
type DatasetJson = readonly [summary: Parameters<typeof summary.read>[0], newest?: NewestJson | null];

export type ContentJson = CollectionJson | DatasetJson;

/** What is read of the newest version of a dataset together with it. */
export interface AskedOfNewest {
  /** SQL for how many files at most, the first by label; absent for none. */
  readonly files?: SQLWrapper;
}

const datasetJson = (newest: AskedOfNewest | undefined): SQL =>
  sql`json_build_array(${summary.json}${newest === undefined ? sql`` : sql`, ${newestJson(newest.files)}`})`;

/** SQL for a JSON object with a key for each column. */
function jsonObject(columns: Readonly<Record<string, SQLWrapper>>): SQL {
  const pairs = Object.entries(columns).map(([key, column]) => sql`${sql.raw(`'${key}'`)}, ${column}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/**
 * SQL for a child; the statement reads `node`. Subqueries instead of joins: each child is looked up in the table of its kind
 * alone, and never by reading a table whole.
 */
export function contentJson(newest?: AskedOfNewest): SQL<ContentJson> {
  return sql<ContentJson>`case ${node.kind} when 'DATASET' then (select ${datasetJson(newest)} from ${dataset} where ${dataset.id} = ${node.id}) else (select ${jsonObject(collectionColumns)} from ${collection} where ${collection.id} = ${node.id}) end`;
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function isDataset(json: ContentJson): json is DatasetJson {
  return Array.isArray(json);
}

/** The row that the JSON stands for; `firstFiles` is how many files of newest versions were asked for at most. */
export function contentOf(json: ContentJson, owner: ContentOwner, firstFiles: number | null = null): ContentRow {
  if (!isDataset(json)) {
    return { kind: 'COLLECTION', row: { ...json, createdAt: new Date(json.createdAt), publishedAt: momentOf(json.publishedAt) } };
  }
  const [cells, newest] = json;
  const own = summary.read(cells);
  const row: DatasetSummary = {
    ...own,
    inheritedFileCountLimit: owner.fileCountLimit,
    ownerId: owner.id,
    path: [...owner.path, own.id],
  };
  return { kind: 'DATASET', row, newest: newest ? newestOf(newest, { datasetId: own.id, firstFiles }) : undefined };
}
