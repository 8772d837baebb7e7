/** Batches in memory that two threads see, so that handing one over copies its cells once and makes no objects. */
import type { Batch, Column } from '../table.ts';
import type { TextCells } from '../text-cells.ts';

/** Where the parts of a column are in the memory, in bytes. */
export interface ColumnPlace {
  readonly kind: Column['kind'];
  /** Of the values, or of the places of texts. */
  readonly values: number;
  readonly missing: number | undefined;
  /** Of the bytes of all texts. */
  readonly text: number;
  readonly textBytes: number;
}

export interface SharedBatch {
  readonly memory: SharedArrayBuffer;
  readonly rows: number;
  readonly columns: readonly ColumnPlace[];
}

/** Each part begins where a double may. */
const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;
const textBytesOf = ({ offsets }: TextCells, rows: number): number => offsets[rows] ?? 0;

/** Copies a batch into the memory, or into larger one when it does not fit. Texts of numbers stay behind. */
export function shareBatch(batch: Batch, memory: SharedArrayBuffer): SharedBatch {
  const { rows } = batch;
  let bytes = 0;
  const take = (length: number): number => {
    const start = bytes;
    bytes += aligned(length);
    return start;
  };
  const columns = batch.columns.map((column): ColumnPlace => {
    const isText = column.kind === 'text';
    const textBytes = isText ? textBytesOf(column.cells, rows) : 0;
    return {
      kind: column.kind,
      values: take(isText ? 4 * (rows + 1) : 8 * rows),
      missing: column.missing === undefined ? undefined : take(rows),
      text: take(textBytes),
      textBytes,
    };
  });
  const target = bytes <= memory.byteLength ? memory : new SharedArrayBuffer(Math.ceil(bytes * 1.25));
  for (const [index, place] of columns.entries()) copyColumn(batch.columns[index], place, rows, target);
  return { memory: target, rows, columns };
}

function copyColumn(column: Column | undefined, place: ColumnPlace, rows: number, memory: SharedArrayBuffer): void {
  if (column?.kind === 'number') new Float64Array(memory, place.values, rows).set(column.values.subarray(0, rows));
  if (column?.kind === 'int64') new BigInt64Array(memory, place.values, rows).set(column.values.subarray(0, rows));
  if (column?.kind === 'text') {
    new Uint32Array(memory, place.values, rows + 1).set(column.cells.offsets.subarray(0, rows + 1));
    new Uint8Array(memory, place.text, place.textBytes).set(column.cells.bytes.subarray(0, place.textBytes));
  }
  if (column?.missing !== undefined) new Uint8Array(memory, place.missing, rows).set(column.missing.subarray(0, rows));
}

/** The batch in the memory, without a copy. */
export function sharedColumns({ memory, rows, columns }: SharedBatch): Batch {
  return {
    rows,
    columns: columns.map(({ kind, values, missing: missingAt, text, textBytes }): Column => {
      const missing = missingAt === undefined ? undefined : new Uint8Array(memory, missingAt, rows);
      if (kind === 'number') return { kind, values: new Float64Array(memory, values, rows), missing };
      if (kind === 'int64') return { kind, values: new BigInt64Array(memory, values, rows), missing };
      return { kind, cells: { bytes: Buffer.from(memory, text, textBytes), offsets: new Uint32Array(memory, values, rows + 1) }, missing };
    }),
  };
}
