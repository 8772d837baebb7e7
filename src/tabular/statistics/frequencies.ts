/** How often the categories of a variable occur. Source: files.md 19.7 */
import { cellText } from '../text-cells.ts';
import type { Category, Column } from '../table.ts';

/** Numbers are compared as 32-bit ones. */
export class Frequencies {
  readonly #byNumber = new Map<number, number>();
  readonly #byText = new Map<string, number>();
  readonly #keys: readonly string[];

  constructor(categories: readonly Category[]) {
    this.#keys = categories.map(({ value }) => value);
    for (const key of this.#keys) {
      this.#byText.set(key, 0);
      // A code such as `.a` is no number, and no cell is equal to it.
      this.#byNumber.set(Math.fround(Number(key)), 0);
    }
  }

  add(column: Column, rows: number): void {
    for (let row = 0; row < rows; row += 1) {
      if (column.missing?.[row] === 1) continue;
      if (column.kind === 'text') count(this.#byText, cellText(column.cells, row));
      else if (column.kind === 'int64') count(this.#byNumber, Math.fround(Number(column.values[row] ?? 0n)));
      // Of a NaN there is no frequency.
      else if (!Number.isNaN(column.values[row])) count(this.#byNumber, Math.fround(column.values[row] ?? 0));
    }
  }

  /** In the order of the categories. */
  counts(numeric: boolean): number[] {
    return this.#keys.map((key) => (numeric ? this.#byNumber.get(Math.fround(Number(key))) : this.#byText.get(key)) ?? 0);
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  const before = counts.get(key);
  if (before !== undefined) counts.set(key, before + 1);
}
