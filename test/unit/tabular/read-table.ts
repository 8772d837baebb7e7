import { readFileSync } from 'node:fs';
import { bytesInMemory } from '../../../src/tabular/byte-source.ts';
import type { Category, Column, InvalidRange, Table, Variable } from '../../../src/tabular/table.ts';
import { defaultLimits, type ReadLimits, type TableReader } from '../../../src/tabular/table-reader.ts';
import { cellText } from '../../../src/tabular/text-cells.ts';

export type Cell = number | bigint | string | null;

/** A table as tests compare it. */
export interface ReadTable {
  readonly variables: readonly Variable[];
  readonly rows: readonly (readonly Cell[])[];
}

export function openBytes(reader: TableReader, bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<Table> {
  return reader.open(bytesInMemory(bytes), { limits: { ...defaultLimits, ...limits } });
}

function cell(column: Column | undefined, row: number): Cell {
  if (column === undefined || column.missing?.[row] === 1) return null;
  return column.kind === 'text' ? cellText(column.cells, row) : (column.values[row] ?? null);
}

export async function rowsOf(table: Table): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for await (const batch of table.batches()) {
    for (let row = 0; row < batch.rows; row += 1) rows.push(table.variables.map((_, index) => cell(batch.columns[index], row)));
  }
  return rows;
}

/** All of a table, for small ones, as it is when it is gone through for the second time. */
export async function readTable(reader: TableReader, bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<ReadTable> {
  const table = await openBytes(reader, bytes, limits);
  await rowsOf(table);
  return { variables: table.variables, rows: await rowsOf(table) };
}

/** What a fixture holds, as the script that made it says: tools/make-table-fixtures.py. */
export interface ExpectedTable {
  readonly variables: readonly {
    readonly name: string;
    readonly type: 'integer' | 'double' | 'float' | 'text' | 'date' | 'time';
    readonly label?: string;
    readonly format?: string;
    readonly categories?: readonly { value: number | string; label: string }[];
    readonly missing?: { values: readonly (number | string)[]; ranges: readonly [number | null, number | null][] };
  }[];
  readonly rows: readonly (readonly Cell[])[];
}

const folder = new URL('../../fixtures/tables/', import.meta.url);
const expectedTables = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<string, ExpectedTable>;

export function fixtureNames(ending: string): string[] {
  return Object.keys(expectedTables).filter((name) => name.endsWith(ending));
}

export function fixtureBytes(name: string): Buffer {
  return readFileSync(new URL(name, folder));
}

export function expectedTable(name: string): ExpectedTable {
  const table = expectedTables[name];
  if (table === undefined) throw new Error(`No fixture ${name}.`);
  return table;
}

/** What the fixtures say about a variable, of one that was read. */
export interface VariableFacts {
  readonly name: string;
  readonly label: string | undefined;
  readonly storage: string;
  readonly interval: string;
  readonly formatCategory: string | undefined;
  readonly format: string | undefined;
  readonly categories: readonly Category[];
  readonly invalidRanges: readonly InvalidRange[];
}

export function factsOf(one: Variable): VariableFacts {
  const { name, label, storage, interval, formatCategory, format, categories, invalidRanges } = one;
  return { name, label, storage, interval, formatCategory, format, categories, invalidRanges };
}

export function expectedFacts({ name, type, label, format, categories = [], missing }: ExpectedTable['variables'][number]): VariableFacts {
  const dated = type === 'date' || type === 'time';
  const isMissing = (value: number | string): boolean =>
    missing !== undefined &&
    (missing.values.includes(value) ||
      missing.ranges.some(([low, high]) => typeof value === 'number' && value >= (low ?? -Infinity) && value <= (high ?? Infinity)));
  return {
    name,
    label,
    storage: dated ? 'text' : type,
    interval: type === 'double' || type === 'float' ? 'contin' : 'discrete',
    formatCategory: dated ? type : undefined,
    format: type === 'float' ? 'float' : format,
    categories: categories.map(({ value, label: text }) => ({ value: String(value), label: text, missing: isMissing(value) })),
    invalidRanges: [
      ...(missing?.ranges ?? []).map(([min, max]) => ({
        min: min === null ? undefined : String(min),
        max: max === null ? undefined : String(max),
      })),
      ...(missing?.values ?? []).map((value) => ({ value: String(value) })),
    ],
  };
}
