import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { CONTENT_KINDS, ORDER_DIRECTIONS } from '../vocabulary/collections.ts';
import { CARRIED_TABLE_PARTS } from '../vocabulary/ingest.ts';
import type { PageInfo } from './generated/resolver-types.ts';
import type { RequestContext } from '../request-context.ts';
import type { Page } from './models.ts';

/** Largest page of any connection. */
export const MAXIMUM_PAGE = 100;

/** Entries that are read together with what holds them, and those of a slice: 250 files keep the event loop for 2 to 3 ms. */
export const LONG_PAGE = 250;

/** Checks a page size. @throws DomainError PAGE_TOO_LARGE | BAD_USER_INPUT */
export function pageSize(first: number | null | undefined, largest: number = MAXIMUM_PAGE, argument: 'first' | 'last' = 'first'): number {
  const size = first ?? 20;
  if (size > largest) throw new DomainError('PAGE_TOO_LARGE', `A page holds at most ${largest} entries; ${size} were requested.`);
  if (size < 1) {
    throw new DomainError('BAD_USER_INPUT', 'A page holds at least one entry.', {
      problems: [{ pointer: `/${argument}`, message: 'must be at least 1' }],
    });
  }
  return size;
}

/** Versions of a slice that tells what each one changed: it is compared with another one, both with all of their metadata. */
export const MOST_COMPARED = 20;

interface SliceArguments {
  readonly offset?: number | null | undefined;
  readonly limit?: number | null | undefined;
}

/** Checks which part of a list is asked for; the largest one without a limit. @throws DomainError PAGE_TOO_LARGE | BAD_USER_INPUT */
export function sliceOf({ offset, limit }: SliceArguments, largest: number): { readonly offset: number; readonly limit: number } {
  const slice = { offset: offset ?? 0, limit: limit ?? largest };
  const negative = (['offset', 'limit'] as const).filter((name) => slice[name] < 0);
  if (negative.length > 0) {
    throw new DomainError('BAD_USER_INPUT', 'A slice neither begins nor ends before its list.', {
      problems: negative.map((name) => ({ pointer: `/${name}`, message: 'must not be negative' })),
    });
  }
  if (slice.limit > largest) {
    throw new DomainError('PAGE_TOO_LARGE', `A page holds at most ${largest} entries; ${slice.limit} were requested.`);
  }
  return slice;
}

const rowId = z.int().min(0).max(2_147_483_647);

const direction = z.enum(ORDER_DIRECTIONS);
/** A moment as microseconds since 1970: 16 digits reach to 2286, and no further number fits what PostgreSQL computes with. */
const microseconds = z.string().regex(/^-?\d{1,16}$/);

/** What the cursors of each kind of list hold, after the kind itself. */
export const positions = {
  contents: z.tuple([z.enum(CONTENT_KINDS), rowId]),
  orderedContents: z.union([
    z.tuple([z.literal('ID'), direction, z.enum(CONTENT_KINDS), rowId]),
    z.tuple([z.literal('NAME'), direction, z.string(), rowId]),
    z.tuple([z.literal('CREATED'), direction, microseconds, rowId]),
    z.tuple([z.literal('PUBLISHED'), direction, z.union([microseconds, z.literal('infinity')]), rowId]),
  ]),
  /** Ids from the root down. */
  descendants: z.array(rowId).nonempty().max(1000),
  files: z.tuple([z.string(), rowId]),
  orderedFiles: z.union([
    z.tuple([z.literal('NAME_DESC'), z.string(), rowId]),
    z.tuple([z.enum(['DATE_ASC', 'DATE_DESC']), microseconds, rowId]),
    z.tuple([z.enum(['SIZE_ASC', 'SIZE_DESC']), z.int(), rowId]),
    z.tuple([z.enum(['TYPE_ASC', 'TYPE_DESC']), z.string(), z.string(), rowId]),
  ]),
  /** A place in the feed. */
  events: z.tuple([z.int().min(0)]),
  /** A place among the notifications of an account. */
  receivedNotifications: z.tuple([z.int().min(0)]),
  /** Stamp and dataset of the last record, and the newest stamp when the list began. */
  oaiRecords: z.tuple([z.int().min(0), rowId, z.int().min(0)]),
  fileAudit: z.tuple([rowId]),
  carriedFiles: z.tuple([rowId]),
  /** Kind of the last part, edits that it belongs to, and its place there; -1 before the first one. */
  carriedParts: z.tuple([z.enum(CARRIED_TABLE_PARTS), rowId, z.int().min(-1).max(2_147_483_647)]),
  /** A place in a table. */
  variables: z.tuple([rowId]),
  /** Of which question, and the number of the last row of its page. */
  tableRows: z.tuple([z.string().max(16), z.int().min(0)]),
  /** How many hits lie before it. */
  hits: z.tuple([rowId]),
} as const;
type CursorKind = keyof typeof positions;

/** Writes a position in a list as an opaque cursor. */
export function encodeCursor(kind: CursorKind, parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([kind, ...parts])).toString('base64url');
}

/**
 * Reads a cursor of this kind of list; undefined without one. `beginning` is what its position has to begin with, where that is asked.
 * @throws DomainError CURSOR_INVALID when this kind of list never gave it.
 */
export function decodeCursor(
  kind: CursorKind,
  cursor: string | null | undefined,
  beginning?: string,
): readonly (string | number)[] | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(decoded) && decoded[0] === kind) {
      const parsed = positions[kind].safeParse(decoded.slice(1));
      if (parsed.success && (beginning === undefined || parsed.data[0] === beginning)) return parsed.data;
    }
  } catch {
    // Not JSON: not a cursor of ours.
  }
  throw new DomainError('CURSOR_INVALID', 'The cursor is not from this list.');
}

/** An entry of a page. Its cursor is computed on request: most operations only read the entries. */
export class PageEdge<Row, Item> {
  readonly node: Item;
  readonly #row: Row;
  readonly #writeCursor: (row: Row) => string;

  constructor(node: Item, row: Row, writeCursor: (row: Row) => string) {
    this.node = node;
    this.#row = row;
    this.#writeCursor = writeCursor;
  }

  get cursor(): string {
    return this.#writeCursor(this.#row);
  }
}

/** The largest page of the lists that REST gives whole: what the server asks of itself was not refused before as being too large. */
export function largestPage({ client }: Pick<RequestContext, 'client'>): number {
  return client === undefined ? LONG_PAGE : MAXIMUM_PAGE;
}

/** Makes a page of rows that were read one more than asked for. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  options: {
    readonly size: number;
    readonly after: string | null | undefined;
    readonly cursor: (row: Row) => string;
    readonly item: (row: Row) => Item;
    readonly totalCount: () => Promise<number>;
  },
): Page<Item> {
  return {
    edges: rows.slice(0, options.size).map((row) => new PageEdge(options.item(row), row, options.cursor)),
    hasNextPage: rows.length > options.size,
    hasPreviousPage: options.after !== null && options.after !== undefined,
    totalCount: options.totalCount,
  };
}

/** The fields that all connections have. */
export const connectionFields = {
  nodes: <Item>(page: Page<Item>): Item[] => page.edges.map((edge) => edge.node),
  pageInfo: <Item>(page: Page<Item>): PageInfo => ({
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
    startCursor: page.edges[0]?.cursor ?? null,
    endCursor: page.edges.at(-1)?.cursor ?? null,
  }),
  totalCount: <Item>(page: Page<Item>): Promise<number> => page.totalCount(),
};
