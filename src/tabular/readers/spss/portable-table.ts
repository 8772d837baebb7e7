/** The table of characters that a portable file begins with. Source: PSPP developers' guide, Portable File Header */
import { LineJoiner } from './portable-text.ts';

/** Five lines of 40 characters for people. */
const SPLASH_BYTES = 200;
const TABLE_BYTES = 256;
const TAG = 'SPSSPORT';
export const START_BYTES = SPLASH_BYTES + TABLE_BYTES + TAG.length;

/** Our characters from place 64 of the table on; blanks stand for characters that ASCII does not have. */
const FIRST = 64;
const characters =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz .<(+|&[]!$*);^-/|,%_>?`:#@\'="      ~-   0123456789   -() {}\\';

/** Our character for each of the file's; those that are not in its table stay as they are. Undefined when the start is not that of a portable file. */
export function characterTable(start: Buffer): Uint8Array | undefined {
  if (start.length < START_BYTES) return undefined;
  const table = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const places = start.subarray(SPLASH_BYTES, SPLASH_BYTES + TABLE_BYTES);
  // Where the file has no character for a place, it has its zero.
  const zero = places[FIRST];
  // Backwards, since the first place of a character is the one that counts.
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const byte = places[FIRST + index] ?? 0;
    if (index === 0 || byte !== zero) table[byte] = characters.codePointAt(index) ?? 0;
  }
  const tag = Array.from(start.subarray(SPLASH_BYTES + TABLE_BYTES, START_BYTES), (byte) => table[byte] ?? 0);
  return String.fromCodePoint(...tag) === TAG ? table : undefined;
}

/** Whether the first bytes of a file are those of a portable file. */
export function isPortableFile(head: Uint8Array): boolean {
  return characterTable(new LineJoiner().join(head.subarray(0, 2 * START_BYTES)).subarray(0, START_BYTES)) !== undefined;
}
