import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AccountsBeside } from '../../../src/tabular/beside/accounts-beside.ts';
import type { Table } from '../../../src/tabular/table.ts';
import { seededRandom } from '../domain/seeded-random.ts';
import { ingested, madeTable } from '../../unit/tabular/made-table.ts';
import { fixtureBytes, openBytes } from '../../unit/tabular/read-table.ts';
import { readers } from '../../../src/tabular/readers/readers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archivolt-beside-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function besides(table: Table, limits: { mostScratchBytes?: number; mostMegabytes?: number } = {}): Promise<unknown> {
  const accounts = new AccountsBeside({ scratchFolder: folder, mostScratchBytes: 1024 ** 3, ...limits });
  accounts.begin(table.variables);
  try {
    const { table: _, ...made } = await ingested(table, { accounts });
    return made;
  } finally {
    await accounts.close();
  }
}

async function here(table: Table): Promise<unknown> {
  const { table: _, ...made } = await ingested(table);
  return made;
}

function opened(name: string): Promise<Table> {
  const bytes = fixtureBytes(name);
  const reader = readers.find(({ recognises }) => recognises(bytes.subarray(0, 8192)));
  if (reader === undefined) throw new Error(`No reader recognises ${name}.`);
  return openBytes(reader, bytes);
}

it.each(['stata-118-little.dta', 'spss-zlib.zsav', 'r-3-gzip.rds', 'sas-8.xpt', 'workbook-openpyxl.xlsx'])(
  'a thread describes the variables of %s as it is done here',
  async (name) => {
    expect(await besides(await opened(name))).toStrictEqual(await here(await opened(name)));
  },
);

it('a thread describes integers of 64 bits, long texts and missing cells, in batches of any size', async () => {
  const { below } = seededRandom(3);
  const rows = 5000;
  const cells = <Value>(value: (row: number) => Value): (Value | null)[] =>
    Array.from({ length: rows }, (_, row) => (below(10) < 1 ? null : value(row)));
  const made = madeTable(
    [
      { name: 'wide', storage: 'int64', cells: cells((row) => 2n ** 62n + BigInt(row)) },
      { name: 'text', storage: 'text', cells: cells((row) => (row % 1000 === 0 ? 'ä'.repeat(3_000_000) : `row ${row}`)) },
      { name: 'number', storage: 'double', cells: cells(() => below(1e6) / 7) },
    ],
    617,
  );
  expect(await besides(made)).toStrictEqual(await here(made));
});

/** Columns of as many zeros, batch after batch. */
function zeros(rows: number, batches: number): Table {
  const values = new Float64Array(rows);
  const column = { kind: 'number', values, missing: undefined } as const;
  const { variables } = madeTable(['a', 'b', 'c', 'd'].map((name) => ({ name, storage: 'double' as const, cells: [] })));
  return {
    variables,
    rowCount: rows * batches,
    async *batches() {
      for (let batch = 0; batch < batches; batch += 1) yield await Promise.resolve({ rows, columns: variables.map(() => column) });
    },
  };
}

it('numbers that are too many for scratch files are refused', async () => {
  await expect(besides(zeros(3_000_000, 1), { mostScratchBytes: 1_000_000 })).rejects.toMatchObject({ failure: 'TOO_LARGE' });
});

it('a thread whose buffers become too many ends with a refusal', async () => {
  await expect(besides(zeros(10_000, 200_000), { mostMegabytes: 10 })).rejects.toMatchObject({
    failure: 'TOO_LARGE',
    message: expect.stringContaining('10 MB'),
  });
});
