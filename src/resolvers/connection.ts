import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import type { Listed, PageWindow } from '../model/page-window.ts';
import type { RequestContext } from '../request-context.ts';
import type { Page } from './models.ts';
import { largestPage, PageEdge, pageSize } from './pages.ts';

/** What a client asks of a connection. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Longer than every cursor of ours: the longest have the title of a dataset, or the name and type of a file. */
const LONGEST_CURSOR = 400_000;

/** Places of lists that one number orders: an id, or one of a table whose ids outgrow those. */
export const numberPlace = z.tuple([z.int().min(0)]);

type Place = readonly (string | number)[];

interface List<Row, Item, At extends Place> {
  /** Which list it is; a part of its cursors, so that those of another list are refused. */
  readonly name: string;
  /** Shape of a place in it, where that is not one number. */
  readonly places: z.ZodType<At>;
  readonly placeOf: (row: Row) => At;
  readonly read: (window: PageWindow<At>) => Promise<Listed<Row>>;
  readonly item: (row: Row) => Item;
  /** Most entries of a page, where that is not what most lists have. */
  readonly largest?: number;
}

function placeIn<At extends Place>(
  argument: 'after' | 'before',
  cursor: string | null | undefined,
  { name, places }: Pick<List<never, never, At>, 'name' | 'places'>,
): At | null {
  if (cursor === null || cursor === undefined) return null;
  try {
    if (cursor.length > LONGEST_CURSOR) throw new RangeError('Too long.');
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(decoded) && decoded[0] === name) {
      const parsed = places.safeParse(decoded.slice(1));
      if (parsed.success) return parsed.data;
    }
  } catch {
    // Too long, or not JSON: not a cursor of ours.
  }
  throw new DomainError('CURSOR_INVALID', 'The cursor is not from this list.', {
    problems: [{ pointer: `/${argument}`, message: 'must be a cursor that this list gave' }],
  });
}

/** Checks how many entries are asked for, from which end. Without a number the server gets the whole list of itself, and a client 20. */
function sizeAsked(
  context: RequestContext,
  { first, last }: PageArguments,
  largest = largestPage(context),
): { readonly size: number | null; readonly fromEnd: boolean } {
  const fromBeginning = first ?? null;
  const ending = last ?? null;
  if (fromBeginning !== null && ending !== null) {
    throw new DomainError('BAD_USER_INPUT', 'A page is counted from one end of its list.', {
      problems: [{ pointer: '/last', message: 'must be absent beside first' }],
    });
  }
  if (fromBeginning === null && ending === null && context.client === undefined) return { size: null, fromEnd: false };
  return { size: pageSize(fromBeginning ?? ending, largest, ending === null ? 'first' : 'last'), fromEnd: ending !== null };
}

/**
 * A page of an ordered list, from either end: one statement reads it, with one entry more, which tells whether others follow.
 * @throws DomainError PAGE_TOO_LARGE | BAD_USER_INPUT | CURSOR_INVALID
 */
export async function connectionOf<Row, Item, At extends Place>(
  context: RequestContext,
  args: PageArguments,
  list: List<Row, Item, At>,
): Promise<Page<Item>> {
  const { size, fromEnd } = sizeAsked(context, args, list.largest);
  const after = placeIn('after', args.after, list);
  const before = placeIn('before', args.before, list);
  const { rows: read, count } = await list.read({ after, before, limit: size === null ? null : size + 1, fromEnd });
  const isMore = size !== null && read.length > size;
  const rows = !isMore ? read : fromEnd ? read.slice(-size) : read.slice(0, size);
  const writeCursor = (row: Row) => Buffer.from(JSON.stringify([list.name, ...list.placeOf(row)])).toString('base64url');
  return {
    edges: rows.map((row) => new PageEdge(list.item(row), row, writeCursor)),
    hasNextPage: fromEnd ? before !== null : isMore || before !== null,
    hasPreviousPage: fromEnd ? isMore || after !== null : after !== null,
    totalCount: count,
  };
}

/** How a list is read that a number orders, upwards or downwards. */
interface NumberedList<Row> {
  readonly name: string;
  readonly read: (window: PageWindow<number>) => Promise<Listed<Row>>;
}

/** A page of a list that one number of its rows orders. */
export function connectionByNumber<Row>(
  context: RequestContext,
  args: PageArguments,
  { name, read, numberOf }: NumberedList<Row> & { readonly numberOf: (row: Row) => number },
): Promise<Page<Row>> {
  return connectionOf(context, args, {
    name,
    places: numberPlace,
    placeOf: (row: Row) => [numberOf(row)] as const,
    read: ({ after, before, ...rest }) => read({ ...rest, after: after?.[0] ?? null, before: before?.[0] ?? null }),
    item: (row: Row) => row,
  });
}

/** A page of a list that its ids order. */
export function connectionById<Row extends { readonly id: number }>(
  context: RequestContext,
  args: PageArguments,
  list: NumberedList<Row>,
): Promise<Page<Row>> {
  return connectionByNumber(context, args, { ...list, numberOf: ({ id }) => id });
}

/**
 * A page of a list that is there as a whole, because it is kept in memory, or because a rule bounds it. A place is a key that no two entries
 * share; an entry that is gone leaves its cursor without a place, and that is refused.
 * @throws DomainError PAGE_TOO_LARGE | BAD_USER_INPUT | CURSOR_INVALID
 */
export function connectionOfWhole<Row, Item = Row>(
  context: RequestContext,
  args: PageArguments,
  {
    name,
    rows,
    keyOf,
    item,
  }: {
    readonly name: string;
    readonly rows: readonly Row[];
    readonly keyOf: (row: Row) => string | number;
    readonly item: (row: Row) => Item;
  },
): Promise<Page<Item>> {
  const placeIndex = (key: string | number) => {
    const index = rows.findIndex((row) => keyOf(row) === key);
    if (index === -1) throw new DomainError('CURSOR_INVALID', 'The entry of the cursor is no longer in this list.');
    return index;
  };
  return connectionOf(context, args, {
    name,
    places: z.tuple([z.union([z.string(), z.int()])]),
    placeOf: (row: Row) => [keyOf(row)] as const,
    read: async ({ after, before, limit, fromEnd }) => {
      const within = rows.slice(after === null ? 0 : placeIndex(after[0]) + 1, before === null ? rows.length : placeIndex(before[0]));
      const part = limit === null ? within : fromEnd ? within.slice(-limit) : within.slice(0, limit);
      return { rows: part, count: async () => rows.length };
    },
    item,
  });
}

/** The same page of what its entries name. */
export async function connectionOfNamed<Row, Item>(page: Page<Row>, load: (row: Row) => Promise<Item>): Promise<Page<Item>> {
  const { edges } = page;
  const items = await Promise.all(edges.map(({ node }) => load(node)));
  return { ...page, edges: items.map((item, place) => new PageEdge(item, place, (at) => edges[at]?.cursor ?? '')) };
}
