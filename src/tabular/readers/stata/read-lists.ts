/** The lists of a Stata header, which both layouts of the file have: one entry of a fixed width for each variable. */
import type { ReadLimits } from '../../table-reader.ts';
import { TableError } from '../../table-error.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { endOfText, type TextEncoding } from '../text-encoding.ts';
import type { StataVariable } from './stata-header.ts';
import type { StataType } from './stata-type.ts';

/** A text in a field of fixed width, which a NUL ends. */
export function fieldText(bytes: Buffer, start: number, width: number, encoding: TextEncoding): string {
  return encoding.decode(bytes.subarray(start, endOfText(bytes, start, Math.min(start + width, bytes.length))));
}

/** A list of texts, one for each variable. */
export async function readTexts(cursor: ByteCursor, count: number, width: number, encoding: TextEncoding): Promise<string[]> {
  cursor.hold(count * width);
  const bytes = await cursor.take(count * width);
  return Array.from({ length: count }, (_, index) => fieldText(bytes, index * width, width, encoding));
}

/** The variables that have cells, from the lists in the order of the file. */
export function variablesOf(
  types: readonly (StataType | undefined)[],
  texts: Record<'names' | 'formats' | 'labelSets' | 'labels', readonly string[]>,
): StataVariable[] {
  return types.flatMap((type, index) =>
    type === undefined
      ? []
      : {
          type,
          name: texts.names[index] ?? '',
          format: texts.formats[index] ?? '',
          labelSet: texts.labelSets[index] ?? '',
          label: texts.labels[index] ?? '',
        },
  );
}

/** @throws TableError when there are no variables, or more than the limits allow */
export function checkVariableCount(count: number, limits: ReadLimits): void {
  if (count <= 0) throw new TableError('MALFORMED', 'The file has no variables.');
  if (count > limits.variables) throw new TableError('TOO_LARGE', `The file has ${count} variables, more than ${limits.variables}.`);
}

/** Bytes of one row. @throws TableError when the row is longer than a record may be */
export function rowBytesOf(variables: readonly StataVariable[], limits: ReadLimits): number {
  const bytes = variables.reduce((sum, { type }) => sum + type.bytes, 0);
  if (bytes > limits.recordBytes) throw new TableError('TOO_LARGE', `A row has ${bytes} bytes, more than ${limits.recordBytes}.`);
  if (bytes === 0) throw new TableError('UNSUPPORTED', 'The file has only aliases of variables in other files.');
  return bytes;
}

/** @throws TableError when the source ends before the last row */
export function checkRows(rows: number, rowBytes: number, cursor: ByteCursor): void {
  if (rows * rowBytes > cursor.remaining) {
    throw new TableError('TRUNCATED', `The file ends before the last of its ${rows} rows.`, {
      row: Math.floor(cursor.remaining / rowBytes) + 1,
    });
  }
}

/** Goes past a word that the format has at this place. */
export async function expectWord(cursor: ByteCursor, word: string): Promise<void> {
  const position = cursor.position;
  const bytes = await cursor.take(word.length);
  if (bytes.toString('latin1') !== word) throw new TableError('MALFORMED', `At byte ${position} there should be ${word}.`);
}
