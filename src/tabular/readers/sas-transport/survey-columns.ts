/** What the values of numeric variables tell about their type: the file itself knows one type of number alone. */
import type { ByteSource } from '../../byte-source.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { hexadecimalFloat } from './hexadecimal-float.ts';
import type { TransportHeader } from './transport-header.ts';
import { rowBlocks, type Block } from './transport-rows.ts';
import type { TransportVariable } from './transport-variable.ts';

export interface SurveyedVariable extends TransportVariable {
  /** Whether all values are whole numbers that a double tells apart. */
  isWhole: boolean;
  /** Whether a date or time has a part of a second. */
  hasDecimals: boolean;
  /** Whether every value is a date or time as the format wants it; if not, the numbers are kept. */
  isTemporal: boolean;
}

/** Goes through all rows once. */
export async function surveyColumns(
  source: ByteSource,
  header: TransportHeader,
  rows: number,
  options: ReadOptions,
): Promise<readonly SurveyedVariable[]> {
  const surveyed = header.variables.map((one): SurveyedVariable => ({
    ...one,
    isWhole: true,
    hasDecimals: false,
    isTemporal: one.temporal !== undefined,
  }));
  const numbers = surveyed.filter(({ isNumber }) => isNumber);
  if (numbers.length === 0) return surveyed;
  for await (const block of rowBlocks(source, header, rows, options)) for (const one of numbers) survey(one, block, header.rowBytes);
  return surveyed;
}

function survey(one: SurveyedVariable, { bytes, rows }: Block, rowBytes: number): void {
  for (let row = 0, at = one.offset; row < rows; row += 1, at += rowBytes) {
    const value = hexadecimalFloat(bytes, at, one.length);
    if (value === undefined) continue;
    one.isWhole &&= Number.isSafeInteger(value);
    if (!one.isTemporal) continue;
    one.hasDecimals ||= Math.round(value * 1000) % 1000 !== 0;
    one.isTemporal = one.temporal?.text(value, false) !== undefined;
  }
}
