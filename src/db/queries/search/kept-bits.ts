/** Bits of kept words: one for each id of a stretch. */
import { type SQL, sql } from 'drizzle-orm';

/** Ids of a stretch. */
export const WIDTH = 8192;
const ID_BITS = 13;

/** The stretch of an id. */
export const stretchOf = (rowId: SQL): SQL => sql`${rowId} >> ${sql.raw(String(ID_BITS))}`;

/** The bit of an id in its stretch. */
export const offsetOf = (rowId: SQL): SQL => sql`(${rowId} & ${sql.raw(String(WIDTH - 1))})`;

const none = sql.raw(`b'0'::bit(${WIDTH})`);

/** Aggregate: the bits of some ids. */
export const bitsOf = (rowId: SQL): SQL => sql`bit_or(set_bit(${none}, ${offsetOf(rowId)}, 1))`;

/** Aggregate: all bits but those of some ids. */
export const withoutBits = (rowId: SQL): SQL => sql`~ ${bitsOf(rowId)}`;
