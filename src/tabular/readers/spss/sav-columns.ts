/** Cells of cases, as columns. */
import { TableError } from '../../table-error.ts';
import type { Column } from '../../table.ts';
import { endWithoutBlanks } from '../text-encoding.ts';
import { textColumn } from '../text-column.ts';
import { temporalFormat, type TemporalFormat } from './display-format.ts';
import type { CaseBlock } from './sav-cases.ts';
import type { SavHeader, SavVariable } from './sav-header.ts';

/** Makes the column of one variable; its arrays are used again for the next block. */
export type CaseColumn = (block: CaseBlock) => Column;

/** The column of a variable in blocks of at most `mostRows` cases. */
export function caseColumn(header: SavHeader, variable: SavVariable, mostRows: number): CaseColumn {
  if (variable.width > 0) return stringColumn(header, variable, mostRows);
  const temporal = temporalFormat(variable.format);
  return temporal === undefined ? numberColumn(header, variable, mostRows) : temporalColumn(header, variable, mostRows, temporal);
}

function numberColumn({ caseElements, systemMissing }: SavHeader, { element }: SavVariable, mostRows: number): CaseColumn {
  const values = new Float64Array(mostRows);
  const missing = new Uint8Array(mostRows);
  return ({ numberAt, rows }) => {
    let any = false;
    for (let row = 0, at = element; row < rows; row += 1, at += caseElements) {
      const value = numberAt(at);
      // What is no number does not occur in SPSS either.
      const absent = value === systemMissing || Number.isNaN(value);
      values[row] = absent ? 0 : value;
      missing[row] = absent ? 1 : 0;
      any ||= absent;
    }
    return { kind: 'number', values, missing: any ? missing : undefined };
  };
}

function temporalColumn(
  { caseElements, systemMissing }: SavHeader,
  { element, name }: SavVariable,
  mostRows: number,
  temporal: TemporalFormat,
): CaseColumn {
  return textColumn<CaseBlock>(mostRows, ({ numberAt, firstRow }, row, cells) => {
    const value = numberAt(row * caseElements + element);
    if (value === systemMissing || Number.isNaN(value)) return false;
    cells.push(textOf(temporal, value, { row: firstRow + row, column: name }));
    return true;
  });
}

/** A date or time as text. @throws TableError MALFORMED for one outside the years 0 to 9999 */
export function textOf(temporal: TemporalFormat, value: number, place: { row: number; column: string }): string {
  const text = temporal.text(value);
  if (text === undefined) throw new TableError('MALFORMED', `${value} is no date or time within the years 0 to 9999.`, place);
  return text;
}

/** A string without the blanks at its end; one of blanks alone is one blank. Source: files.md 19.6 */
function stringColumn({ caseElements, encoding }: SavHeader, { parts, width }: SavVariable, mostRows: number): CaseColumn {
  const scratch = parts.length > 1 ? Buffer.alloc(width) : undefined;
  const caseBytes = 8 * caseElements;
  const [first] = parts;
  return textColumn<CaseBlock>(mostRows, ({ bytes }, row, cells) => {
    let text = bytes;
    let start = row * caseBytes + (first?.offset ?? 0);
    let end = start + (first?.bytes ?? 0);
    if (scratch !== undefined) {
      [text, start, end] = [scratch, 0, 0];
      for (const part of parts) end += bytes.copy(scratch, end, row * caseBytes + part.offset, row * caseBytes + part.offset + part.bytes);
    }
    end = endWithoutBlanks(text, start, end);
    if (end === start) cells.push(' ');
    else encoding.pushCell(cells, text, start, end);
    return true;
  });
}
