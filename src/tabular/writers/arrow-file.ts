/** A table as a file of Apache Arrow, a record batch for each batch of rows. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  Field,
  Float32,
  Float64,
  Int64,
  type Data,
  type DataType,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  Utf8,
} from 'apache-arrow';
import type { Batch, Column, Table, Variable } from '../table.ts';

/** Writes the file batch by batch. */
export async function writeArrowFile({ variables, batches }: Table, out: Writable): Promise<void> {
  const types = variables.map(typeOf);
  const fields = variables.map(({ name, label }, index) => new Field(name, types[index] ?? new Utf8(), true, metadataOf(name, label)));
  const schema = new Schema(fields);
  const records = async function* (): AsyncGenerator<RecordBatch> {
    let isEmpty = true;
    for await (const batch of batches()) {
      yield recordOf(schema, types, batch);
      isEmpty = false;
    }
    // Without any, there would be no schema either.
    if (isEmpty) yield recordOf(schema, types, { rows: 0, columns: types.map(emptyColumn) });
  };
  await pipeline(Readable.from(records()), RecordBatchFileWriter.throughNode(), out);
}

function emptyColumn(type: DataType): Column {
  if (type instanceof Utf8) return { kind: 'text', cells: { bytes: Buffer.alloc(0), offsets: new Uint32Array(1) }, missing: undefined };
  return { kind: 'number', values: new Float64Array(0), missing: undefined };
}

function typeOf({ storage }: Variable): DataType {
  if (storage === 'text') return new Utf8();
  if (storage === 'float') return new Float32();
  return storage === 'double' ? new Float64() : new Int64();
}

function metadataOf(name: string, label: string | undefined): Map<string, string> | null {
  return label === undefined || label === name ? null : new Map([['label', label]]);
}

function recordOf(schema: Schema, types: readonly DataType[], { rows, columns }: Batch): RecordBatch {
  const children = columns.map((column, index) => dataOf(types[index] ?? new Utf8(), column, rows));
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children }));
}

/** Readers use their arrays again, so that all is copied. */
function dataOf(type: DataType, column: Column, length: number): Data {
  const nulls = nullsOf(column.missing, length);
  if (column.kind === 'text') {
    const valueOffsets = Int32Array.from(column.cells.offsets.subarray(0, length + 1));
    const data = Uint8Array.from(column.cells.bytes.subarray(0, valueOffsets[length] ?? 0));
    return makeData({ type: new Utf8(), length, valueOffsets, data, ...nulls });
  }
  if (type instanceof Int64) {
    const values = column.kind === 'int64' ? column.values.slice(0, length) : BigInt64Array.from(column.values.subarray(0, length), BigInt);
    return makeData({ type, length, data: values, ...nulls });
  }
  const numbers =
    column.kind === 'number' ? column.values.subarray(0, length) : Float64Array.from(column.values.subarray(0, length), Number);
  if (type instanceof Float32) return makeData({ type, length, data: Float32Array.from(numbers), ...nulls });
  return makeData({ type: new Float64(), length, data: Float64Array.from(numbers), ...nulls });
}

function nullsOf(missing: Uint8Array | undefined, length: number): { readonly nullCount: number; readonly nullBitmap?: Uint8Array } {
  if (missing === undefined) return { nullCount: 0 };
  const nullBitmap = new Uint8Array(Math.ceil(length / 8));
  let nullCount = 0;
  for (let row = 0; row < length; row += 1) {
    if (missing[row] === 1) nullCount += 1;
    else nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) | (1 << (row & 7));
  }
  return { nullCount, nullBitmap };
}
