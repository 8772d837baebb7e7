// What is told to an engine is not lost, and searches go on, whatever the engine does.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSearchEngine } from '../../../src/adapters/opensearch/create-search-engine.ts';
import { countNotes, findEngineIndexes, noteForEngine } from '../../../src/db/queries/search/engine-feed.ts';
import { searchInDatabase } from '../../../src/db/queries/search/search-in-database.ts';
import { buildEngineIndex, feedEngine } from '../../../src/domain/search/engine/feed-engine.ts';
import { searchInEngine } from '../../../src/domain/search/engine/search-in-engine.ts';
import { planSearch } from '../../../src/domain/search/plan-search.ts';
import { SearchEngineFault } from '../../../src/kernel/ports/search-engine.ts';
import type { SearchIndex } from '../../../src/kernel/ports/search-index.ts';
import { NODE_KINDS } from '../../../src/vocabulary/collections.ts';
import { type OpenSearchServer, startOpenSearchServer } from '../../support/opensearch-server.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

let world: DomainWorld;
let server: OpenSearchServer;
let beside: SearchIndex;
let engine: ReturnType<typeof createSearchEngine>['engine'];
const warned: unknown[] = [];
beforeAll(async () => {
  world = await startDomainWorld();
  server = await startOpenSearchServer();
  ({ engine } = createSearchEngine(`${server.url}?index=herons`));
  beside = searchInEngine({
    engine,
    database: searchInDatabase(5_000),
    limitMs: 500,
    pauseMs: 0,
    log: { warn: (fault: unknown) => void warned.push(fault) },
  });
});
afterAll(async () => {
  await world.stop();
  await server.stop();
});

const build = (name: string) => buildEngineIndex(world.db, engine, { name, onProgress: () => undefined });
async function found(words: string, index = beside, sort: string | null = null) {
  const texts = { query: words, filters: [], sort, descending: null, circle: undefined, offset: 0 };
  const plan = planSearch(texts, world.server.application.services.blocks.current());
  return index.search(world.db, world.superuser, {
    ...plan,
    kinds: NODE_KINDS,
    trees: [],
    circle: undefined,
    offset: 0,
    limit: 10,
    facets: ['fileAccess', 'authorName'],
  });
}

test('without an engine nothing is noted', async () => {
  await world.createCollection('unnoted');
  expect(await countNotes(world.db)).toEqual({ count: 0, oldest: null });
  expect((await found('unnoted')).totalCount).toBe(1);
});

test('an index is built of all that there is, and answers when it is whole', async () => {
  await noteForEngine(world.db, true);
  const dataset = await world.createDataset(await world.createCollection('herons'), 'Herons');
  await world.addFile(dataset, 'nests.txt');
  expect((await found('herons')).totalCount).toBeGreaterThan(0);
  await build('herons-1');
  await feedEngine(world.db, engine);
  expect(server.aliases.get('herons')).toBe('herons-1');
  expect(server.indexes.get('herons-1')?.size).toBe(4);
  expect((await found('herons')).totalCount).toBe(0);
  expect(server.strange).toEqual([]);
  expect(await findEngineIndexes(world.db)).toEqual({ current: 'herons-1', building: null });
});

// A silent engine is given up by searches after their time; the feed would wait longer than a test may.
test.each([
  [503, 'SearchEngineFault', 1],
  ['silent', 'not tried', 1],
  ['refusing', 'SearchEngineFault', 0],
] as const)('changes wait while the engine is %s, and are told later', async (how, fed, byDatabase) => {
  const id = await world.createCollection(`waits-${how}`);
  server.fail(how);
  const outcome = how === 'silent' ? 'not tried' : await feedEngine(world.db, engine).catch((error: unknown) => error);
  expect(outcome instanceof SearchEngineFault ? 'SearchEngineFault' : outcome).toBe(fed);
  expect((await found(`waits-${how}`)).totalCount).toBe(byDatabase);
  expect((await countNotes(world.db)).count).toBeGreaterThan(0);
  server.fail(undefined);
  await feedEngine(world.db, engine);
  expect(await countNotes(world.db)).toEqual({ count: 0, oldest: null });
  expect(server.indexes.get('herons-1')).toContain(`COLLECTION:${id}`);
  expect(server.strange).toEqual([]);
});

test('what the engine does not take is removed there, keeps nothing else waiting, and is sent again', async () => {
  const id = await world.createCollection('unfit');
  await feedEngine(world.db, engine);
  expect(server.indexes.get('herons-1')).toContain(`COLLECTION:${id}`);
  await world.sql`update collection set name = 'Unfit' where id = ${id}`;
  server.fail('unfit');
  const { refused } = await feedEngine(world.db, engine);
  expect(refused).toEqual([{ kind: 'COLLECTION', rowId: id, reason: expect.stringContaining('mapper_parsing_exception') }]);
  expect(server.indexes.get('herons-1')).not.toContain(`COLLECTION:${id}`);
  expect((await countNotes(world.db)).count).toBe(1);
  server.fail(undefined);
  await feedEngine(world.db, engine);
  expect(server.indexes.get('herons-1')).toContain(`COLLECTION:${id}`);
  expect(await countNotes(world.db)).toEqual({ count: 0, oldest: null });
});

test('an engine that has failed is left alone for a while', async () => {
  const paused: unknown[] = [];
  const patient = searchInEngine({
    engine,
    database: searchInDatabase(5_000),
    limitMs: 500,
    pauseMs: 60_000,
    log: { warn: (fault: unknown) => void paused.push(fault) },
  });
  server.fail(503);
  expect((await found('herons', patient)).totalCount).toBeGreaterThan(0);
  server.fail(undefined);
  expect((await found('herons', patient)).totalCount).toBeGreaterThan(0);
  expect(paused).toHaveLength(1);
});

test.each(['curationStatus', 'fileAccess', 'datasetCount'])('orders by %s are those of the database', async (sort) => {
  expect((await found('herons', beside, sort)).totalCount).toBeGreaterThan(0);
});

test('the log says that the database searched, and a search that was cut says so', async () => {
  expect(warned).toHaveLength(2);
  server.fail('timed out');
  expect((await found('herons')).cut).toBe(true);
  server.fail(undefined);
});

test('a build that is broken off leaves what answers, and the next one removes what it left', async () => {
  server.fail('refusing');
  await expect(build('herons-2')).rejects.toThrow(SearchEngineFault);
  server.fail(undefined);
  expect(await findEngineIndexes(world.db)).toEqual({ current: 'herons-1', building: 'herons-2' });
  await build('herons-3');
  expect([...server.indexes.keys()]).toEqual(['herons-3']);
  expect(server.aliases.get('herons')).toBe('herons-3');
});

test('without an engine from now on, what was noted is forgotten', async () => {
  await world.createCollection('late');
  await noteForEngine(world.db, false);
  await world.createCollection('later');
  expect(await countNotes(world.db)).toEqual({ count: 0, oldest: null });
});
