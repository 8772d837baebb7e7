/** Tables made of values, for tests of what is done with tables; and what an ingest makes of one. */
import { describeTable, type Describing, type TableDescription } from '../../../src/tabular/describe-table.ts';
import type { TableReader } from '../../../src/tabular/table-reader.ts';
import { type Batch, type Column, type Table, type Variable, variable } from '../../../src/tabular/table.ts';
import { TextCellsBuilder } from '../../../src/tabular/text-cells.ts';
import { tabHeader } from '../../../src/tabular/writers/tab-text.ts';
import { type Cell, openBytes } from './read-table.ts';

export type MadeVariable = Parameters<typeof variable>[0] & { readonly cells: readonly Cell[] };

/** A table of these variables, in batches of so many rows. */
export function madeTable(made: readonly MadeVariable[], batchRows = 3): Table {
  const rows = made[0]?.cells.length ?? 0;
  const variables = made.map((facts) => variable(facts));
  return {
    variables,
    rowCount: rows,
    async *batches() {
      for (let start = 0; start < rows; start += batchRows) {
        const end = Math.min(rows, start + batchRows);
        yield await Promise.resolve<Batch>({
          rows: end - start,
          columns: made.map(({ storage, cells }) => column(storage, cells.slice(start, end))),
        });
      }
    },
  };
}

function column(storage: Variable['storage'], cells: readonly Cell[]): Column {
  const missing = cells.includes(null) ? Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)) : undefined;
  if (storage === 'text') {
    const builder = new TextCellsBuilder(cells.length);
    for (const cell of cells) builder.push(String(cell ?? ''));
    return { kind: 'text', cells: builder.cells(), missing };
  }
  if (storage === 'int64') return { kind: 'int64', values: BigInt64Array.from(cells, (cell) => BigInt(cell ?? 0)), missing };
  return { kind: 'number', values: Float64Array.from(cells, (cell) => Number(cell ?? 0)), missing };
}

export interface Ingested extends TableDescription {
  readonly table: Table;
  readonly header: string;
  readonly text: string;
}

/** All that an ingest makes of a table. */
export async function ingested(table: Table, options: Describing = {}): Promise<Ingested> {
  const parts: Buffer[] = [];
  const description = await describeTable(table, { ...options, write: (bytes) => void parts.push(Buffer.from(bytes)) });
  return { ...description, table, header: tabHeader(table.variables), text: Buffer.concat(parts).toString('utf8') };
}

/** All that an ingest makes of the bytes of a file. */
export async function ingestedFile(reader: TableReader, content: string | Uint8Array): Promise<Ingested> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return ingested(await openBytes(reader, bytes));
}
