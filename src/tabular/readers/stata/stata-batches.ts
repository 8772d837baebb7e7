/** The rows of a Stata file, some at a time. */
import { fillExactly, readExactly, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import { rowsPerBatch, type Batch, type Column } from '../../table.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { textEncoding } from '../text-encoding.ts';
import { referenceAt, type LongStrings } from './long-strings.ts';
import { columnReader } from './stata-columns.ts';
import type { StataHeader } from './stata-header.ts';

/** Bytes of rows, and of their long strings, that are held at once. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** Where the cells of each variable are in a row. */
function offsetsOf({ variables }: StataHeader): number[] {
  let offset = 0;
  return variables.map(({ type }) => {
    offset += type.bytes;
    return offset - type.bytes;
  });
}

export async function* stataBatches(
  source: ByteSource,
  header: StataHeader,
  longStrings: LongStrings | undefined,
  options: ReadOptions,
): AsyncGenerator<Batch> {
  const mostRows = Math.max(1, Math.min(rowsPerBatch(header.variables.length), Math.floor(BLOCK_BYTES / header.rowBytes)));
  const offsets = offsetsOf(header);
  const setting = { header, encoding: textEncoding(header.layout.encoding), longStrings, rows: mostRows };
  const readers = header.variables.map((one, index) => columnReader(setting, one, offsets[index] ?? 0));
  const longAt = offsets.filter((_, index) => header.variables[index]?.type.kind === 'strl');
  // Made by the first read, which knows that there are so many bytes.
  let block: Buffer | undefined;
  for (let done = 0; done < header.rows;) {
    options.signal?.throwIfAborted();
    const wanted = Math.min(mostRows, header.rows - done);
    const position = header.dataPosition + done * header.rowBytes;
    const bytes: Buffer = block?.subarray(0, wanted * header.rowBytes) ?? (await readExactly(source, position, wanted * header.rowBytes));
    if (block === undefined) block = bytes;
    else await fillExactly(source, position, bytes);
    const rows =
      longStrings === undefined ? wanted : rowsWithin(header, longStrings, longAt, { bytes, rows: wanted, firstRow: done + 1 }, options);
    const columns: Column[] = [];
    for (const reader of readers) columns.push(await reader({ bytes, rows, firstRow: done + 1 }));
    yield { rows, columns };
    done += rows;
  }
}

/** How many rows have long strings that may be held at once; one at least. Many cells may refer to the same long string. */
function rowsWithin(
  header: StataHeader,
  longStrings: LongStrings,
  longAt: readonly number[],
  block: { bytes: Buffer; rows: number; firstRow: number },
  { limits }: ReadOptions,
): number {
  let held = 0;
  for (let row = 0; row < block.rows; row += 1) {
    let ofRow = 0;
    for (const offset of longAt) {
      const reference = referenceAt(header, block.bytes, row * header.rowBytes + offset);
      if (reference !== undefined) ofRow += longStrings.length(reference.variable, reference.row);
    }
    if (ofRow > limits.recordBytes) {
      throw new TableError('TOO_LARGE', `The strings of a row have more than ${limits.recordBytes} bytes.`, { row: block.firstRow + row });
    }
    held += ofRow;
    if (held > BLOCK_BYTES) return Math.max(1, row);
  }
  return block.rows;
}
