// A rebuild of the index beside searches and writes: at no moment is anything missing, or found twice, and one that was broken off goes on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRebuild } from '../../../src/db/queries/search/rebuilds.ts';
import { searchInDatabase } from '../../../src/db/queries/search/search-in-database.ts';
import { beginRebuild, continueRebuild } from '../../../src/domain/search/rebuild-index.ts';
import { setVersionNote } from '../../../src/domain/versions/version-note.ts';
import type { SearchRequest } from '../../../src/model/search/search-request.ts';
import { doJobs } from '../../support/do-jobs.ts';
import { faultsOfSearchIndex } from '../../support/search-index.ts';
import { guest as noOne, superuser } from '../../support/seed.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

const DATASETS = 150;
const FIRST = 500_000;
/** Of files. */
const FIRST_FILE = 600_000;
const everybody = { identities: [':guest', ':AllUsers'], superuser: false };

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
  const last = FIRST + DATASETS - 1;
  const { sql, rootId } = world;
  await sql.begin(async (tx) => {
    await tx`insert into node (id, kind, owner_id, path, permission_path, published_at)
      select i, 'DATASET', ${rootId}::int, array[${rootId}::int, i], array[i, ${rootId}::int], now() from generate_series(${FIRST}::int, ${last}::int) i`;
    await tx`insert into dataset (id, protocol, authority, separator, identifier, storage_driver)
      select i, 'doi', '10.5072', '/', 'FK2/R' || i, 'local' from generate_series(${FIRST}::int, ${last}::int) i`;
    await tx`insert into dataset_version (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, file_access_request)
      select i, 1, 'RELEASED', 1, 0, 'Heron ' || i,
        json_build_object('citation', json_build_array(json_build_object('typeName', 'title', 'multiple', false, 'typeClass', 'primitive', 'value', 'Heron ' || i))), true
      from generate_series(${FIRST}::int, ${last}::int) i`;
    await tx`insert into node (id, kind, owner_id, path, permission_path)
      select i + ${FIRST_FILE - FIRST}::int, 'DATAFILE', i, array[${rootId}::int, i, i + ${FIRST_FILE - FIRST}::int], array[i + ${FIRST_FILE - FIRST}::int, i, ${rootId}::int]
      from generate_series(${FIRST}::int, ${last}::int) i`;
    await tx`insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id)
      select id, owner_id, 'text/plain', id, 'MD5', md5(id::text), 'local', 'stored-' || id from node where kind = 'DATAFILE' and id >= ${FIRST_FILE}::int`;
    await tx`insert into file_metadata (dataset_id, data_file_id, valid_from, valid_to, label)
      select dataset_id, id, 1, null, 'heron-' || id || '.txt' from data_file where id >= ${FIRST_FILE}::int`;
  });
}, 120_000);
afterAll(() => world.stop());

const asked: SearchRequest = {
  condition: { kind: 'words', text: 'heron' },
  filters: [],
  trees: [],
  circle: undefined,
  kinds: ['COLLECTION', 'DATASET', 'DATAFILE'],
  sort: { by: 'relevance' },
  descending: true,
  offset: 0,
  limit: 1_000,
  facets: [],
};

async function found(): Promise<readonly string[]> {
  const answer = await searchInDatabase(60_000).search(world.db, everybody, asked);
  expect(answer.totalCount).toBe(answer.hits.length);
  return answer.hits.map(({ kind, rowId }) => `${kind} ${rowId}`).toSorted();
}

const names = async () => (await searchInDatabase(60_000).names(world.db, everybody, `heron ${FIRST}`, 5)).join();
const rebuild = async (buildsIndexes: boolean) => (await beginRebuild(world.db, { requestedBy: 'test', buildsIndexes })).id;
const unpaused = { pauses: () => false };
const rows = async () =>
  world.sql`select kind, row_id, xmin::text from search_document where node_id between ${FIRST} and ${FIRST_FILE + DATASETS} order by 1, 2`;

test('what is found is found once at every moment, and what is written meanwhile is described', { timeout: 120_000 }, async () => {
  const expected = await found();
  expect(expected).toHaveLength(2 * DATASETS);
  const before = await rows();
  const under = { way: true };
  const done = { searches: 0, writes: 0 };
  const context = world.as(world.superuser);
  const searcher = async () => {
    for (; under.way; done.searches += 1) {
      expect(await found()).toEqual(expected);
      expect(await names()).toBe(`Heron ${FIRST}`);
    }
  };
  const writer = async (offset: number) => {
    const collection = await world.createCollection(`storks-${offset}`, { published: true });
    for (let turn = 0; under.way; turn += 1) {
      const dataset = FIRST + ((turn * 7 + offset) % DATASETS);
      // A draft beside the version that is found, new datasets and files, and the same rows as the rebuild describes.
      const made = await world.createDataset(collection, `Stork ${offset} ${turn}`);
      await world.addFile(made, `stork-${offset}-${turn}.txt`);
      if (turn % 2 === 0) await world.publish(made);
      await setVersionNote(context, { dataset: { id: dataset }, version: '1.0', note: `${offset} ${turn}` });
      await world.sql`update file_metadata set description = ${`by ${offset} in ${turn}`} where dataset_id = ${dataset}`;
      done.writes += 1;
    }
  };
  const working = Promise.all([searcher(), searcher(), writer(0), writer(3)]);
  try {
    for (let round = 0; round < 3 || done.searches < 20 || done.writes < 10; round += 1) {
      const id = await rebuild(true);
      expect(await continueRebuild(world.db, id, unpaused)).toBe(true);
      const rebuilt = await findRebuild(world.db, id);
      expect(rebuilt).toMatchObject({ step: 'INDEXES', faultCount: 0, finishedAt: expect.any(Date) });
      expect(rebuilt?.doneCount).toBe(rebuilt?.totalCount);
    }
  } finally {
    under.way = false;
    await working;
  }
  // It has indeed described all of them again.
  const kept = new Set(before.map((row) => JSON.stringify(row)));
  expect((await rows()).filter((row) => kept.has(JSON.stringify(row)))).toEqual([]);
  expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
  expect(await world.sql`select 1 from pg_index where not indisvalid`).toEqual([]);
});

test('one that pauses goes on where it was, and describes nothing twice', async () => {
  const id = await rebuild(false);
  let turns = 0;
  expect(await continueRebuild(world.db, id, { pauses: () => (turns += 1) === 4 })).toBe(false);
  const paused = await findRebuild(world.db, id);
  expect(paused).toMatchObject({ step: 'DATASET', finishedAt: null });
  expect(paused?.doneCount).toBeGreaterThan(0);
  const described = async () =>
    world.sql`select row_id, xmin::text from search_document where kind = 'DATASET' and node_id <= ${paused?.afterId ?? 0} order by 1`;
  const first = await described();
  expect(first.length).toBeGreaterThan(10);
  expect(await rebuild(true)).toBe(id);
  expect(await continueRebuild(world.db, id, unpaused)).toBe(true);
  expect(await described()).toEqual(first);
  expect(await findRebuild(world.db, id)).toMatchObject({ step: 'NAMES', finishedAt: expect.any(Date) });
});

test('two processes share one, and each part is done once', async () => {
  const id = await rebuild(false);
  await Promise.all([continueRebuild(world.db, id, unpaused), continueRebuild(world.db, id, unpaused)]);
  const done = await findRebuild(world.db, id);
  const [count] = await world.sql<{ count: number }[]>`select count(*)::int as count from search_name`;
  expect([done?.step, done?.doneCount]).toEqual(['NAMES', count?.count]);
});

test('what was spoiled is mended and counted', async () => {
  await world.sql`update search_document set words = '', facets = '{}' where row_id in (select id from file_metadata where dataset_id = ${FIRST}) and kind = 'DATAFILE'`;
  await world.sql`delete from search_document where kind = 'DATASET' and node_id = ${FIRST + 1}`;
  await world.sql`insert into search_name values ('egrets', 'DATASET', (select row_id from search_document where kind = 'DATASET' and node_id = ${FIRST + 2}))`;
  await world.sql`insert into search_document (kind, row_id, node_id, public, name, facets, words, digest)
    values ('COLLECTION', 999999, 999999, true, 'left over', '{}', '', ''), ('DATASET', 999999, 999999, true, 'left over', '{}', '', ''),
      ('DATAFILE', 999999, 999999, true, 'left over', '{}', '', '')`;
  const id = await rebuild(false);
  await continueRebuild(world.db, id, unpaused);
  expect(await findRebuild(world.db, id)).toMatchObject({ faultCount: 6 });
  expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
});

test('is asked for by GraphQL, done by a job, and says how far it is', async () => {
  const begin = 'mutation { rebuildSearchIndex(input: {}) { rebuild { databaseId buildsIndexes requestedBy } } }';
  const { server } = world;
  expect((await noOne(server).graphql.send(begin, {})).at('errors.0.extensions.code')).toBe('AUTHENTICATION_REQUIRED');
  const { graphql } = superuser(server);
  const begun = await graphql.expectData(begin, {});
  const id = begun.number('data.rebuildSearchIndex.rebuild.databaseId');
  expect(begun.at('data.rebuildSearchIndex.rebuild.buildsIndexes')).toBe(true);
  const now = (databaseId: number | null) =>
    graphql.expectData(
      'query ($id: Int) { searchRebuild(databaseId: $id) { databaseId step doneCount totalCount faultCount finishedAt } }',
      {
        id: databaseId,
      },
    );
  expect((await now(id)).record('data.searchRebuild')).toMatchObject({
    databaseId: id,
    step: 'COLLECTION',
    doneCount: 0,
    finishedAt: null,
  });
  await doJobs(server, async () => expect((await now(null)).at('data.searchRebuild.finishedAt')).not.toBeNull());
  expect((await now(null)).record('data.searchRebuild')).toMatchObject({ databaseId: id, step: 'INDEXES', faultCount: 0 });
  expect((await now(987_654)).at('data.searchRebuild')).toBeNull();
});
