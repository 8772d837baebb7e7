/** The cases of a system file, some at a time, as they are without compression. */
import { chunksOf, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import { rowsPerBatch } from '../../table.ts';
import type { ReadOptions } from '../../table-reader.ts';
import type { BlockOfRows } from '../text-column.ts';
import { BytecodeDecoder } from './bytecode.ts';
import type { SavHeader } from './sav-header.ts';
import { zlibBlocks } from './zlib-blocks.ts';

/** Bytes of cases that are held at once. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** Some cases, in memory that the next ones will use again. */
export interface CaseBlock extends BlockOfRows {
  /** A number in the block, by its place in elements of eight bytes. */
  numberAt(element: number): number;
}

/** The most cases of a block. */
export function mostCases({ variables, caseElements }: SavHeader): number {
  return Math.max(1, Math.min(rowsPerBatch(variables.length), Math.floor(BLOCK_BYTES / (8 * caseElements))));
}

/** Fills memory with elements, and gives how many there were. */
type Fill = (target: Buffer, elements: number) => Promise<number>;

function fillFrom(source: ByteSource, header: SavHeader, { limits }: ReadOptions): Fill {
  if (header.compression === 'none') {
    let position = header.dataPosition;
    return async (target, elements) => {
      const read = await source.read(target.subarray(0, 8 * elements), position);
      position += read;
      return Math.floor(read / 8);
    };
  }
  const chunks = header.compression === 'zlib' ? zlibBlocks(source, header, limits) : chunksOf(source, header.dataPosition);
  const decoder = new BytecodeDecoder(chunks, header);
  return (target, elements) => decoder.readInto(new Int32Array(target.buffer, target.byteOffset, 2 * elements), elements);
}

/** Numbers in memory, read in the fastest way that the order of bytes allows. */
function numbersIn(bytes: Buffer, littleEndian: boolean): (element: number) => number {
  const isOurOrder = new Uint8Array(new Uint16Array([1]).buffer)[0] === (littleEndian ? 1 : 0);
  const doubles = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
  if (isOurOrder) return (element) => doubles[element] ?? 0;
  return littleEndian ? (element) => bytes.readDoubleLE(8 * element) : (element) => bytes.readDoubleBE(8 * element);
}

/** All cases. @throws TableError when they are fewer than the file says, or more than may be unpacked */
export async function* caseBlocks(source: ByteSource, header: SavHeader, options: ReadOptions): AsyncGenerator<CaseBlock> {
  const { caseElements, littleEndian } = header;
  const cases = header.cases ?? Infinity;
  const mostRows = mostCases(header);
  const fill = fillFrom(source, header, options);
  const bytes = Buffer.from(new ArrayBuffer(8 * caseElements * mostRows));
  const numberAt = numbersIn(bytes, littleEndian);
  for (let done = 0; done < cases;) {
    options.signal?.throwIfAborted();
    const wanted = Math.min(mostRows, cases - done);
    const filled = await fill(bytes, wanted * caseElements);
    const rows = Math.floor(filled / caseElements);
    if (filled % caseElements > 0 || (rows < wanted && header.cases !== undefined)) {
      throw new TableError('TRUNCATED', `The file ends within case ${done + rows + 1}.`, { row: done + rows + 1 });
    }
    if (8 * caseElements * (done + rows) > options.limits.unpackedBytes) {
      throw new TableError('TOO_LARGE', `The cases have more than ${options.limits.unpackedBytes} bytes.`, { row: done + rows });
    }
    if (rows > 0) yield { bytes, rows, firstRow: done + 1, numberAt };
    done += rows;
    if (rows < wanted) return;
  }
}
