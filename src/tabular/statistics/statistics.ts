/** Summary statistics of a numeric variable. Source: files.md 19.7 */
import { doubleNotation } from '../number-notation.ts';
import type { Column, Variable } from '../table.ts';

export interface Statistics {
  readonly mean: number;
  readonly median: number;
  readonly valid: number;
  readonly invalid: number;
  readonly min: number;
  readonly max: number;
  readonly deviation: number;
}

/** The statistics as they are stored and shown, in their order. A mode is never computed. */
export function statisticTexts(
  statistics: Statistics,
): Record<'mean' | 'medn' | 'mode' | 'vald' | 'invd' | 'min' | 'max' | 'stdev', string> {
  return {
    mean: doubleNotation(statistics.mean),
    medn: doubleNotation(statistics.median),
    mode: '.',
    vald: doubleNotation(statistics.valid),
    invd: doubleNotation(statistics.invalid),
    min: doubleNotation(statistics.min),
    max: doubleNotation(statistics.max),
    stdev: doubleNotation(statistics.deviation),
  };
}

/** Copies the values of a numeric column that count, those neither missing nor NaN; gives how many they are. */
export function validValues(column: Column, rows: number, variable: Variable, target: Float64Array): number {
  if (column.kind === 'text') return 0;
  const { missing } = column;
  const integer = variable.storage === 'integer';
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    if (missing !== undefined && missing[row] === 1) continue;
    const value = column.kind === 'number' ? (column.values[row] ?? 0) : Number(column.values[row] ?? 0n);
    if (Number.isNaN(value) || (integer && !(value >= -(2 ** 63) && value < 2 ** 63))) continue;
    target[count++] = integer ? value + 0 : value;
  }
  return count;
}
