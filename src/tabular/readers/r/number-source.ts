/** The numbers of a column, in order: from the file, or from the few that a sequence is made of. */
import { TableError } from '../../table-error.ts';
import { malformed, MISSING_INTEGER, WORD_BYTES, type SerialInput } from './serial-input.ts';
import type { Compact, SerialValue, Vector } from './serial-value.ts';
import { wrapped, type VectorValues } from './vector-values.ts';

/** Reads the next numbers into the arrays; gives whether any is missing. */
export type NumberSource = (values: Float64Array, missing: Uint8Array, rows: number) => Promise<boolean>;

/** A column with its wrapper taken off. */
export type ColumnValues =
  | Vector
  | {
      readonly kind: 'sequence';
      readonly type: 'integer' | 'double';
      readonly length: number;
      readonly start: number;
      readonly step: number;
    }
  /** Texts of numbers that were never made. */
  | { readonly kind: 'numerals'; readonly length: number; readonly of: ColumnValues };

/** @throws TableError UNSUPPORTED when the column is no vector */
export async function columnValues(value: SerialValue, values: VectorValues, column: string): Promise<ColumnValues> {
  if (value.kind === 'vector') return value;
  if (value.kind === 'compact') return expanded(value, values, column);
  throw new TableError('UNSUPPORTED', 'The column is a list or an object, not a vector.', { column });
}

async function expanded({ form, state }: Compact, values: VectorValues, column: string): Promise<ColumnValues> {
  if (form.startsWith('wrap_')) return columnValues(wrapped(state), values, column);
  if (form === 'deferred_string') {
    const of = await columnValues(wrapped(state), values, column);
    return { kind: 'numerals', length: of.length, of };
  }
  if (form !== 'compact_intseq' && form !== 'compact_realseq') {
    throw new TableError('UNSUPPORTED', `The column is kept in the form ${form.slice(0, 40)}, which is not read.`, { column });
  }
  const [length = -1, start = 0, step = 0] = await values.numbers(state);
  if (!Number.isSafeInteger(length) || length < 0) throw malformed();
  return { kind: 'sequence', type: form === 'compact_intseq' ? 'integer' : 'double', length, start, step };
}

/** Numbers from the first on. @param open an input of its own at a position */
export function numberSource(from: ColumnValues, open: (position: number) => SerialInput): NumberSource {
  if (from.kind === 'numerals') throw malformed();
  if (from.kind === 'sequence') {
    let done = 0;
    return (values, missing, rows) => {
      missing.fill(0, 0, rows);
      for (let row = 0; row < rows; row += 1) values[row] = from.start + from.step * (done + row);
      done += rows;
      return Promise.resolve(false);
    };
  }
  const input = open(from.position);
  const isDouble = from.type === 'double';
  return async (values, missing, rows) => {
    let any = false;
    for (let row = 0; row < rows; row += 1) {
      if (input.ready < WORD_BYTES) await input.fill();
      const value = isDouble ? input.takeDouble() : input.takeInteger();
      const absent = isDouble ? input.wasMissing : value === MISSING_INTEGER;
      values[row] = absent ? 0 : value;
      missing[row] = absent ? 1 : 0;
      any ||= absent;
    }
    return any;
  };
}
