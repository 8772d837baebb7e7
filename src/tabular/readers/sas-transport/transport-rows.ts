/** The rows of a transport file as they stand in it. */
import { chunksOf, readExactly, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import { rowsPerBatch } from '../../table.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { MEMBER_START, paddingOf, RECORD_BYTES, type TransportHeader } from './transport-header.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;
const BLANK = 0x20;

/** Some consecutive rows. */
export interface Block {
  readonly bytes: Buffer;
  readonly rows: number;
  /** Number of the first row, from 1. */
  readonly firstRow: number;
}

/** The most rows of a block. */
export function blockRows({ variables, rowBytes }: TransportHeader): number {
  return Math.max(1, Math.min(rowsPerBatch(variables.length), Math.floor(BLOCK_BYTES / rowBytes)));
}

export async function* rowBlocks(source: ByteSource, header: TransportHeader, rows: number, options: ReadOptions): AsyncGenerator<Block> {
  const most = blockRows(header);
  for (let done = 0; done < rows; done += most) {
    options.signal?.throwIfAborted();
    const count = Math.min(most, rows - done);
    const bytes = await readExactly(source, header.dataPosition + done * header.rowBytes, count * header.rowBytes);
    yield { bytes, rows: count, firstRow: done + 1 };
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === BLANK);
}

/**
 * How many rows there are. Blanks fill up the last record; rows of blanks alone that are within it cannot be told from them and do not count.
 * @throws TableError UNSUPPORTED when a second data set follows, TRUNCATED when the last row is not whole, NO_ROWS
 */
export async function countRows(source: ByteSource, header: TransportHeader, options: ReadOptions): Promise<number> {
  const { rowBytes, dataPosition } = header;
  const rows = header.rows ?? (await rowsUpToTheEnd(source, header, options));
  if (rows === 0) throw new TableError('NO_ROWS', 'The file has no rows.');
  const end = dataPosition + rows * rowBytes;
  if (end > source.size) throw new TableError('TRUNCATED', `The file ends before row ${rows}, the last one it has.`);
  const behind = end + paddingOf(rows * rowBytes);
  if (behind + RECORD_BYTES <= source.size) {
    const next = await readExactly(source, behind, RECORD_BYTES);
    if (MEMBER_START.test(next.toString('latin1'))) {
      throw new TableError('UNSUPPORTED', 'The file has more than one data set; only a file with one is a table.');
    }
  }
  return rows;
}

async function rowsUpToTheEnd(source: ByteSource, { rowBytes, dataPosition }: TransportHeader, options: ReadOptions): Promise<number> {
  if ((source.size - dataPosition) % RECORD_BYTES !== 0) {
    throw new TableError('TRUNCATED', `The file ends within a record; it has whole records of ${RECORD_BYTES} bytes.`);
  }
  const bytes = (await endOfRows(source, dataPosition, options)) - dataPosition;
  let rows = Math.floor(bytes / rowBytes);
  const rest = await readExactly(source, dataPosition + rows * rowBytes, bytes - rows * rowBytes);
  if (rest.length >= RECORD_BYTES || !isBlank(rest)) throw new TableError('TRUNCATED', `The file ends within row ${rows + 1}.`);
  for (let padding = rest.length + rowBytes; rows > 0 && padding < RECORD_BYTES; padding += rowBytes) {
    if (!isBlank(await readExactly(source, dataPosition + (rows - 1) * rowBytes, rowBytes))) break;
    rows -= 1;
  }
  return rows;
}

/** Where the rows end: at the end of the file, or where the header of a further data set begins. */
async function endOfRows(source: ByteSource, start: number, options: ReadOptions): Promise<number> {
  let position = start;
  const mark = Buffer.from('HEADER RECORD*******MEM', 'latin1');
  for await (const chunk of chunksOf(source, start, source.size, RECORD_BYTES * 4096)) {
    options.signal?.throwIfAborted();
    for (let at = chunk.indexOf(mark); at >= 0; at = chunk.indexOf(mark, at + 1)) {
      if (at % RECORD_BYTES === 0 && MEMBER_START.test(chunk.toString('latin1', at, at + RECORD_BYTES))) return position + at;
    }
    position += chunk.length;
  }
  return position;
}
