// The doctor's words for an index and for an engine beside it: what differs, what was mended, and a rebuild beside the service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSearchEngine } from '../../../src/adapters/opensearch/create-search-engine.ts';
import { countNotes, findEngineIndexes, noteForEngine } from '../../../src/db/queries/search/engine-feed.ts';
import { rebuildDatabaseIndex, rebuildEngine, runSearchDoctor } from '../../../src/doctor/run-search-doctor.ts';
import { readableIndexReport } from '../../../src/doctor/search-report.ts';
import { feedEngine } from '../../../src/domain/search/engine/feed-engine.ts';
import { StartupError } from '../../../src/errors/startup-error.ts';
import { type OpenSearchServer, startOpenSearchServer } from '../../support/opensearch-server.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

let world: DomainWorld;
let server: OpenSearchServer;
let folder: string;
beforeAll(async () => {
  world = await startDomainWorld();
  server = await startOpenSearchServer();
  folder = await mkdtemp(join(tmpdir(), 'archivolt-doctor-'));
  const dataset = await world.createDataset(await world.createCollection('herons', { published: true }), 'Grey herons');
  await world.addFile(dataset, 'nests.txt');
});
afterAll(async () => {
  await world.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const engine = () => createSearchEngine(`${server.url}?index=herons`);

/** What it writes, the lines of progress apart. */
async function doctor(
  how: 'compare' | 'mend' | 'rebuild' | 'rebuildEngine',
  withEngine: boolean,
  onProgress: () => void = () => undefined,
) {
  const [lines, progress]: [string[], string[]] = [[], []];
  const options = {
    dataDir: folder,
    databaseUrl: world.server.databaseUrl,
    signal: new AbortController().signal,
    engine: withEngine ? engine() : undefined,
    report: readableIndexReport({
      out: (line) => void lines.push(line),
      transient: (line) => {
        progress.push(line);
        onProgress();
      },
    }),
  };
  if (how === 'rebuild') await rebuildDatabaseIndex(options);
  if (how === 'rebuildEngine') await rebuildEngine(options);
  const agrees = how.startsWith('rebuild') ? undefined : await runSearchDoctor(how === 'mend', options);
  return { agrees, lines, progress };
}

test('an index that agrees is told, with its progress', async () => {
  const { agrees, lines, progress } = await doctor('compare', false);
  expect(agrees).toBe(true);
  expect(lines).toEqual(['Compared: 2 collections, 1 datasets, 1 records of files.', 'The index agrees with them.']);
  expect(progress.at(-1)).toMatch(/^\d+ of about \d+ files compared$/u);
});

test('what differs is told and left, and mended when that is asked for', async () => {
  await world.sql`update search_document set words = '' where kind = 'DATASET'`;
  await world.sql`delete from search_document where kind = 'DATAFILE'`;
  const before = await doctor('compare', false);
  expect(before.agrees).toBe(false);
  expect(before.lines.at(-1)).toBe(
    '1 not in the index, 1 described as they were once, 0 of what there is no more: --mend describes everything anew.',
  );
  const mended = await doctor('mend', false);
  expect([mended.agrees, mended.lines.at(-1)]).toEqual([true, expect.stringMatching(/; mended\.$/u)]);
  expect((await doctor('compare', false)).agrees).toBe(true);
});

test('the index of the database is rebuilt, with progress, and what differed is told', async () => {
  await world.sql`update search_document set words = '' where kind = 'DATASET'`;
  const { lines, progress } = await doctor('rebuild', false);
  expect(lines).toEqual(['The index was rebuilt; 1 differences were mended.']);
  expect(progress).toContainEqual(expect.stringMatching(/^\d+ of about \d+ names read$/u));
  expect(progress.at(-1)).toMatch(/^(\d+) of about \1 indexes built$/u);
  expect((await doctor('compare', false)).agrees).toBe(true);
});

test('a rebuild of an engine that there is not is refused', async () => {
  await expect(doctor('rebuildEngine', false)).rejects.toThrow(StartupError);
});

test('the index of an engine is built beside the one that answers, with progress, and takes its place', async () => {
  await noteForEngine(world.db, true);
  await doctor('rebuildEngine', true);
  const first = server.aliases.get('herons');
  expect(first).toMatch(/^herons-\d+$/u);
  const answering = new Set<string | undefined>();
  const { progress } = await doctor('rebuildEngine', true, () => answering.add(server.aliases.get('herons')));
  expect(progress).toEqual(['1 of about 1 collections compared', '1 of about 1 datasets compared', '1 of about 1 files compared']);
  expect([...answering]).toEqual([first]);
  const second = server.aliases.get('herons');
  expect(second).not.toBe(first);
  expect([...server.indexes.keys()]).toEqual([second]);
  expect(await findEngineIndexes(world.db)).toEqual({ current: second, building: null });
});

test('what the engine has still to be told is told, and no difference', async () => {
  await feedEngine(world.db, engine().engine);
  await world.createCollection('late');
  expect((await countNotes(world.db)).count).toBe(1);
  const { lines } = await doctor('compare', true);
  expect(lines).toContainEqual(expect.stringMatching(/^It waits to be told of 1 changes, since \d{4}-/u));
});
