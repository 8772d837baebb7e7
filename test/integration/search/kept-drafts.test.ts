// Whoever sees drafts on a node finds them by kept hits as by rows, whatever has been written, moved or granted since they were kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { termBelow, termOfDrafts } from '../../../src/db/queries/search/kept-terms.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { destroyDataset } from '../../../src/domain/datasets/destroy-dataset.ts';
import { moveDataset } from '../../../src/domain/datasets/move-dataset.ts';
import { search, type SearchAsked } from '../../../src/domain/search/search.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from '../domain/domain-world.ts';
import { seededRandom } from '../domain/seeded-random.ts';
import { everything, KeptSearches } from './kept-searches.ts';

describe('drafts by what is kept', () => {
  let world: DomainWorld;
  let kept: KeptSearches;
  beforeAll(async () => {
    world = await startDomainWorld();
    kept = new KeptSearches(world);
  });
  afterAll(async () => world.stop());

  const as = () => world.as(world.superuser);

  /** A collection on which roles of the collection above it count. */
  async function createInheriting(alias: string, owner: number): Promise<number> {
    const id = await world.createCollection(alias, { owner });
    await world.sql`update collection set permission_root = false where id = ${id}`;
    await world.sql`
      update node set permission_path = array[${id}::int] || above.permission_path from node above where node.id = ${id} and above.id = ${owner}`;
    return id;
  }

  /** How much a search finds, by kept hits as by rows. */
  async function compare(actor: Actor, asked: Partial<SearchAsked>, what: string): Promise<number> {
    const [byKept, byRows] = await kept.bothWays(actor, asked);
    expect(byKept, `${actor.identifier} ${JSON.stringify(asked)}: ${what}`).toEqual(byRows);
    return byKept.totalCount;
  }

  test.each([7, 8])('are what rows have, step by step, seed %i', async (seed) => {
    const random = seededRandom(seed);
    const top = await world.createCollection(`top-${seed}`, { published: true });
    const inner = await createInheriting(`inner-${seed}`, top);
    const apart = await world.createCollection(`apart-${seed}`, { owner: top });
    const elsewhere = await world.createCollection(`elsewhere-${seed}`);
    const collections = [top, inner, apart, elsewhere];
    const datasets: number[] = [];
    for (const collection of collections) datasets.push(await world.createDataset(collection, `Of ${collection}`));
    for (const dataset of datasets) await world.addFile(dataset, `of-${dataset}.txt`);
    const actors: Actor[] = [guest, world.superuser];
    for (const [name, node] of [
      ['above', top],
      ['aside', apart],
      ['single', datasets[1]],
      ['anywhere', undefined],
    ] as const) {
      const actor = await world.createUser(`${name}-${seed}`);
      actors.push(actor);
      if (node !== undefined) await world.assign(actor.identifier, 'member', node);
    }
    await kept.keep();
    const [root] = await world.sql<{ id: number }[]>`select id from node where owner_id is null`;
    expect(await kept.words()).toEqual(
      expect.arrayContaining([termOfDrafts(), ...[root?.id, top, inner, apart, elsewhere].map((id) => termOfDrafts(id))]),
    );
    const steps: string[] = [];
    let hits = 0;
    for (let number = 0; number < 8; number += 1) {
      const collection = random.pick(collections);
      const dataset = random.pick(datasets);
      const anybody = () => random.pick(actors.filter(({ identifier }) => identifier !== world.superuser.identifier)).identifier;
      const actions: Readonly<Record<string, () => Promise<unknown>>> = {
        dataset: async () => datasets.push(await world.createDataset(collection, `Of ${number}`)),
        file: () => world.addFile(dataset, `of-${number}.txt`),
        publish: () => world.publish(dataset),
        publishCollection: () => publishCollection(as(), { collection: { id: collection } }),
        deaccession: () => world.deaccession(dataset),
        deleteDraft: () => deleteDraft(as(), { dataset: { id: dataset } }),
        destroy: () => destroyDataset(as(), { dataset: { id: dataset } }),
        moveDataset: () => moveDataset(as(), { dataset: { id: dataset }, target: { id: collection }, force: true }),
        moveCollection: () =>
          moveCollection(as(), { collection: { id: collection }, target: { id: random.pick(collections) }, force: true }),
        assign: () => world.assign(anybody(), random.pick(['member', 'fileDownloader']), random.pick([collection, dataset])),
        revoke: () =>
          world.sql`delete from role_assignment where assignee = ${anybody()} and effective_node_id in (${collection}, ${dataset})`,
        keep: () => kept.keep(),
      };
      const name = random.pick([
        ...Object.keys(actions),
        'dataset',
        'file',
        'publish',
        'deaccession',
        'moveDataset',
        'moveCollection',
        'keep',
        'keep',
      ]);
      steps.push(`${name} ${await outcome(actions[name]?.() ?? Promise.resolve())}`);
      for (const actor of actors) {
        for (const asked of [
          {},
          { query: 'of' },
          { query: 'of AND txt' },
          { query: 'txt nosuch' },
          { within: [{ id: top }] },
          { kinds: ['COLLECTION', 'DATASET'] as const, sort: 'date', limit: 3 },
          { query: 'of nosuch', kinds: ['COLLECTION', 'DATASET'] as const, sort: 'date' },
          { offset: 2, limit: 3 },
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

  test('of a collection that is moved count for others until they are kept anew', async () => {
    const [from, to] = [await world.createCollection('drafts-from'), await world.createCollection('drafts-to')];
    const moved = await createInheriting('drafts-moved', from);
    const own = await world.createCollection('drafts-own', { owner: from });
    await world.createDataset(moved, 'Of the moved');
    await kept.keep();
    const [losing, winning] = [await world.createUser('losing'), await world.createUser('winning')];
    await world.assign(losing.identifier, 'member', from);
    await world.assign(winning.identifier, 'member', to);
    const counted = async () => {
      const counts: number[] = [];
      for (const actor of [losing, winning]) {
        counts.push((await search(kept.reader(actor), { ...everything, query: 'moved', kinds: ['DATASET'] })).totalCount);
      }
      return counts;
    };
    expect(await counted()).toEqual([1, 0]);
    // Roles of the collection above do not count on this one, wherever it lies.
    await moveCollection(as(), { collection: { id: own }, target: { id: to }, force: true });
    expect(await kept.words()).toEqual(expect.arrayContaining([termOfDrafts(from), termOfDrafts(to)]));
    await moveCollection(as(), { collection: { id: moved }, target: { id: to }, force: true });
    const words = await kept.words();
    expect([from, to, moved].map((id) => words.includes(termOfDrafts(id)))).toEqual([false, false, true]);
    expect(await counted()).toEqual([0, 1]);
    await kept.keep();
    expect(await kept.words()).toEqual(expect.arrayContaining([from, to, moved].map((id) => termOfDrafts(id))));
    expect(await kept.words()).toEqual(expect.arrayContaining([termBelow(to)]));
    expect(await counted()).toEqual([0, 1]);
  });

  test('of little among very much are found below the nodes on which a role is held', async () => {
    const large = await world.createCollection('drafts-large', { published: true });
    const small = await world.createCollection('drafts-small', { published: true });
    const inner = await createInheriting('drafts-small-inner', small);
    const single = await world.createDataset(large, 'Of one alone');
    const published = await world.createDataset(small, 'Of all');
    for (const dataset of [single, published, await world.createDataset(small, 'Of few'), await world.createDataset(inner, 'Of fewer')]) {
      await world.addFile(dataset, `of-${dataset}.txt`);
    }
    await world.publish(published);
    await world.addFile(published, 'of-the-next.txt');
    await world.sql.begin(async (sql) => {
      const [from, to] = [10_000_000, 10_000_799];
      await sql`
        insert into node (id, kind, owner_id, path, permission_path)
        select i, 'DATASET', ${large}::int, above.path || i, array[i] || above.permission_path
        from generate_series(${from}::int, ${to}::int) i, node above where above.id = ${large}`;
      await sql`
        insert into dataset (id, protocol, authority, separator, identifier, storage_driver)
        select i, 'doi', '10.5072', '/', 'FK2/M' || i, 'local' from generate_series(${from}::int, ${to}::int) i`;
      await sql`
        insert into dataset_version (id, dataset_id, ordinal, state, title, metadata, file_access_request)
        select i, i, 1, 'DRAFT', 'Of very many ' || i, '{}', true from generate_series(${from}::int, ${to}::int) i`;
    });
    await kept.keep(600);
    const words = await kept.words();
    expect([termOfDrafts(), termOfDrafts(large), termOfDrafts(small)].map((word) => words.includes(word))).toEqual([true, true, false]);
    for (const [name, nodes, seen] of [
      ['of-none', [], 0],
      ['of-single', [single], 2],
      ['of-small', [small], 7],
      ['of-both', [small, single], 9],
      ['of-many', [large], 802],
      ['of-all-three', [large, small, single], 809],
    ] as const) {
      const actor = await world.createUser(name);
      const before = await compare(actor, {}, name);
      for (const node of nodes) await world.assign(actor.identifier, 'member', node);
      for (const asked of [{ query: 'of' }, { query: 'of AND txt' }, { kinds: ['DATASET'] as const }, { within: [{ id: small }] }]) {
        await compare(actor, asked, name);
      }
      expect((await compare(actor, {}, name)) - before, name).toBe(seen);
    }
  });
});
