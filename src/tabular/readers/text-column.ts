/** Columns of text, made from blocks of rows in a source. */
import type { Column } from '../table.ts';
import { TextCellsBuilder } from '../text-cells.ts';

/** Some consecutive rows as they stand in the source. */
export interface BlockOfRows {
  readonly bytes: Buffer;
  readonly rows: number;
  /** Number of the first row, from 1. */
  readonly firstRow: number;
}

/**
 * A column of text from what pushes one cell, or says that it is missing; its arrays are used again for the next block, which has no more
 * than `mostRows` rows.
 */
export function textColumn<Block extends BlockOfRows>(
  mostRows: number,
  pushCell: (block: Block, row: number, cells: TextCellsBuilder) => boolean,
): (block: Block) => Column {
  const cells = new TextCellsBuilder(mostRows);
  const missing = new Uint8Array(mostRows);
  return (block) => {
    cells.clear();
    for (let row = 0; row < block.rows; row += 1) {
      const present = pushCell(block, row, cells);
      if (!present) cells.pushEmpty();
      missing[row] = present ? 0 : 1;
    }
    return { kind: 'text', cells: cells.cells(), missing };
  };
}
