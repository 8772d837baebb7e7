/** Strings that stand outside the rows (strL), found by the variable and row that they were first stored for. */
import { readExactly, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { expectWord } from './read-lists.ts';
import type { StataHeader } from './stata-header.ts';

const WINDOW_BYTES = 256 * 1024;
/** Of an entry in the directory: key, position, length. */
const ENTRY_BYTES = 24;

export interface LongStrings {
  /** Bytes of a string. @throws TableError MALFORMED for one that does not exist */
  length(variable: number, row: number): number;
  /** The bytes of a string, valid until the next one is read. @throws TableError as for `length` */
  read(variable: number, row: number): Promise<Buffer>;
}

/** One number for a pair: both are checked against the counts of the header, so that pairs do not collide. */
function keyOf(header: StataHeader, variable: number, row: number): number {
  if (variable < 1 || variable > header.allVariables || row < 1 || row > header.rows) {
    throw new TableError('MALFORMED', `A long string is stored for variable ${variable} and row ${row}, which do not exist.`);
  }
  return row * (header.allVariables + 1) + variable;
}

function growing(initial: number): { push(value: number): void; values(): Float64Array } {
  let array = new Float64Array(initial);
  let length = 0;
  return {
    push: (value) => {
      if (length === array.length) {
        const longer = new Float64Array(array.length * 2);
        longer.set(array);
        array = longer;
      }
      array[length] = value;
      length += 1;
    },
    values: () => array.subarray(0, length),
  };
}

interface Directory {
  readonly keys: Float64Array;
  readonly positions: Float64Array;
  readonly lengths: Float64Array;
}

async function readDirectory(cursor: ByteCursor, header: StataHeader, limits: ReadLimits): Promise<Directory> {
  const [keys, positions, lengths] = [growing(256), growing(256), growing(256)];
  const rowWidth = header.layout.release === 117 ? 4 : 8;
  cursor.moveTo(header.longStringsPosition ?? 0);
  let last = 0;
  while ((await cursor.peek(3)).toString('latin1') === 'GSO') {
    const head = await cursor.take(3 + 4 + rowWidth + 1 + 4);
    const variable = header.littleEndian ? head.readUInt32LE(3) : head.readUInt32BE(3);
    // Rows of more than six bytes do not exist.
    const row = header.littleEndian
      ? head.readUIntLE(7, Math.min(6, rowWidth))
      : head.readUIntBE(rowWidth === 8 ? 9 : 7, Math.min(6, rowWidth));
    const length = header.littleEndian ? head.readUInt32LE(head.length - 4) : head.readUInt32BE(head.length - 4);
    if (length > limits.recordBytes) {
      throw new TableError('TOO_LARGE', `A string has ${length} bytes, more than ${limits.recordBytes}.`, { row });
    }
    const key = keyOf(header, variable, row);
    if (key <= last) throw new TableError('MALFORMED', 'Long strings do not stand in the order of their rows.', { row });
    last = key;
    cursor.hold(ENTRY_BYTES);
    keys.push(key);
    positions.push(cursor.position);
    // The text of type 130 ends with a NUL, which does not count; type 129 is bytes.
    lengths.push(head[head.length - 5] === 130 ? Math.max(0, length - 1) : length);
    cursor.skip(length);
  }
  await expectWord(cursor, '</strls>');
  return { keys: keys.values(), positions: positions.values(), lengths: lengths.values() };
}

/** Place of a key in ascending keys, -1 when it is not there. */
function search(keys: Float64Array, key: number): number {
  let [low, high] = [0, keys.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = keys[middle] ?? 0;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export async function openLongStrings(
  source: ByteSource,
  cursor: ByteCursor,
  header: StataHeader,
  limits: ReadLimits,
): Promise<LongStrings> {
  const { keys, positions, lengths } = await readDirectory(cursor, header, limits);
  // Rows mostly ask for one string after the other.
  let window: Buffer = Buffer.alloc(0);
  let windowStart = 0;
  const placeOf = (variable: number, row: number): number => {
    const place = search(keys, keyOf(header, variable, row));
    if (place < 0) throw new TableError('MALFORMED', `The long string of variable ${variable} and row ${row} is not in the file.`);
    return place;
  };
  return {
    length: (variable, row) => lengths[placeOf(variable, row)] ?? 0,
    read: async (variable, row) => {
      const place = placeOf(variable, row);
      const [position, length] = [positions[place] ?? 0, lengths[place] ?? 0];
      if (position < windowStart || position + length > windowStart + window.length) {
        window = await readExactly(source, position, Math.min(Math.max(length, WINDOW_BYTES), source.size - position));
        windowStart = position;
      }
      return window.subarray(position - windowStart, position - windowStart + length);
    },
  };
}

/** Which string a cell at a position stands for: variable and row in 4 + 4, 2 + 6 or 3 + 5 bytes; undefined for an empty one. */
export function referenceAt(
  { layout, littleEndian }: StataHeader,
  bytes: Buffer,
  at: number,
): { variable: number; row: number } | undefined {
  const sinceUnicode = layout.manyVariables ? 3 : 2;
  const width = layout.release === 117 ? 4 : sinceUnicode;
  const number = (start: number, length: number): number =>
    littleEndian ? bytes.readUIntLE(start, length) : bytes.readUIntBE(start, length);
  const variable = number(at, width);
  const row = number(at + width, 8 - width);
  return variable === 0 && row === 0 ? undefined : { variable, row };
}
