import { TableError } from '../../../src/tabular/table-error.ts';
import type { TableReader } from '../../../src/tabular/table-reader.ts';
import { openBytes } from './read-table.ts';

/** Small limits, so that a damaged length that passes them is seen. */
const limits = { recordBytes: 1 << 20, heldBytes: 1 << 20, unpackedBytes: 8 << 20 };
/** No damaged file of a few kilobytes has this many rows to give. */
const MOST_ROWS = 200_000;

/** Reads all of a file. Gives what the reader refused it with, undefined when it did not; throws what is no TableError. */
export async function refusalOf(reader: TableReader, bytes: Uint8Array): Promise<TableError | undefined> {
  try {
    const table = await openBytes(reader, bytes, limits);
    let rows = 0;
    for await (const batch of table.batches()) {
      rows += batch.rows;
      if (batch.rows === 0) throw new Error('A batch without rows.');
      if (rows > MOST_ROWS) throw new Error('More rows than the file can have.');
    }
    return undefined;
  } catch (error) {
    if (error instanceof TableError) return error;
    throw error;
  }
}

/** Numbers from 0 to 2^32, the same each time. Source: Marsaglia, Xorshift RNGs. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

/** The bytes with one to four bits turned over. */
function withTurnedBits(bytes: Buffer, next: () => number): Buffer {
  const damaged = Buffer.from(bytes);
  for (let count = (next() % 4) + 1; count > 0; count -= 1) {
    const at = next() % damaged.length;
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (next() % 8));
  }
  return damaged;
}

/** How many damaged files a format is tried with: TABLE_DAMAGE=2000 tries that many of each fixture. */
const ROUNDS = Number(process.env['TABLE_DAMAGE'] ?? 40);

/** Reads files with bits turned over, the same ones each time, and gives how many of them were refused. Throws where one is neither read nor refused. */
export async function readWithTurnedBits(reader: TableReader, files: readonly Buffer[]): Promise<number> {
  const next = seededNumbers(17);
  let refused = 0;
  for (const bytes of files) {
    for (let round = 0; round < ROUNDS; round += 1) if ((await refusalOf(reader, withTurnedBits(bytes, next))) !== undefined) refused += 1;
  }
  return refused;
}

/** Cuts a file off at many places, and gives how many of the beginnings can be read as a table. */
export async function readableCuts(reader: TableReader, bytes: Buffer): Promise<number> {
  const step = Math.ceil(bytes.length / 250);
  let readable = 0;
  for (let length = 0; length < bytes.length; length += step) {
    if ((await refusalOf(reader, bytes.subarray(0, length))) === undefined) readable += 1;
  }
  return readable;
}
