/** Files of R: a workspace or a single object, versions 2 and 3, packed or not. Source: files.md 19.6 */
import { constants, gunzipSync } from 'node:zlib';
import type { ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import { rowsPerBatch, type Batch, type Column, type Table } from '../../table.ts';
import type { ReadOptions, TableReader } from '../../table-reader.ts';
import { requireModestGrowth } from '../modest-growth.ts';
import { columnCells } from './column-cells.ts';
import { findFrame } from './data-frame.ts';
import { describeColumn, type FrameColumn } from './frame-column.ts';
import { HEAD_BYTES, isSerial, readSerialHeader } from './serial-header.ts';
import { SerialInput } from './serial-input.ts';
import type { List } from './serial-value.ts';
import { unpack } from './unpack.ts';
import { SerialTexts, VectorValues } from './vector-values.ts';

/** Enough packed bytes to see the first unpacked ones, and too few to become much. */
const PACKED_HEAD_BYTES = 512;
/** Of all columns at once. */
const WINDOWS_BYTES = 16 * 1024 * 1024;
const BATCH_TEXT_BYTES = 4 * 1024 * 1024;

/** Of files packed with bzip2 or xz the beginning does not say at once what they hold: isPackedR, or their type does. */
function recognises(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return isSerial(bytes.toString('latin1', 0, HEAD_BYTES));
  try {
    const plain = gunzipSync(bytes.subarray(0, PACKED_HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
    return isSerial(plain.toString('latin1', 0, HEAD_BYTES));
  } catch {
    return false;
  }
}

async function namesOf(frame: List, values: VectorValues): Promise<string[]> {
  const names = await values.texts(frame.attributes.get('names'));
  return frame.elements.map((_, index) => names[index] || `V${index + 1}`);
}

function rowsOf(columns: readonly FrameColumn[], fileBytes: number): number {
  const [first] = columns;
  if (first === undefined) throw new TableError('UNSUPPORTED', 'The data frame has no columns.');
  const rows = first.values.length;
  const other = columns.find(({ values }) => values.length !== rows);
  if (other !== undefined) {
    throw new TableError('MALFORMED', `The column has ${other.values.length} values, others ${rows}.`, { column: other.variable.name });
  }
  if (rows === 0) throw new TableError('NO_ROWS', 'The data frame has no rows.');
  // A sequence takes a few bytes, however long it is.
  requireModestGrowth(rows * columns.length, fileBytes, 'cells');
  return rows;
}

async function open(packed: ByteSource, options: ReadOptions): Promise<Table> {
  const { limits } = options;
  const source = await unpack(packed, options);
  const header = await readSerialHeader(source, options);
  const encodings = new SerialTexts(header.encoding);
  const inputs = (windowBytes: number) => (position: number) =>
    new SerialInput(source, header.input.format, options, { position, windowBytes });
  const values = new VectorValues(inputs(4096), encodings);
  const frame = await findFrame(header, values);
  if (frame.length > limits.variables) {
    throw new TableError('TOO_LARGE', `The data frame has ${frame.length} columns, more than ${limits.variables}.`);
  }
  const windowBytes = Math.min(256 * 1024, Math.max(4096, Math.floor(WINDOWS_BYTES / Math.max(1, frame.length))));
  const setting = { values, open: inputs(windowBytes) };
  const columns: FrameColumn[] = [];
  for (const [index, name] of (await namesOf(frame, values)).entries()) {
    const element = frame.elements[index];
    if (element !== undefined) columns.push(await describeColumn(name, element, setting));
  }
  const rowCount = rowsOf(columns, packed.size);
  async function* batches(): AsyncGenerator<Batch> {
    const most = rowsPerBatch(columns.length);
    const cells = columns.map((column) => columnCells(column, { ...setting, encodings, rows: most }));
    const budget = Math.max(4096, Math.floor(BATCH_TEXT_BYTES / cells.length));
    let textBytes = 0;
    for (let done = 0; done < rowCount;) {
      options.signal?.throwIfAborted();
      let rows = Math.min(most, rowCount - done);
      for (const column of cells) rows = await column.fit(rows, budget);
      const read: Column[] = [];
      for (const column of cells) read.push(await column.next(rows, done + 1));
      for (const column of read) if (column.kind === 'text') textBytes += column.cells.offsets[rows] ?? 0;
      requireModestGrowth(textBytes, packed.size, 'bytes of text');
      yield { rows, columns: read };
      done += rows;
    }
  }
  return { variables: columns.map(({ variable }) => variable), rowCount, batches };
}

export const rReader: TableReader = {
  format: 'rdata',
  mediaTypes: ['application/x-rlang-transport'],
  recognises,
  open,
};
