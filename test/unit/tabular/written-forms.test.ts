// What is written in a format that is read here, or by a library of others, is the table again, with the same fingerprint.
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { bytesInMemory } from '../../../src/tabular/byte-source.ts';
import { csvReader, tsvReader } from '../../../src/tabular/readers/csv/read-csv.ts';
import { rReader } from '../../../src/tabular/readers/r/read-r.ts';
import { openTabText } from '../../../src/tabular/readers/tab-text/read-tab-text.ts';
import { defaultLimits } from '../../../src/tabular/table-reader.ts';
import type { Table } from '../../../src/tabular/table.ts';
import { writeArrowFile } from '../../../src/tabular/writers/arrow-file.ts';
import { columnsOfText, csvText, jsonLines, type TextToDerive } from '../../../src/tabular/writers/derived-text.ts';
import { rData } from '../../../src/tabular/writers/r-data.ts';
import { drawnTable } from './drawn-table.ts';
import { type Ingested, ingested } from './made-table.ts';
import { type Cell, openBytes, rowsOf } from './read-table.ts';

const OPTIONS = { limits: defaultLimits };
const SEEDS = [11, 12, 13, 14, 15, 16];
const ROWS = 300;

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

const textToDerive = ({ table, text }: Ingested): TextToDerive => ({
  source: bytesInMemory(Buffer.from(text)),
  variables: table.variables,
  withHeader: false,
});

function storedTable({ table, text, rows }: Ingested): Table {
  return openTabText(bytesInMemory(Buffer.from(text)), { variables: table.variables, rowCount: rows, withHeader: false }, OPTIONS);
}

async function rDataBytes(table: Table): Promise<Buffer> {
  let held = Buffer.alloc(0);
  const scratch = {
    append: (piece: Uint8Array) => {
      held = Buffer.concat([held, piece]);
    },
    read: (target: Uint8Array, position: number) => bytesInMemory(held).read(target, position),
  };
  return gzipSync(await gathered(rData(table, scratch)));
}

/** What cells divided by commas or tabs cannot tell: a missing text from an empty one, and that a decimal was a number of 32 bits. */
function asCells({ variables }: Table, rows: readonly (readonly Cell[])[]): Cell[][] {
  return rows.map((row) =>
    row.map((cell, index) => {
      if (cell === null) return variables[index]?.quoted === true ? '' : null;
      return variables[index]?.storage === 'float' ? Math.fround(Number(cell)) : cell;
    }),
  );
}

const unfs = ({ variables }: Ingested): string[] => variables.map(({ unf }) => unf);

describe.each(SEEDS)('a table drawn at random (seed %i)', (seed) => {
  const table = drawnTable(seed, ROWS);
  const { variables } = table;
  /** Of the variables that have their fingerprint in such cells as well. */
  const alike = (all: readonly string[]): string[] =>
    all.filter((_, index) => variables[index]?.quoted === false && variables[index].storage !== 'float');

  it('is read from CSV as it was written', async () => {
    const written = await ingested(table);
    const again = await openBytes(csvReader, await gathered(csvText(textToDerive(written), OPTIONS)));
    expect(again.variables.map(({ name }) => name)).toEqual(table.variables.map(({ name }) => name));
    expect(asCells(table, await rowsOf(again))).toEqual(asCells(table, await rowsOf(table)));
    expect(alike(unfs(await ingested(again)))).toEqual(alike(unfs(written)));
  });

  it('is read from RData as it was written, with one fingerprint', async () => {
    const written = await ingested(table);
    const again = await openBytes(rReader, await rDataBytes(storedTable(written)));
    expect(again.variables.map(({ name, storage }) => [name, storage])).toEqual(
      table.variables.map(({ name, storage }) => [name, storage === 'float' ? 'double' : storage]),
    );
    expect(await rowsOf(again)).toEqual(await rowsOf(table));
    expect((await ingested(again)).unf).toBe(written.unf);
  });

  it('has columns that are read from tab text as they were written', async () => {
    const written = await ingested(table);
    // Quotes are escaped there in a way of its own, which the reader of uploads does not know.
    const columns = [...variables.keys()].filter((index) => variables[index]?.quoted === false).toReversed();
    const again = await openBytes(tsvReader, await gathered(columnsOfText(textToDerive(written), columns, OPTIONS)));
    const chosen = { ...table, variables: columns.flatMap((index) => variables[index] ?? []) };
    const rows = await rowsOf(table);
    expect(asCells(chosen, await rowsOf(again))).toEqual(rows.map((row) => columns.map((index) => row[index])));
    const [told, expected] = [unfs(await ingested(again)), columns.map((index) => unfs(written)[index])];
    const exact = [...columns.keys()].filter((place) => variables[columns[place] ?? 0]?.storage !== 'float');
    expect(exact.map((place) => told[place])).toEqual(exact.map((place) => expected[place]));
  });

  it('is read from JSON by lines as it was written', async () => {
    const lines = (await gathered(jsonLines(textToDerive(await ingested(table)), OPTIONS))).toString().trimEnd().split('\n');
    const rows = lines.map((line) => {
      // Integers of 64 bits have more digits than the language reads.
      const told = JSON.parse(line.replace(/("wide":)(-?\d+)/, '$1"$2"')) as Record<string, Cell>;
      return variables.map(({ name, storage }) => valueOf(told[name] ?? null, storage));
    });
    expect(rows).toEqual(await rowsOf(table));
  });

  it('is read from Arrow as it was written', async () => {
    const stream = new PassThrough();
    const [bytes] = await Promise.all([buffer(stream), writeArrowFile(storedTable(await ingested(table)), stream)]);
    const read = tableFromIPC(bytes);
    const columns = table.variables.map(({ name, storage }) =>
      [...(read.getChild(name) ?? [])].map((cell: Cell) => (storage === 'integer' && cell !== null ? Number(cell) : cell)),
    );
    const rows = await rowsOf(table);
    expect(rows.map((_, row) => columns.map((column) => column[row]))).toEqual(rows);
  });
});

const WORDS: Readonly<Record<string, number>> = { NaN: Number.NaN, Inf: Infinity, '-Inf': -Infinity };

function valueOf(told: Cell, storage: Table['variables'][number]['storage']): Cell {
  if (told === null || storage === 'text') return told;
  if (storage === 'int64') return BigInt(told);
  const value = typeof told === 'string' ? (WORDS[told] ?? 'no number') : Number(told);
  return storage === 'float' && typeof value === 'number' ? Math.fround(value) : value;
}
