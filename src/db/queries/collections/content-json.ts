/**
 * Children of a collection as JSON made by PostgreSQL. Drizzle maps columns one at a time, and 40 for each child took
 * more of the time of a list than everything else; arrays without keys are the least work for both sides.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { collection } from '../../schema/collection.ts';
import { dataset } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';
import { type CollectionRow, collectionColumns } from './collections.ts';
import type { DatasetSummary } from '../datasets/datasets.ts';
import { type NewestJson, newestJson, newestOf, type ReadNewest } from '../newest-version-json.ts';
import { utcDay } from '../gate/utc-day.ts';

/** A direct child of a collection. */
export type ContentRow =
  | { readonly kind: 'COLLECTION'; readonly row: CollectionRow }
  | {
      readonly kind: 'DATASET';
      readonly row: DatasetSummary;
      /** Its newest version, where that was read with it and is open to everybody. */
      readonly newest?: ReadNewest | undefined;
    };

/** What a child takes over from the collection that owns it. */
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

/** A dataset's columns in the order of `datasetJson`. */
type DatasetJson = readonly [
  id: number,
  protocol: string,
  authority: string,
  separator: string,
  identifier: string,
  storageDriver: string,
  datasetType: string,
  metadataLanguage: string | null,
  datasetFileCountLimit: number | null,
  fileAccessRequest: boolean,
  publicationDay: string | null,
  newest?: NewestJson | null,
];

export type ContentJson = CollectionJson | DatasetJson;

/** What is read of the newest version of a dataset together with it. */
export interface AskedOfNewest {
  /** SQL for how many files at most, the first by label; absent for none. */
  readonly files?: SQLWrapper;
}

const datasetJson = (newest: AskedOfNewest | undefined): SQL =>
  sql`json_build_array(${dataset.id}, ${dataset.protocol}, ${dataset.authority}, ${dataset.separator}, ${dataset.identifier}, ${dataset.storageDriver}, ${dataset.datasetType}, ${dataset.metadataLanguage}, ${dataset.datasetFileCountLimit}, ${dataset.fileAccessRequest}, ${utcDay(node.publishedAt)}${newest === undefined ? sql`` : sql`, ${newestJson(newest.files)}`})`;

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
  const row: DatasetSummary = {
    id: json[0],
    protocol: json[1],
    authority: json[2],
    separator: json[3],
    identifier: json[4],
    storageDriver: json[5],
    datasetType: json[6],
    metadataLanguage: json[7],
    datasetFileCountLimit: json[8],
    inheritedFileCountLimit: owner.fileCountLimit,
    fileAccessRequest: json[9],
    ownerId: owner.id,
    path: [...owner.path, json[0]],
    publicationDay: json[10],
  };
  return { kind: 'DATASET', row, newest: json[11] ? newestOf(json[11], { datasetId: json[0], firstFiles }) : undefined };
}
