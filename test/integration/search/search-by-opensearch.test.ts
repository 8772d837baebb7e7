// The engine beside the database finds what the database finds, for every actor, when it has been told. Needs a server: set OPENSEARCH_URL.
import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOpenSearchEngine } from '../../../src/adapters/opensearch/opensearch-engine.ts';
import { noteForEngine } from '../../../src/db/queries/search/engine-feed.ts';
import { searchInDatabase } from '../../../src/db/queries/search/search-in-database.ts';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { destroyDataset } from '../../../src/domain/datasets/destroy-dataset.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { setVersionNote } from '../../../src/domain/versions/version-note.ts';
import { restrictFile } from '../../../src/domain/files/restrict-file.ts';
import { compareEngine, type EngineFault } from '../../../src/domain/search/engine/compare-engine.ts';
import { buildEngineIndex, feedEngine } from '../../../src/domain/search/engine/feed-engine.ts';
import { searchInEngine } from '../../../src/domain/search/engine/search-in-engine.ts';
import { planSearch } from '../../../src/domain/search/plan-search.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import type { SearchIndex } from '../../../src/kernel/ports/search-index.ts';
import { NODE_KINDS } from '../../../src/vocabulary/collections.ts';
import { gather } from '../../support/gather.ts';
import { type DomainWorld, guest, outcome, startDomainWorld, versionBody } from '../domain/domain-world.ts';
import { seededRandom } from '../domain/seeded-random.ts';

const node = process.env['OPENSEARCH_URL'] ?? '';
const alias = `archivolt-test-${process.pid}`;

describe.skipIf(node === '')('OpenSearch (skipped without OPENSEARCH_URL: no server to ask)', () => {
  const engine = createOpenSearchEngine({ node, auth: undefined, alias });
  const faults: unknown[] = [];
  let world: DomainWorld;
  let actors: Actor[];
  let database: SearchIndex;
  let beside: SearchIndex;
  let builds = 0;

  const build = () => {
    builds += 1;
    return buildEngineIndex(world.db, engine, { name: `${alias}-${builds}`, onProgress: () => undefined });
  };
  const told = async (): Promise<void> => {
    await feedEngine(world.db, engine);
    await engine.refresh(alias);
  };
  const compared = async (mend: boolean): Promise<EngineFault[]> =>
    gather(compareEngine(world.db, engine, { mend, onProgress: () => undefined }));

  beforeAll(async () => {
    world = await startDomainWorld();
    actors = [guest, await world.createUser('anna'), await world.createUser('ben'), world.superuser];
    database = searchInDatabase(10_000);
    beside = searchInEngine({ engine, database, limitMs: 10_000, log: { warn: (fault: unknown) => void faults.push(fault) } });
    await noteForEngine(world.db, true);
    await build();
  });
  afterAll(async () => {
    const client = new Client({ node });
    await client.indices.delete({ index: `${alias}-*` });
    await client.close();
    await world.stop();
  });

  async function both(
    actor: Actor,
    query: string,
    more: {
      readonly filters?: string[];
      readonly sort?: string;
      readonly circle?: { latitude: number; longitude: number; radiusKilometres: number };
    } = {},
  ) {
    const texts = { query, filters: more.filters ?? [], sort: more.sort ?? 'name', descending: null, circle: more.circle, offset: 0 };
    const asked = {
      ...planSearch(texts, world.server.application.services.blocks.current()),
      kinds: NODE_KINDS,
      trees: [],
      circle: more.circle,
      offset: 0,
      limit: 500,
      facets: ['publicationStatus', 'publicationDate', 'fileAccess', 'authorName', 'subject', 'license', 'fileMediaType', 'fileTag'],
    };
    const answer = async (index: SearchIndex) => {
      const { hits, facets, ...counts } = await index.search(world.db, actor, asked);
      const values = facets.map(({ facet, value, count }) => `${facet}=${value}: ${count}`).toSorted();
      return {
        hits: hits.map(({ documentId, statuses }) => `${documentId} ${statuses.join()}`),
        facets: values,
        counts: { ...counts, cut: undefined },
      };
    };
    return [await answer(beside), await answer(database)] as const;
  }

  test.each([1, 2])(
    'finds what the database finds after each of many commands, seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      const collections = [await world.createCollection(`engine-${seed}`)];
      const datasets: number[] = [];
      const files: number[] = [];
      const as = () => world.as(world.superuser);
      const steps: string[] = [];
      for (let number = 0; number < 25; number += 1) {
        const collection = random.pick(collections);
        const dataset = datasets.length === 0 ? 0 : random.pick(datasets);
        const actions: Readonly<Record<string, () => Promise<unknown>>> = {
          collection: async () => collections.push(await world.createCollection(`engine-${seed}-${number}`, { owner: collection })),
          publishCollection: () => publishCollection(as(), { collection: { id: collection } }),
          dataset: async () => datasets.push(await world.createDataset(collection, `Heron ${number}`)),
          file: async () => files.push(await world.addFile(dataset, `heron_${number}.txt`)),
          restrict: () => restrictFile(as(), { file: { id: files.length === 0 ? 0 : random.pick(files) }, restrict: random.chance(0.5) }),
          publish: () => world.publish(dataset),
          note: () => setVersionNote(as(), { dataset: { id: dataset }, version: ':draft', note: `note ${number}` }),
          lock: () => world.lock(dataset, 'InReview').catch(() => undefined),
          deaccession: () => world.deaccession(dataset),
          deleteDraft: () => deleteDraft(as(), { dataset: { id: dataset } }),
          destroy: async () => {
            if (random.chance(0.7)) return;
            await destroyDataset(as(), { dataset: { id: dataset } });
            datasets.splice(datasets.indexOf(dataset), 1);
          },
          move: () => moveCollection(as(), { collection: { id: collection }, target: { id: random.pick(collections) }, force: false }),
          assign: () =>
            world.assign(
              random.pick([':guest', '@anna', '@ben']),
              random.pick(['admin', 'member', 'curator']),
              random.chance(0.5) && dataset !== 0 ? dataset : collection,
            ),
        };
        const name = random.pick([...Object.keys(actions), 'dataset', 'file', 'publish', 'publish', 'note', 'assign']);
        const act = actions[name];
        steps.push(`${name} ${act === undefined ? '' : await outcome(act())}`);
        await told();
        for (const actor of actors) {
          const [ours, theirs] = await both(actor, '*');
          expect(ours, `${actor.identifier}: ${steps.join(', ')}`).toEqual(theirs);
        }
      }
      expect(await compared(false)).toEqual([]);
      expect(faults).toEqual([]);
    },
    120_000,
  );

  test('reads words, phrases, patterns, ranges and fields as the database does', async () => {
    const id = await world.createCollection('words', { published: true });
    for (const title of ['Grey herons of the Łódź marshes', 'Storks', '東京の地震記録', 'قياس الزلازل', 'A hundred per cent 50% off_it']) {
      await world.createDataset(id, title);
    }
    const mapped = versionBody('Far islands');
    mapped.metadataBlocks['geospatial'] = {
      fields: [
        {
          typeName: 'geographicBoundingBox',
          multiple: true,
          typeClass: 'compound',
          value: [
            Object.fromEntries(
              Object.entries({ westLongitude: '177', eastLongitude: '-178', southLatitude: '-20', northLatitude: '-12' }).map(
                ([name, value]) => [name, { typeName: name, multiple: false, typeClass: 'primitive', value }],
              ),
            ),
          ],
        },
      ],
    };
    const islands = await world.createDataset(id, 'Far islands');
    await world.sql`update dataset_version set metadata = ${JSON.stringify(mapped.metadataBlocks)}::json where dataset_id = ${islands}`.catch(
      () => undefined,
    );
    const tides = await world.createDataset(id, 'Tides');
    await world.addFile(tides, 'wave_2-final.v3.txt');
    await world.publish(tides);
    await told();
    const queries = [
      'heron',
      'LODZ',
      '"grey herons"',
      '"herons grey"',
      'marsh*',
      '"her',
      '*rey*her*',
      'title:heron',
      'title:her*',
      'title:*er*',
      'title:heron AND nosuch:x',
      'title:heron AND NOT title:marsh',
      '(storks OR herons) AND marsh',
      '+storks herons',
      'storks -storks',
      'NOT',
      '',
      '地震',
      '東京',
      'الزلازل',
      '50%',
      'title:*50%*',
      'off_it',
      'wave?2*v3.txt',
      'wave_2',
      'fileName:wave',
      'fileNameWithoutExtension:final',
      'dvName:words',
      'subject_ss:*',
      'subject_ss:Oth*',
      'license:CC0*',
      'datasetType:[a TO z]',
      'publicationDate:[2000 TO *]',
      'publicationDate:*',
      'dateSort:[2018-01-01 TO *]',
      'dateSort:*',
      'fileSizeInBytes:[1 TO 1000}',
      'fileAccess:Public',
      'fileAccess:Res*',
      'isHarvested:false',
      'isHarvested:true',
      'metadataSource:*',
      'publicationStatus:Draft',
      'publicationStatus:D*',
      'id:dataset_*',
      `parentId:${id}`,
      `subtreePaths:"/${id}"`,
      'dsPublicationDate:*',
      'fileCount:[1 TO *]',
      'fileCount:1',
      'dvAffiliation:*',
      'dvAlias:words',
      'identifierOfCollection:words',
      'geographicBoundingBox:*',
      'westLongitude:[170 TO 180]',
      'authorName:*',
      'authorName_ss:*',
    ];
    for (const query of queries) {
      const [ours, theirs] = await both(world.superuser, query);
      expect(ours, query).toEqual(theirs);
      const [asFilter, ofDatabase] = await both(guest, '*', { filters: [query] }).catch(() => ['refused', 'refused'] as const);
      expect(asFilter, query).toEqual(ofDatabase);
    }
    for (const sort of ['name', 'date', 'fileSizeInBytes', 'id', 'subject_ss', 'dateSort']) {
      const [ours, theirs] = await both(world.superuser, '*', { sort });
      expect(ours, sort).toEqual(theirs);
    }
    for (const longitude of [-179, 179, 0]) {
      const [ours, theirs] = await both(world.superuser, '*', { circle: { latitude: -15, longitude, radiusKilometres: 300 } });
      expect(ours, String(longitude)).toEqual(theirs);
    }
    expect(faults).toEqual([]);
  }, 120_000);

  test('completes words, offers others, and names what is alike, as far as it may be seen', async () => {
    const id = await world.createCollection('suggests', { published: true });
    const [reeds, hidden] = [
      await world.createDataset(id, 'Bittern booming in reedbeds'),
      await world.createDataset(id, 'Bitterns hidden in reedbeds'),
    ];
    const more = await world.createDataset(id, 'Booming bittern in other reedbeds');
    await world.publish(reeds);
    await world.publish(more);
    await told();
    expect(await beside.names(world.db, guest, 'bitt', 10)).toEqual(['Bittern booming in reedbeds', 'Booming bittern in other reedbeds']);
    expect(await beside.names(world.db, world.superuser, 'Bitterns hid', 10)).toEqual(['Bitterns hidden in reedbeds']);
    expect(await beside.alternatives(world.db, guest, ['bittren'])).toEqual([{ word: 'bittren', alternatives: ['bittern'] }]);
    expect(await beside.similar(world.db, reeds, 5)).toContain(more);
    expect(await beside.similar(world.db, reeds, 5)).not.toContain(hidden);
    expect(faults).toEqual([]);
  });

  test('is compared, mended, and built anew beside what answers', async () => {
    const client = new Client({ node });
    await told();
    const { hits } = await database.search(world.db, world.superuser, {
      ...planSearch(
        { query: 'Storks', filters: [], sort: null, descending: null, circle: undefined, offset: 0 },
        world.server.application.services.blocks.current(),
      ),
      kinds: ['DATASET'],
      trees: [],
      circle: undefined,
      offset: 0,
      limit: 1,
      facets: [],
    });
    const rowId = hits[0]?.rowId ?? 0;
    await client.update({ index: alias, id: `DATASET:${rowId}`, body: { doc: { digest: 'spoiled' } }, refresh: true });
    await client.index({ index: alias, id: 'DATASET:999999', body: { kind: 'DATASET', row_id: 999_999, digest: 'x' }, refresh: true });
    await client.delete({
      index: alias,
      id: `COLLECTION:${(await world.sql<{ id: number }[]>`select id from collection where alias = 'words'`)[0]?.id}`,
      refresh: true,
    });
    expect((await compared(true)).map(({ fault, kind }) => `${fault} ${kind}`).toSorted()).toEqual([
      'LEFT_OVER DATASET',
      'MISSING COLLECTION',
      'STALE DATASET',
    ]);
    expect(await compared(false)).toEqual([]);
    await build();
    expect(await compared(false)).toEqual([]);
    const { body } = await client.cat.indices({ index: `${alias}-*`, format: 'json' });
    expect(body.map(({ index }) => index)).toEqual([`${alias}-${builds}`]);
    await client.close();
  });

  test('shows nothing that may no longer be seen, though the engine was not told', async () => {
    const id = await world.createCollection('withdrawn', { published: true });
    const dataset = await world.createDataset(id, 'Cormorants withdrawn');
    await world.publish(dataset);
    await told();
    await world.deaccession(dataset);
    const [ours] = await both(guest, 'cormorants');
    expect(ours.hits).toEqual([]);
  });
});
