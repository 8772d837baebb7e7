/** How cells of a numeric type become numbers, and which of them are missing. */
import type { StataHeader } from './stata-header.ts';
import type { StataType } from './stata-type.ts';

export interface NumberReader {
  read(bytes: Buffer, at: number): number;
  /** Reads a number of each row: the first from a place on, each further one so many bytes behind. */
  fill(values: Float64Array, rows: number, bytes: Buffer, at: number, rowBytes: number): void;
  isMissing(value: number): boolean;
}

export type NumberKind = Exclude<StataType['kind'], 'str' | 'strl'>;

const readers: Record<NumberKind, Record<'little' | 'big', NumberReader['read']>> = {
  byte: { little: (bytes, at) => bytes.readInt8(at), big: (bytes, at) => bytes.readInt8(at) },
  int: { little: (bytes, at) => bytes.readInt16LE(at), big: (bytes, at) => bytes.readInt16BE(at) },
  long: { little: (bytes, at) => bytes.readInt32LE(at), big: (bytes, at) => bytes.readInt32BE(at) },
  float: { little: (bytes, at) => bytes.readFloatLE(at), big: (bytes, at) => bytes.readFloatBE(at) },
  double: { little: (bytes, at) => bytes.readDoubleLE(at), big: (bytes, at) => bytes.readDoubleBE(at) },
};

type Fill = (values: Float64Array, rows: number, words: DataView, at: number, rowBytes: number, littleEndian: boolean) => void;

/** A loop for each type: a call for each cell, of another function in each column, takes longer than what it reads. */
const fills: Record<NumberKind, Fill> = {
  byte: (values, rows, words, at, rowBytes) => {
    for (let row = 0; row < rows; row += 1) values[row] = words.getInt8(at + row * rowBytes);
  },
  int: (values, rows, words, at, rowBytes, littleEndian) => {
    for (let row = 0; row < rows; row += 1) values[row] = words.getInt16(at + row * rowBytes, littleEndian);
  },
  long: (values, rows, words, at, rowBytes, littleEndian) => {
    for (let row = 0; row < rows; row += 1) values[row] = words.getInt32(at + row * rowBytes, littleEndian);
  },
  float: (values, rows, words, at, rowBytes, littleEndian) => {
    for (let row = 0; row < rows; row += 1) values[row] = words.getFloat32(at + row * rowBytes, littleEndian);
  },
  double: (values, rows, words, at, rowBytes, littleEndian) => {
    for (let row = 0; row < rows; row += 1) values[row] = words.getFloat64(at + row * rowBytes, littleEndian);
  },
};

/** The least numbers that mean missing since release 113, and before it. */
const firstMissing: Record<NumberKind, readonly [since113: number, before: number]> = {
  byte: [101, 127],
  int: [32_741, 32_767],
  long: [2_147_483_621, 2_147_483_647],
  float: [2 ** 127, 2 ** 127],
  double: [2 ** 1023, 2 ** 1023],
};

/** Before release 108 a missing double was this number. */
const OLD_MISSING_DOUBLE = 2 ** 333;

export function numberReader(header: StataHeader, kind: NumberKind): NumberReader {
  const { layout, littleEndian } = header;
  const limit = firstMissing[kind][layout.extendedMissing ? 0 : 1];
  const old = kind === 'double' && layout.release < 108;
  return {
    read: readers[kind][littleEndian ? 'little' : 'big'],
    fill: (values, rows, { buffer, byteOffset, byteLength }, at, rowBytes) =>
      fills[kind](values, rows, new DataView(buffer, byteOffset, byteLength), at, rowBytes, littleEndian),
    // What is no number does not occur in Stata either.
    isMissing: (value) => !(value < limit && value > -Infinity) || (old && value === OLD_MISSING_DOUBLE),
  };
}
