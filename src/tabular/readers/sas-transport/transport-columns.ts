/** Cells of a block of rows, as columns. */
import type { Column } from '../../table.ts';
import { TextCellsBuilder } from '../../text-cells.ts';
import { endOfText, endWithoutBlanks, type TextEncoding } from '../text-encoding.ts';
import { hexadecimalFloat } from './hexadecimal-float.ts';
import type { SurveyedVariable } from './survey-columns.ts';
import type { TransportVariable } from './transport-variable.ts';
import type { Block } from './transport-rows.ts';

/** Makes the column of one variable; its arrays are used again for the next block. */
export type ColumnReader = (block: Block) => Column;

export interface ColumnSetting {
  readonly rowBytes: number;
  /** The most rows of a block. */
  readonly rows: number;
  readonly encoding: TextEncoding;
}

export function columnReader(setting: ColumnSetting, variable: SurveyedVariable): ColumnReader {
  if (!variable.isNumber) return textColumn(setting, variable);
  return variable.isTemporal ? temporalColumn(setting, variable) : numberColumn(setting, variable);
}

function numberColumn({ rowBytes, rows: most }: ColumnSetting, { offset, length }: TransportVariable): ColumnReader {
  const values = new Float64Array(most);
  const missing = new Uint8Array(most);
  return ({ bytes, rows }) => {
    let any = false;
    for (let row = 0, at = offset; row < rows; row += 1, at += rowBytes) {
      const value = hexadecimalFloat(bytes, at, length);
      values[row] = value ?? 0;
      missing[row] = value === undefined ? 1 : 0;
      any ||= value === undefined;
    }
    return { kind: 'number', values, missing: any ? missing : undefined };
  };
}

function temporalColumn({ rowBytes, rows: most }: ColumnSetting, variable: SurveyedVariable): ColumnReader {
  const cells = new TextCellsBuilder(most, 24);
  const missing = new Uint8Array(most);
  return ({ bytes, rows }) => {
    cells.clear();
    for (let row = 0, at = variable.offset; row < rows; row += 1, at += rowBytes) {
      const value = hexadecimalFloat(bytes, at, variable.length);
      const text = value === undefined ? undefined : variable.temporal?.text(value, variable.hasDecimals);
      cells.push(text ?? '');
      missing[row] = text === undefined ? 1 : 0;
    }
    return { kind: 'text', cells: cells.cells(), missing };
  };
}

/** Blanks at the end do not count; a text of blanks alone is empty, not missing, as in the other formats whose texts can be empty. */
function textColumn({ rowBytes, rows: most, encoding }: ColumnSetting, { offset, length }: TransportVariable): ColumnReader {
  const cells = new TextCellsBuilder(most);
  return ({ bytes, rows }) => {
    cells.clear();
    for (let row = 0, at = offset; row < rows; row += 1, at += rowBytes) {
      encoding.pushCell(cells, bytes, at, endWithoutBlanks(bytes, at, endOfText(bytes, at, at + length)));
    }
    return { kind: 'text', cells: cells.cells(), missing: undefined };
  };
}
