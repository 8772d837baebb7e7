/** Slices of the list of accounts: which stand at some places of an order. Source: users-admin.md 8.1. */
import { type SQL, sql } from 'drizzle-orm';
import type { OrderDirection } from '../../../vocabulary/collections.ts';
import type { Queryable } from '../../client.ts';
import { userAccount } from '../../schema/user.ts';

/** A part of a listing. */
export interface AccountSlice {
  readonly offset: number;
  readonly limit: number;
  /** The number of all. */
  readonly total: number;
}

/** Which accounts, by which keys. */
interface OrderedAccounts {
  readonly where: SQL;
  readonly keys: readonly SQL[];
  readonly direction: OrderDirection;
}

/** What is read of an order: `size` rows from `place` on, counted from the end that comes first. */
interface Reading {
  readonly place: number;
  readonly size: number;
  readonly descending: boolean;
}

const hour = userAccount.lastApiUseHour;

/**
 * Reads a slice from the nearer end of its order: the last page costs what the first does, and one in the middle reads half of an index.
 */
async function fromNearerEnd(
  direction: OrderDirection,
  { offset, limit, total }: AccountSlice,
  read: (reading: Reading) => Promise<readonly { readonly id: number }[]>,
): Promise<number[]> {
  const size = Math.max(0, Math.min(limit, total - offset));
  if (size === 0) return [];
  const behind = total - offset - size;
  const backwards = behind < offset;
  const ids = (await read({ place: backwards ? behind : offset, size, descending: (direction === 'DESC') !== backwards })).map(
    ({ id }) => id,
  );
  return backwards ? ids.toReversed() : ids;
}

function inOrder(keys: readonly SQL[], descending: boolean): SQL {
  return sql.join(
    keys.map((key) => (descending ? sql`${key} desc` : key)),
    sql`, `,
  );
}

/** A slice of accounts in the order of an index. */
export async function listSlice(db: Queryable, { where, keys, direction }: OrderedAccounts, slice: AccountSlice): Promise<number[]> {
  return fromNearerEnd(direction, slice, ({ place, size, descending }) =>
    db.execute<{ id: number }>(sql`
      select ${userAccount.id} as id from ${userAccount} where ${where}
      order by ${inOrder(keys, descending)} limit ${size} offset ${place}`),
  );
}

/** A slice of the accounts that used the API. Those of the hours that it touches are sorted, no others. */
async function listUsed(db: Queryable, { where, keys, direction }: OrderedAccounts, slice: AccountSlice): Promise<number[]> {
  return fromNearerEnd(direction, slice, async ({ place, size, descending }) => {
    const [first] = await db.execute<{ hour: number; before: number }>(sql`
      select at.hour, (select count(*)::int from ${userAccount} where ${where} and ${hour} ${descending ? sql`>` : sql`<`} at.hour) as before
      from (
        select ${hour} as hour from ${userAccount} where ${where} and ${hour} is not null
        order by ${inOrder([sql`${hour}`], descending)} limit 1 offset ${place}
      ) at`);
    if (first === undefined) return [];
    return db.execute<{ id: number }>(sql`
      select ${userAccount.id} as id from ${userAccount} where ${where} and ${hour} ${descending ? sql`<=` : sql`>=`} ${first.hour}
      order by ${inOrder(keys, descending)} limit ${size} offset ${place - first.before}`);
  });
}

/** The part of a slice that lies among `count` accounts, the first of which stands at `start`. */
function within({ offset, limit }: AccountSlice, start: number, count: number): AccountSlice {
  const from = Math.max(offset, start);
  const to = Math.min(offset + limit, start + count);
  return { offset: from - start, limit: Math.max(0, to - from), total: count };
}

/** A slice by last use of the API: accounts that used it by time, and behind them, or descending before them, those that never did. */
export async function listByLastUse(
  db: Queryable,
  { where, direction, name }: Omit<OrderedAccounts, 'keys'> & { readonly name: SQL },
  slice: AccountSlice,
): Promise<number[]> {
  const [row] = await db.execute<{ used: number }>(
    sql`select count(*)::int as used from ${userAccount} where ${where} and ${hour} is not null`,
  );
  const used = row?.used ?? 0;
  const unused = slice.total - used;
  const byTime = { where, keys: [sql`${hour}`, sql`${userAccount.lastApiUseAt}`, name], direction };
  // All have the same hour, none; named as a key, it makes this the order of the index.
  const byName = { where: sql`${where} and ${hour} is null`, keys: [sql`${hour}`, name], direction };
  if (direction === 'ASC') {
    const first = await listUsed(db, byTime, within(slice, 0, used));
    return [...first, ...(await listSlice(db, byName, within(slice, used, unused)))];
  }
  const first = await listSlice(db, byName, within(slice, 0, unused));
  return [...first, ...(await listUsed(db, byTime, within(slice, unused, used)))];
}
