// Kept hits answer searches with filters and below a collection as rows do, whatever has been written, moved or linked since they were kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listKeptWords } from '../../../src/db/queries/search/keep-hits.ts';
import { termBelow, termOfValue } from '../../../src/db/queries/search/kept-terms.ts';
import { findKeptWords, type KeepableSearch } from '../../../src/db/queries/search/kept-words.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { linkCollection } from '../../../src/domain/collections/link-collection.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { linkDataset } from '../../../src/domain/datasets/link-dataset.ts';
import { moveDataset } from '../../../src/domain/datasets/move-dataset.ts';
import { search, type SearchAsked } from '../../../src/domain/search/search.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from '../domain/domain-world.ts';
import { seededRandom } from '../domain/seeded-random.ts';
import { everything, KeptSearches } from './kept-searches.ts';

const SUBJECT = 'subject=Social Sciences';
const FILTER = 'subject_ss:"Social Sciences"';
const LICENSE = 'license:"CC0 1.0"';
const YEAR = new Date().getUTCFullYear();

describe('searches with filters by what is kept', () => {
  let world: DomainWorld;
  let kept: KeptSearches;
  let actors: Actor[];
  beforeAll(async () => {
    world = await startDomainWorld();
    kept = new KeptSearches(world);
    actors = [guest, await world.createUser('ben'), world.superuser];
  });
  afterAll(async () => world.stop());

  const db = () => world.server.application.db;
  const as = () => world.as(world.superuser);
  const keepable = (asked: Partial<KeepableSearch>): KeepableSearch => ({ words: [], all: false, values: [], tree: undefined, ...asked });

  /** How much a search finds, by kept hits as by rows. */
  async function compare(actor: Actor, asked: Partial<SearchAsked>, what: string): Promise<number> {
    const [byKept, byRows] = await kept.bothWays(actor, asked);
    expect(byKept, `${actor.identifier} ${JSON.stringify(asked)}: ${what}`).toEqual(byRows);
    return byKept.totalCount;
  }

  test.each([5, 6])('is what rows have, step by step, seed %i', async (seed) => {
    const random = seededRandom(seed);
    const top = await world.createCollection(`top-${seed}`, { published: true });
    const collections = [top, await world.createCollection(`inner-${seed}`, { owner: top, published: true })];
    const elsewhere = await world.createCollection(`elsewhere-${seed}`, { published: true });
    collections.push(elsewhere);
    const datasets = [await world.createDataset(top, 'Of the top'), await world.createDataset(elsewhere, 'Of elsewhere')];
    for (const dataset of datasets) await world.addFile(dataset, `of-${dataset}.txt`);
    for (const dataset of datasets) await world.publish(dataset);
    await kept.keep();
    expect((await listKeptWords(db())).map(({ word }) => word)).toEqual(
      expect.arrayContaining([
        '',
        'of',
        termBelow(top),
        termBelow(elsewhere),
        ...[SUBJECT, 'license=CC0 1.0', `publicationDate=${YEAR}`].map(termOfValue),
      ]),
    );
    const tree = { collectionId: top, reached: [] };
    expect(await findKeptWords(db(), keepable({ words: ['of', 'nosuch'], values: [SUBJECT], tree }))).toMatchObject({
      kept: ['of', termOfValue(SUBJECT), termBelow(top)],
      parts: [1, 2, 3],
      partCount: 3,
      rest: expect.stringContaining('nosuch'),
    });
    const steps: string[] = [];
    let hits = 0;
    for (let number = 0; number < 10; number += 1) {
      const collection = random.pick(collections);
      const dataset = random.pick(datasets);
      const actions: Readonly<Record<string, () => Promise<unknown>>> = {
        dataset: async () => datasets.push(await world.createDataset(collection, `Of ${number}`)),
        file: () => world.addFile(dataset, `of-${number}.txt`),
        publish: () => world.publish(dataset),
        deaccession: () => world.deaccession(dataset),
        deleteDraft: () => deleteDraft(as(), { dataset: { id: dataset } }),
        moveDataset: () => moveDataset(as(), { dataset: { id: dataset }, target: { id: collection }, force: true }),
        moveCollection: () =>
          moveCollection(as(), { collection: { id: collection }, target: { id: random.pick(collections) }, force: true }),
        link: () => linkDataset(as(), { dataset: { id: dataset }, collection: { id: collection } }),
        linkCollection: () => linkCollection(as(), { linked: { id: collection }, linking: { id: random.pick(collections) } }),
        assign: () => world.assign(random.pick([':guest', '@ben']), random.pick(['member', 'fileDownloader']), collection),
        license: () => world.sql`
          update dataset_version set license_id = (select id from license where active order by name = 'CC0 1.0' desc, name offset ${random.pick([0, 1])} limit 1)
          where dataset_id = ${dataset} and (state = 'DRAFT' or ${random.pick([true, false])})`,
        keep: () => kept.keep(),
      };
      const name = random.pick([
        ...Object.keys(actions),
        'dataset',
        'file',
        'license',
        'license',
        'publish',
        'publish',
        'moveDataset',
        'moveCollection',
        'keep',
      ]);
      steps.push(`${name} ${await outcome(actions[name]?.() ?? Promise.resolve())}`);
      for (const actor of actors) {
        for (const asked of [
          { within: [{ id: top }] },
          { within: [{ id: elsewhere }], filters: [FILTER] },
          { filters: [FILTER], query: 'of' },
          { query: 'of txt nosuch', within: [{ id: top }] },
          { query: 'of AND txt', within: [{ id: top }] },
          { query: 'of AND top', filters: [FILTER] },
          { filters: [LICENSE] },
          { query: 'of txt nosuch', filters: [LICENSE, `publicationDate:"${YEAR}"`] },
          { filters: [`publicationDate:"${YEAR}"`], within: [{ id: top }] },
          { query: 'of', filters: [LICENSE], kinds: ['DATASET'] as const, sort: 'date' },
          { query: 'of nosuch', kinds: ['COLLECTION', 'DATASET'] as const, sort: 'date', offset: 1, limit: 2 },
          { within: [{ id: top }], kinds: ['COLLECTION', 'DATASET'] as const, sort: 'date' },
          { within: [{ id: top }], filters: [FILTER], kinds: ['DATASET'] as const, sort: 'date', offset: 1, limit: 2 },
        ]) {
          hits += await compare(actor, asked, steps.join(', '));
        }
      }
    }
    expect(hits).toBeGreaterThan(300);
    expect(await kept.faults()).toBe(0);
    await kept.keep();
    expect(await world.sql`select from search_stale`).toHaveLength(0);
    expect(await kept.faults()).toBe(0);
  });

  test('files have the licence of the version by which they are found, and that by its name', async () => {
    const collection = await world.createCollection('licensed', { published: true });
    const dataset = await world.createDataset(collection, 'Of a licence');
    await world.addFile(dataset, 'of-a-licence.txt');
    await world.publish(dataset);
    await kept.keep();
    const within = [{ id: collection }];
    const counted = async (name: string) =>
      (await search(kept.reader(guest), { ...everything, within, filters: [`license:"${name}"`], kinds: ['DATAFILE'] })).totalCount;
    const isKept = async (name: string) => (await findKeptWords(db(), keepable({ values: [`license=${name}`] }))) !== undefined;
    expect([await isKept('CC0 1.0'), await counted('CC0 1.0')]).toEqual([true, 1]);
    // Another file and another licence in the next version: the first file is found by that as well.
    await world.addFile(dataset, 'of-another.txt');
    const [other] = await world.sql<{ id: number; name: string }[]>`
      update dataset_version set license_id = other.id from (select id, name from license where active and name <> 'CC0 1.0' order by name limit 1) other
      where dataset_id = ${dataset} and state = 'DRAFT' returning other.id, other.name`;
    const { id = 0, name = '' } = other ?? {};
    expect([await counted('CC0 1.0'), await counted(name)]).toEqual([1, 0]);
    await world.publish(dataset);
    expect([await counted('CC0 1.0'), await counted(name)]).toEqual([0, 2]);
    await kept.keep();
    expect([await isKept(name), await counted('CC0 1.0'), await counted(name)]).toEqual([true, 0, 2]);
    await world.sql`update license set name = 'Renamed 1.0' where id = ${id}`;
    expect([await isKept(name), await counted(name), await counted('Renamed 1.0')]).toEqual([false, 0, 2]);
    await world.sql`update license set name = ${name} where id = ${id}`;
    await kept.keep();
    expect(await counted(name)).toBe(2);
    expect(await kept.faults()).toBe(0);
  });

  test('a collection that is moved is asked no more until it is kept anew, and those beside it are', async () => {
    const [from, to, beside] = [
      await world.createCollection('moved-from', { published: true }),
      await world.createCollection('moved-to', { published: true }),
      await world.createCollection('moved-beside', { published: true }),
    ];
    const moved = await world.createCollection('moved', { owner: from, published: true });
    for (const [place, title] of [
      [moved, 'Of the moved'],
      [to, 'Of those there'],
      [beside, 'Of those beside'],
    ] as const) {
      await world.publish(await world.createDataset(place, title));
    }
    await kept.keep();
    const isKept = async (collectionId: number) =>
      (await findKeptWords(db(), keepable({ tree: { collectionId, reached: [] } }))) !== undefined;
    expect([await isKept(from), await isKept(to), await isKept(moved), await isKept(beside)]).toEqual([true, true, true, true]);
    await moveCollection(as(), { collection: { id: moved }, target: { id: to }, force: false });
    expect([await isKept(from), await isKept(to), await isKept(moved), await isKept(beside)]).toEqual([false, false, true, true]);
    expect((await search(kept.reader(guest), { ...everything, within: [{ id: to }], kinds: ['DATASET'] })).totalCount).toBe(2);
    await kept.keep();
    expect([await isKept(to), await isKept(moved)]).toEqual([true, true]);
    expect((await search(kept.reader(guest), { ...everything, within: [{ id: to }], kinds: ['DATASET'] })).totalCount).toBe(2);
    expect((await search(kept.reader(guest), { ...everything, within: [{ id: from }], kinds: ['DATASET'] })).totalCount).toBe(0);
  });
});
