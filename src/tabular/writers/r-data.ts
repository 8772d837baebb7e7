/**
 * A table as a file that R loads: a data frame `data`, in the second version of the format, which every R reads; packed by the caller.
 * R keeps a column in one piece, and rows come in batches: the cells go to a scratch file first, and from there column by column.
 */
import { GrowingBytes } from '../growing-bytes.ts';
import type { ScratchFile } from '../table-reader.ts';
import type { Batch, Column, Table, Variable } from '../table.ts';
import { CHARSXP_NA, type RAttribute, RPen } from './r-pen.ts';

/** Where the cells of one column in one batch lie in the scratch file. */
interface Block {
  readonly position: number;
  readonly length: number;
}

/** A column on its way. */
interface Spool {
  readonly variable: Variable;
  readonly blocks: Block[];
  /** Whether all values so far are integers of R. */
  isInteger: boolean;
}

const SMALLEST_INTEGER = -(2 ** 31) + 1;
const LARGEST_INTEGER = 2 ** 31 - 1;
const MISSING_INTEGER = -(2 ** 31);
/** The missing number of R: one of the values that are no number. */
const MISSING_DOUBLE = 0x7ff00000000007a2n;
const MISSING_INTEGER64 = -(2n ** 63n);

/** The unpacked bytes of the file. A piece is valid until the next one. */
export async function* rData(table: Table, scratch: ScratchFile): AsyncGenerator<Uint8Array> {
  const spools = table.variables.map((variable): Spool => ({
    variable,
    blocks: [],
    isInteger: variable.storage !== 'double' && variable.storage !== 'float',
  }));
  const rows = await spoolRows(table, spools, scratch);
  const pen = new RPen();
  pen.beginFile('data');
  pen.beginFrame(spools.length);
  yield pen.take();
  for (const spool of spools) yield* columnBytes(spool, rows, scratch);
  pen.endFrame(
    spools.map(({ variable }) => variable.name),
    rows,
  );
  pen.endFile();
  yield pen.take();
}

async function spoolRows({ batches }: Table, spools: readonly Spool[], scratch: ScratchFile): Promise<number> {
  const out = new GrowingBytes();
  let rows = 0;
  let position = 0;
  for await (const batch of batches()) {
    out.clear();
    for (const [index, spool] of spools.entries()) {
      const start = out.length;
      pushCells(out, spool, batch.columns[index], batch.rows);
      spool.blocks.push({ position: position + start, length: out.length - start });
    }
    scratch.append(out.view());
    position += out.length;
    rows += batch.rows;
  }
  return rows;
}

function pushCells(out: GrowingBytes, spool: Spool, column: Column | undefined, rows: Batch['rows']): void {
  if (column === undefined) throw new Error(`The batch has no column for "${spool.variable.name}".`);
  const { missing } = column;
  if (column.kind === 'text') {
    const { bytes, offsets } = column.cells;
    for (let row = 0; row < rows; row += 1) {
      if (missing?.[row] === 1) out.pushBytes(CHARSXP_NA, 0, CHARSXP_NA.length);
      else RPen.pushString(out, bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
    }
    return;
  }
  out.reserve(rows * 8);
  const view = new DataView(out.bytes.buffer, out.bytes.byteOffset + out.length, rows * 8);
  for (let row = 0; row < rows; row += 1) {
    const isMissing = missing?.[row] === 1;
    if (column.kind === 'int64') {
      spool.isInteger = false;
      view.setBigInt64(row * 8, isMissing ? MISSING_INTEGER64 : (column.values[row] ?? 0n));
    } else if (isMissing) {
      view.setBigInt64(row * 8, MISSING_DOUBLE);
    } else {
      const value = column.values[row] ?? Number.NaN;
      if (!(Number.isInteger(value) && value >= SMALLEST_INTEGER && value <= LARGEST_INTEGER)) spool.isInteger = false;
      view.setFloat64(row * 8, value);
    }
  }
  out.length += rows * 8;
}

async function* columnBytes({ variable, blocks, isInteger }: Spool, rows: number, scratch: ScratchFile): AsyncGenerator<Uint8Array> {
  const { name, label, storage } = variable;
  const pen = new RPen();
  const kind = storage === 'text' ? 'character' : isInteger ? 'integer' : 'double';
  const attributes: RAttribute[] = [];
  if (storage === 'int64') attributes.push(['class', 'integer64']);
  if (label !== undefined && label !== name) attributes.push(['label', label]);
  pen.beginVector(kind, rows, attributes);
  yield pen.take();
  for (const { position, length } of blocks) {
    const bytes = new Uint8Array(length);
    await scratch.read(bytes, position);
    yield kind === 'integer' ? integersOf(bytes) : bytes;
  }
  pen.attributes(attributes);
  yield pen.take();
}

/** Doubles as integers of R. */
function integersOf(doubles: Uint8Array): Uint8Array {
  const from = new DataView(doubles.buffer);
  const integers = new Uint8Array(doubles.length / 2);
  const to = new DataView(integers.buffer);
  for (let at = 0; at < doubles.length; at += 8) {
    to.setInt32(at / 2, from.getBigInt64(at) === MISSING_DOUBLE ? MISSING_INTEGER : from.getFloat64(at));
  }
  return integers;
}
