/** What all rows of a sheet tell about its columns: their names, how many there are and which of them are numbers. */
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import { requireModestGrowth } from '../modest-growth.ts';
import { cellNumber } from './cell-number.ts';
import { columnLetters, type SheetRow } from './sheet-rows.ts';

export interface SheetColumn {
  readonly name: string;
  readonly isNumber: boolean;
}

export interface SheetSurvey {
  readonly columns: readonly SheetColumn[];
  /** Rows of data. */
  readonly rows: number;
}

/** Blanks, underscores, tabs and line breaks go. Source: files.md 19.6 */
function nameOf(text: string | undefined, column: number): string {
  return (text ?? '').replace(/[ _\t\r\n]/g, '') || columnLetters(column);
}

/** @throws TableError NO_ROWS when there is no row behind the one with the names */
export async function surveySheet(pieces: AsyncIterable<readonly SheetRow[]>, fileBytes: number, limits: ReadLimits): Promise<SheetSurvey> {
  let names: Map<number, string> | undefined;
  let width = 0;
  let rows = 0;
  let textBytes = 0;
  const texts = new Set<number>();
  for await (const piece of pieces) {
    for (const { cells, span } of piece) {
      for (const { column } of cells) width = Math.max(width, column + 1);
      if (names === undefined) {
        names = new Map(cells.map(({ column, text }) => [column, text]));
        width = Math.max(width, span);
        continue;
      }
      rows += 1;
      for (const { column, text } of cells) {
        textBytes += text.length;
        if (!texts.has(column) && cellNumber(text) === undefined) texts.add(column);
      }
      requireModestGrowth(rows * width, fileBytes, 'cells');
      requireModestGrowth(textBytes, fileBytes, 'characters');
    }
  }
  if (names === undefined || rows === 0) throw new TableError('NO_ROWS', 'The sheet has no row behind the one with the names.');
  if (width > limits.variables) throw new TableError('TOO_LARGE', `The sheet has ${width} columns, more than ${limits.variables}.`);
  const found = names;
  const columns = Array.from({ length: width }, (_, column) => ({
    name: nameOf(found.get(column), column),
    isNumber: !texts.has(column),
  }));
  return { columns, rows };
}
