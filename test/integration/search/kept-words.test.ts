// What is kept of frequent words is right whatever is written while it is kept, and the doctor compares and mends it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countKeptFaults, keepingAlone, listKeptWords } from '../../../src/db/queries/search/keep-hits.ts';
import { findKeptWords, type KeepableSearch } from '../../../src/db/queries/search/kept-words.ts';
import { runSearchDoctor } from '../../../src/doctor/run-search-doctor.ts';
import { jsonIndexReport } from '../../../src/doctor/search-report.ts';
import { keepFrequentWords } from '../../../src/domain/search/keep-frequent-words.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

let world: DomainWorld;
let folder: string;
let collection: number;
beforeAll(async () => {
  world = await startDomainWorld();
  folder = await mkdtemp(join(tmpdir(), 'archivolt-kept-'));
  collection = await world.createCollection('herons', { published: true });
  await world.publish(await world.createDataset(collection, 'Grey herons'));
  await world.sql`analyze search_document`;
  await keepFrequentWords(db(), { least: 1 });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const db = () => world.server.application.db;

const asked = (words: readonly string[]): KeepableSearch => ({ words, all: false, values: [], tree: undefined });

async function faults(): Promise<number> {
  let count = 0;
  for (const { word } of await listKeptWords(db())) count += await keepingAlone(db(), (tx) => countKeptFaults(tx, word));
  return count;
}

async function doctor(mend: boolean) {
  const lines: string[] = [];
  const agrees = await runSearchDoctor(mend, {
    dataDir: folder,
    databaseUrl: world.server.databaseUrl,
    signal: new AbortController().signal,
    engine: undefined,
    report: jsonIndexReport({ out: (line) => void lines.push(line) }),
  });
  return { agrees, lines: lines.filter((line) => line.includes('KEPT')) };
}

test('writers and the keeping of their changes do not wait for each other, and nothing is missed', async () => {
  const written = new AbortController();
  const keeping = (async () => {
    while (!written.signal.aborted) await keepFrequentWords(db(), { least: 1 });
  })();
  await Promise.all(
    [0, 1, 2].map(async (writer) => {
      for (let number = 0; number < 4; number += 1) {
        const dataset = await world.createDataset(collection, `Herons of ${writer} and ${number}`);
        await world.addFile(dataset, `herons-${writer}-${number}.txt`);
        await world.publish(dataset);
        if (number === 2) await world.deaccession(dataset);
      }
    }),
  );
  written.abort();
  await keeping;
  expect(await faults()).toBe(0);
  await keepFrequentWords(db(), { least: 1 });
  expect(await world.sql`select from search_change`).toHaveLength(0);
  expect(await faults()).toBe(0);
  const [kept] = await world.sql<{ hits: number }[]>`select hits from search_kept_word where word = 'herons'`;
  // Nine datasets with a file each, the first dataset, and the collection.
  expect(kept?.hits).toBe(9 * 2 + 2);
});

test('a change that is not committed yet is on the list of those who see it, and of nobody else', async () => {
  const dataset = await world.createDataset(collection, 'Night herons');
  await keepFrequentWords(db(), { least: 1 });
  const writer = await world.sql.reserve();
  await writer`begin`;
  await writer`update search_document set public = true where node_id = ${dataset}`;
  await keepFrequentWords(db(), { least: 1 });
  expect(await world.sql`select from search_change`).toHaveLength(0);
  await writer`commit`;
  writer.release();
  expect(await world.sql`select kind from search_change`).toHaveLength(1);
  expect(await faults()).toBe(0);
  await keepFrequentWords(db(), { least: 1 });
  expect(await faults()).toBe(0);
  await world.sql`update search_document set public = false where node_id = ${dataset}`;
});

test('where very much has changed, and for phrases, nothing that is kept is asked', async () => {
  const words = ['herons', 'grey herons', 'nosuch'];
  expect(await findKeptWords(db(), asked(words))).toEqual({
    asked: asked(words),
    kept: expect.arrayContaining(['herons', 'heron']),
    parts: [1, 1],
    partCount: 1,
    rest: expect.stringContaining("'grey' <-> 'herons'"),
  });
  await world.sql`insert into search_change (kind, row_id) select 'DATASET', 1000000 + i from generate_series(1, 2001) i`;
  expect(await findKeptWords(db(), asked(['herons']))).toBeUndefined();
  await keepFrequentWords(db(), { least: 1 });
  expect(await findKeptWords(db(), asked(['herons']))).toMatchObject({ rest: null });
});

test('the doctor tells what is kept otherwise than it is, and keeps it anew', async () => {
  expect(await doctor(false)).toEqual({ agrees: true, lines: [] });
  await world.sql`update search_kept set bits = ~ bits where word = 'grey'`;
  const { agrees, lines } = await doctor(false);
  expect(agrees).toBe(false);
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([{ fault: 'KEPT', word: 'grey', documents: 8192 }]);
  expect((await doctor(true)).agrees).toBe(true);
  expect(await doctor(false)).toEqual({ agrees: true, lines: [] });
});

test('what only some may see is kept apart, and compared as well', async () => {
  const draft = await world.createDataset(collection, 'Purple herons');
  await keepFrequentWords(db(), { least: 1 });
  const bits = async (table: 'search_kept' | 'search_withheld') => {
    const [row] = await world.sql<{ count: number }[]>`
      select coalesce(sum(get_bit(k.bits, doc.row_id & 8191)), 0)::int as count from search_document doc
      join ${world.sql(table)} k on k.word = 'herons' and k.kind = doc.kind and k.stretch = doc.row_id >> 13 where doc.node_id = ${draft}`;
    return row?.count;
  };
  expect([await bits('search_kept'), await bits('search_withheld')]).toEqual([0, 1]);
  await world.sql`update search_withheld set bits = ~ bits where word = 'herons' and kind = 'DATASET'`;
  expect((await doctor(false)).lines.map((line): unknown => JSON.parse(line))).toEqual([
    { fault: 'KEPT', word: 'herons', documents: 8192 },
  ]);
  expect((await doctor(true)).agrees).toBe(true);
  await world.publish(draft);
  await keepFrequentWords(db(), { least: 1 });
  expect([await bits('search_kept'), await bits('search_withheld')]).toEqual([1, 0]);
  expect(await faults()).toBe(0);
});

test('a word that few have is kept no more', async () => {
  const { forgotten } = await keepFrequentWords(db(), { least: 1_000_000 });
  expect(forgotten).toContain('herons');
  expect(await listKeptWords(db())).toEqual([]);
  expect(await world.sql`select from search_kept`).toHaveLength(0);
  expect(await world.sql`select from search_withheld`).toHaveLength(0);
});
