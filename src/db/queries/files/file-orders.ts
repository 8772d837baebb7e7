/** The orders in which files of a version are listed: what is compared, so that a page can begin after any file. */
import { type SQL, sql } from 'drizzle-orm';
import type { FileOrder } from '../../../vocabulary/files.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import type { FileRow } from './file-columns.ts';

/** The value of each key of an order, in their order; a moment as text of whole microseconds since 1970. */
export type FilePlace = readonly (string | number)[];

/** A file as an order lists it. */
export interface ListedFile {
  readonly file: FileRow;
  /** What the orders by date compare, as text of whole microseconds; null in the others. */
  readonly moment: string | null;
}

interface OrderKey {
  readonly column: SQL;
  /** A value of a place as what is compared. */
  readonly parse: (value: SQL) => SQL;
}

interface FileOrderDefinition {
  readonly keys: readonly OrderKey[];
  readonly descending: boolean;
  /** Which table beside the records is compared. */
  readonly compares: 'records' | 'bytes' | 'nodes';
  readonly placeOf: (listed: ListedFile) => FilePlace;
}

const label: OrderKey = { column: sql`${fileMetadata.label}`, parse: (value) => sql`${value}::text` };
const recordId: OrderKey = { column: sql`${fileMetadata.id}`, parse: (value) => sql`${value}::int` };
const type: OrderKey = { column: sql`${dataFile.contentType}`, parse: (value) => sql`${value}::text` };
const size: OrderKey = { column: sql`${dataFile.sizeBytes}`, parse: (value) => sql`${value}::bigint` };
const bytesId: OrderKey = { column: sql`${dataFile.id}`, parse: (value) => sql`${value}::int` };
const nodeId: OrderKey = { column: sql`${node.id}`, parse: (value) => sql`${value}::int` };
const publishedOrCreated: OrderKey = {
  column: sql`coalesce(${node.publishedAt}, ${node.createdAt})`,
  parse: (value) => sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`,
};

/** SQL for the moment that orders by date compare, as text of whole microseconds: nothing is lost on the way through a cursor. */
export const momentText: SQL = sql`(extract(epoch from ${publishedOrCreated.column}) * 1000000)::bigint::text`;

const byName = { keys: [label, recordId], compares: 'records', placeOf: ({ file }: ListedFile) => [file.label, file.id] } as const;
const byDate = {
  keys: [publishedOrCreated, nodeId],
  compares: 'nodes',
  placeOf: ({ file, moment }: ListedFile) => [moment ?? '0', file.dataFile.id],
} as const;

const bySize = {
  keys: [size, bytesId],
  compares: 'bytes',
  placeOf: ({ file: { dataFile: bytes } }: ListedFile) => [bytes.sizeBytes, bytes.id],
} as const;
const byType = {
  keys: [type, label, recordId],
  compares: 'bytes',
  placeOf: ({ file }: ListedFile) => [file.dataFile.contentType, file.label, file.id],
} as const;

/** The orders. Source: datasets.md 5.4. */
export const fileOrders: Readonly<Record<FileOrder, FileOrderDefinition>> = {
  NAME_ASC: { ...byName, descending: false },
  NAME_DESC: { ...byName, descending: true },
  DATE_ASC: { ...byDate, descending: false },
  DATE_DESC: { ...byDate, descending: true },
  SIZE_ASC: { ...bySize, descending: false },
  SIZE_DESC: { ...bySize, descending: true },
  TYPE_ASC: { ...byType, descending: false },
  TYPE_DESC: { ...byType, descending: true },
};

/** The same order from its other end. */
const OPPOSITES: Readonly<Record<FileOrder, FileOrder>> = {
  NAME_ASC: 'NAME_DESC',
  NAME_DESC: 'NAME_ASC',
  DATE_ASC: 'DATE_DESC',
  DATE_DESC: 'DATE_ASC',
  SIZE_ASC: 'SIZE_DESC',
  SIZE_DESC: 'SIZE_ASC',
  TYPE_ASC: 'TYPE_DESC',
  TYPE_DESC: 'TYPE_ASC',
};

/** The order in which a list is read from its end. */
export function oppositeOf(order: FileOrder): FileOrder {
  return OPPOSITES[order];
}

/** SQL for the keys of an order, as `order by` takes them. */
export function orderedBy({ keys, descending }: FileOrderDefinition): SQL {
  return sql.join(
    keys.map(({ column }) => (descending ? sql`${column} desc` : column)),
    sql`, `,
  );
}

/** SQL condition: a file comes after, or before, the place that the placeholders `after0`, `after1` ... or `before0` ... name. */
export function comes(side: 'after' | 'before', { keys, descending }: FileOrderDefinition): SQL {
  const columns = sql.join(
    keys.map(({ column }) => column),
    sql`, `,
  );
  const values = sql.join(
    keys.map(({ parse }, index) => parse(sql`${sql.placeholder(`${side}${index}`)}`)),
    sql`, `,
  );
  return sql`(${columns}) ${sql.raw((side === 'after') === descending ? '<' : '>')} (${values})`;
}
