/** Bits of kept words: one for each id of a stretch. */
import { type SQL, sql } from 'drizzle-orm';

/** Ids of a stretch. */
export const WIDTH = 8192;
const ID_BITS = 13;

interface OffsetsIn {
  readonly bits: SQL;
  readonly count: SQL;
  readonly list: SQL;
  readonly tried: SQL;
  readonly isTried: SQL;
}

/** The stretch of an id. */
export const stretchOf = (rowId: SQL): SQL => sql`${rowId} >> ${sql.raw(String(ID_BITS))}`;

/** The bit of an id in its stretch. */
export const offsetOf = (rowId: SQL): SQL => sql`(${rowId} & ${sql.raw(String(WIDTH - 1))})`;

const none = sql.raw(`b'0'::bit(${WIDTH})`);

/** Aggregate: the bits of some ids. */
export const bitsOf = (rowId: SQL): SQL => sql`bit_or(set_bit(${none}, ${offsetOf(rowId)}, 1))`;

/** Aggregate: all bits but those of some ids. */
export const withoutBits = (rowId: SQL): SQL => sql`~ ${bitsOf(rowId)}`;

/** A bit of a list is tried in an eighth of the time that one that is set is read in. */
const TRIED = 8;

/**
 * `at`, the offsets that are set in the bits of a stretch, which has `count` of them, of those that a list has (`tried` of them, each an
 * `at`). Tried one by one, or read from the text of all bits, whichever takes less; `isTried` says whether one that was read is of the list.
 */
export function offsetsIn({ bits, count, list, tried, isTried }: OffsetsIn): SQL {
  const isFew = sql`${count} * ${sql.raw(String(TRIED))} < ${tried}`;
  return sql`(
      select at from ${list} one where not (${isFew}) and get_bit(${bits}, at) = 1
      union all
      select at from (
        select (sum(length(gap) + 1) over (rows unbounded preceding))::int - 1 as at from string_to_table(${bits}::text, '1') gap) read
      where ${isFew} and at < ${sql.raw(String(WIDTH))} and ${isTried})`;
}
