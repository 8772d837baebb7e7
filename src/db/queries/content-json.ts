/**
 * Children of a collection as JSON made by PostgreSQL. Drizzle maps columns one at a time, and 40 for each child took
 * more of the time of a list than everything else; arrays without keys are the least work for both sides.
 */
import { type SQL, sql } from 'drizzle-orm';
import { collection } from '../schema/collection.ts';
import { dataset } from '../schema/dataset.ts';
import { node } from '../schema/node.ts';
import { type CollectionRow, collectionColumns } from './collections.ts';
import type { DatasetRow } from './datasets.ts';
import { jsonObject } from './file-columns.ts';

/** A direct child of a collection. */
export type ContentRow =
  | { readonly kind: 'COLLECTION'; readonly row: CollectionRow }
  | { readonly kind: 'DATASET'; readonly row: DatasetRow };

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

/** A dataset's columns in the order of `datasetJson`; moments are texts. */
type DatasetJson = readonly [
  id: number,
  protocol: string,
  authority: string,
  separator: string,
  identifier: string,
  registrationState: DatasetRow['registrationState'],
  registrationAttempts: number,
  registrationError: string | null,
  registeredAt: string | null,
  storageDriver: string,
  datasetType: string,
  metadataLanguage: string | null,
  datasetFileCountLimit: number | null,
  fileAccessRequest: boolean,
  permissionPath: number[],
  createdAt: string,
  publishedAt: string | null,
];

export type ContentJson = CollectionJson | DatasetJson;

const datasetJson = sql`json_build_array(${dataset.id}, ${dataset.protocol}, ${dataset.authority}, ${dataset.separator}, ${dataset.identifier}, ${dataset.registrationState}, ${dataset.registrationAttempts}, ${dataset.registrationError}, ${dataset.registeredAt}, ${dataset.storageDriver}, ${dataset.datasetType}, ${dataset.metadataLanguage}, ${dataset.datasetFileCountLimit}, ${dataset.fileAccessRequest}, ${node.permissionPath}, ${node.createdAt}, ${node.publishedAt})`;

/**
 * SQL for a child; the statement reads `node`. Subqueries instead of joins: each child is looked up in the table of its kind
 * alone, and never by reading a table whole.
 */
export const contentJson: SQL<ContentJson> = sql<ContentJson>`case ${node.kind} when 'DATASET' then (select ${datasetJson} from ${dataset} where ${dataset.id} = ${node.id}) else (select ${jsonObject(collectionColumns)} from ${collection} where ${collection.id} = ${node.id}) end`;

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function isDataset(json: ContentJson): json is DatasetJson {
  return Array.isArray(json);
}

/** The row that the JSON stands for. */
export function contentOf(json: ContentJson, owner: ContentOwner): ContentRow {
  if (!isDataset(json)) {
    return { kind: 'COLLECTION', row: { ...json, createdAt: new Date(json.createdAt), publishedAt: momentOf(json.publishedAt) } };
  }
  const row: DatasetRow = {
    id: json[0],
    protocol: json[1],
    authority: json[2],
    separator: json[3],
    identifier: json[4],
    registrationState: json[5],
    registrationAttempts: json[6],
    registrationError: json[7],
    registeredAt: momentOf(json[8]),
    storageDriver: json[9],
    datasetType: json[10],
    metadataLanguage: json[11],
    datasetFileCountLimit: json[12],
    inheritedFileCountLimit: owner.fileCountLimit,
    fileAccessRequest: json[13],
    ownerId: owner.id,
    path: [...owner.path, json[0]],
    permissionPath: json[14],
    createdAt: new Date(json[15]),
    publishedAt: momentOf(json[16]),
  };
  return { kind: 'DATASET', row };
}
