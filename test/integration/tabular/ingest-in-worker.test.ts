import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestInWorker, type WorkerRun } from '../../../src/tabular/ingest-in-worker.ts';
import { type IngestedTable, type IngestProgress, ingestTable } from '../../../src/tabular/ingest-table.ts';
import { workbookOf } from '../../support/workbook-of.ts';
import { fixtureBytes } from '../../unit/tabular/read-table.ts';

const PETS = 'name,pounds,species\nMarshall,40,dog\nTiger,17,cat\nPanther,21,cat\n';
const LINES = '"Marshall"\t40\t"dog"\n"Tiger"\t17\t"cat"\n"Panther"\t21\t"cat"\n';

let folder: string;
let texts = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archivolt-ingest-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Made {
  readonly textPath: string;
  readonly table: Promise<IngestedTable>;
}

async function ingest(
  content: string | Uint8Array,
  { mediaType = 'text/csv', withHeader = false, ...run }: WorkerRun & { mediaType?: string; withHeader?: boolean } = {},
): Promise<Made> {
  texts += 1;
  const path = join(folder, `file-${texts}`);
  const textPath = join(folder, `text-${texts}`);
  await writeFile(path, content);
  return { textPath, table: ingestInWorker({ path, textPath, mediaType, withHeader }, run) };
}

describe('an ingest in a thread of its own', () => {
  it('describes the table, and writes its text', async () => {
    const { table, textPath } = await ingest(PETS);
    const { variables, ...facts } = await table;
    expect(facts).toStrictEqual({ format: 'csv', rows: 3, unf: 'UNF:6:pZmxR+HCyezWT94Tp3MPxA==', textBytes: LINES.length });
    expect(variables.map(({ name, unf, statistics }) => [name, unf, statistics?.mean])).toStrictEqual([
      ['name', 'UNF:6:tuxukW1kJmzVCPiI7MR6vg==', undefined],
      ['pounds', 'UNF:6:E4VJ3RWU5iW8zy7VC9+g5A==', '26.0'],
      ['species', 'UNF:6:8orejrpTyzm42bgLBZKtsw==', undefined],
    ]);
    expect(await readFile(textPath, 'utf8')).toBe(LINES);
  });

  it('begins the text with names where these are asked for', async () => {
    const { table, textPath } = await ingest(PETS, { withHeader: true });
    const header = 'name\tpounds\tspecies\n';
    expect((await table).textBytes).toBe(header.length + LINES.length);
    expect(await readFile(textPath, 'utf8')).toBe(header + LINES);
  });

  it('finds out the format by the content, and by the type between texts only', async () => {
    const stata = fixtureBytes('stata-118-little.dta');
    expect(await (await ingest(stata, { mediaType: 'text/csv' })).table).toMatchObject({ format: 'dta' });
    const tsv = await ingest('a\tb\n1\t2\n', { mediaType: 'text/tsv; charset=utf-8' });
    expect((await tsv.table).variables.map(({ name }) => name)).toStrictEqual(['a', 'b']);
    const other = await ingest(PETS, { mediaType: 'text/plain' });
    await expect(other.table).rejects.toMatchObject({ name: 'TableError', failure: 'UNSUPPORTED' });
  });

  it('is the same as one in the thread of the caller', async () => {
    const path = join(folder, 'same.dta');
    await writeFile(path, fixtureBytes('stata-118-little.dta'));
    const request = { path, mediaType: 'application/x-stata', withHeader: true };
    const here = await ingestTable({ ...request, textPath: join(folder, 'here') });
    expect(await ingestInWorker({ ...request, textPath: join(folder, 'there') })).toStrictEqual(here);
    expect(await readFile(join(folder, 'there'))).toStrictEqual(await readFile(join(folder, 'here')));
  });

  it('refuses a packed file that becomes more than scratch files may hold, and leaves none', async () => {
    const path = join(folder, 'packed.rds');
    await writeFile(path, fixtureBytes('r-3-gzip.rds'));
    const scratchFolder = await mkdtemp(join(folder, 'scratch-'));
    const request = { path, textPath: join(folder, 'packed'), mediaType: 'application/x-rlang-transport', withHeader: false };
    const limits = { heldBytes: 100, scratchBytes: 200 };
    await expect(ingestInWorker({ ...request, scratchFolder, limits })).rejects.toMatchObject({
      failure: 'TOO_LARGE',
      message: expect.stringContaining('200'),
    });
    expect(await readdir(scratchFolder)).toStrictEqual([]);
  });

  it('refuses a small file of which a large text would come, and leaves none of it', async () => {
    const path = join(folder, 'repeated.xlsx');
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(100);
    await writeFile(path, workbookOf({ rows, sharedStrings: `<si><t>${'x'.repeat(10_000)}</t></si>` }));
    const request = { path, textPath: join(folder, 'repeated'), mediaType: 'application/x-none', withHeader: false };
    const limits = { textBytes: 500_000, textGrowth: 1 };
    await expect(ingestInWorker({ ...request, limits })).rejects.toMatchObject({
      failure: 'TOO_LARGE',
      message: expect.stringContaining('500000'),
    });
    expect(existsSync(request.textPath)).toBe(false);
    expect(await ingestInWorker({ ...request, limits: { ...limits, textGrowth: 1000 } })).toMatchObject({ rows: 99 });
  });

  it('says what is wrong with a file, and leaves no text', async () => {
    const { table, textPath } = await ingest(`${PETS}Dino,1\n`);
    await expect(table).rejects.toMatchObject({ name: 'TableError', failure: 'WRONG_WIDTH', row: 4 });
    expect(existsSync(textPath)).toBe(false);
  });

  it('leaves a text that was there before', async () => {
    const { textPath, table } = await ingest(PETS);
    await table;
    const request = { path: join(folder, `file-${texts}`), textPath, mediaType: 'text/csv', withHeader: false };
    await expect(ingestInWorker(request)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(textPath, 'utf8')).toBe(LINES);
  });
});

describe('a long ingest', () => {
  const long = `x\n${'1.5\n'.repeat(2_000_000)}`;

  it('tells how far it is, and ends when it is given up', async () => {
    const controller = new AbortController();
    const seen: IngestProgress[] = [];
    const { table, textPath } = await ingest(long, {
      signal: controller.signal,
      progress: (progress) => {
        seen.push(progress);
        controller.abort(new Error('No longer wanted.'));
      },
    });
    await expect(table).rejects.toThrow('No longer wanted.');
    expect(seen[0]).toMatchObject({ of: 2_000_000 });
    expect(existsSync(textPath)).toBe(false);
  });

  it('is refused when it takes too much time', async () => {
    const { table, textPath } = await ingest(long, { mostMilliseconds: 1 });
    await expect(table).rejects.toMatchObject({ name: 'TableError', failure: 'TOO_LARGE' });
    expect(existsSync(textPath)).toBe(false);
  });

  it('is refused when it takes too much memory', async () => {
    const wide = `${Array.from({ length: 60_000 }, (_, index) => `v${index}`).join(',')}\n${'1,'.repeat(59_999)}1\n`;
    const { table, textPath } = await ingest(wide, { mostMegabytes: 40 });
    await expect(table).rejects.toMatchObject({ name: 'TableError', failure: 'TOO_LARGE' });
    expect(existsSync(textPath)).toBe(false);
  });
});
