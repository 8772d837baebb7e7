// Whatever was done before, a search finds what a scan of the tables says that the actor may see.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import { findKeptWords } from '../../../src/db/queries/search/kept-words.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { destroyDataset } from '../../../src/domain/datasets/destroy-dataset.ts';
import { linkDataset } from '../../../src/domain/datasets/link-dataset.ts';
import { keepFrequentWords } from '../../../src/domain/search/keep-frequent-words.ts';
import { search, type SearchAsked } from '../../../src/domain/search/search.ts';
import { setVersionNote } from '../../../src/domain/versions/version-note.ts';
import type { ReadContext } from '../../../src/kernel/command.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { permissionBit } from '../../../src/permission-set.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from '../domain/domain-world.ts';
import { seededRandom } from '../domain/seeded-random.ts';
import { everything } from './kept-searches.ts';

describe('what a search finds', () => {
  let world: DomainWorld;
  let actors: Actor[];
  beforeAll(async () => {
    world = await startDomainWorld();
    actors = [guest, await world.createUser('anna'), await world.createUser('ben'), world.superuser];
  });
  afterAll(async () => world.stop());

  const reader = (actor: Actor): ReadContext => createRequestContext(world.server.application, { actor, requestId: 'search' });
  const found = async (actor: Actor, asked: Partial<SearchAsked> = {}) =>
    (await search(reader(actor), { ...everything, ...asked })).hits.map(({ document }) => document.documentId).toSorted();

  /** Without the index, and without the rule of visibility that statements share. */
  async function scan({ identities, superuser }: Actor): Promise<string[]> {
    const holds = (bit: number) => world.sql`(${superuser} or exists (
      select from role_assignment a join role r on r.id = a.role_id
      where a.assignee = any(${[...identities]}) and a.effective_node_id = any(n.permission_path) and r.permissions & ${bit} <> 0))`;
    const draftsOf = holds(permissionBit('ViewUnpublishedDataset'));
    const rows = await world.sql<{ id: string }[]>`
      with newest as (
        select dataset_id, max(ordinal) filter (where state = 'RELEASED') as released, max(ordinal) filter (where state = 'DRAFT') as draft, max(ordinal) as last
        from dataset_version group by dataset_id)
      select 'collection_' || n.id as id from node n where n.kind = 'COLLECTION' and n.owner_id is not null
        and (n.published_at is not null or ${holds(permissionBit('ViewUnpublishedCollection'))})
      union all select 'dataset_' || dataset_id from newest where released is not null
      union all select 'dataset_' || v.dataset_id || '_draft' from newest v join node n on n.id = v.dataset_id where draft is not null and ${draftsOf}
      union all select 'dataset_' || v.dataset_id || '_deaccessioned' from newest v join node n on n.id = v.dataset_id
        where released is null and draft is null and ${draftsOf}
      union all select 'datafile_' || m.data_file_id from file_metadata m join newest v on v.dataset_id = m.dataset_id
        where m.valid_from <= released and (m.valid_to is null or m.valid_to > released)
      union all select 'datafile_' || m.data_file_id || '_draft' from file_metadata m join newest v on v.dataset_id = m.dataset_id join node n on n.id = m.dataset_id
        where draft is not null and m.valid_to is null and ${draftsOf}
          and not (released is not null and m.valid_from <= released)`;
    return rows.map(({ id }) => id).toSorted();
  }

  test.each([1, 2])('is what the actor may see, step by step, seed %i', async (seed) => {
    const random = seededRandom(seed);
    const collections = [await world.createCollection(`sees-${seed}`)];
    const datasets: number[] = [];
    const as = () => world.as(world.superuser);
    const steps: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      const collection = random.pick(collections);
      const dataset = datasets.length === 0 ? 0 : random.pick(datasets);
      const actions: Readonly<Record<string, () => Promise<unknown>>> = {
        collection: async () => collections.push(await world.createCollection(`sees-${seed}-${number}`, { owner: collection })),
        publishCollection: () => publishCollection(as(), { collection: { id: collection } }),
        dataset: async () => datasets.push(await world.createDataset(collection, `Of ${number}`)),
        file: () => world.addFile(dataset, `${number}.txt`),
        publish: () => world.publish(dataset),
        note: () => setVersionNote(as(), { dataset: { id: dataset }, version: ':draft', note: `${number}` }),
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
            random.pick([':guest', ':authenticated-users', '@anna', '@ben']),
            random.pick(['admin', 'member', 'curator', 'fileDownloader']),
            random.chance(0.5) && dataset !== 0 ? dataset : collection,
          ),
      };
      const name = random.pick([...Object.keys(actions), 'dataset', 'file', 'publish', 'publish', 'note', 'assign']);
      const act = actions[name];
      steps.push(`${name} ${act === undefined ? '' : await outcome(act())}`);
      for (const actor of actors) expect(await found(actor), `${actor.identifier}: ${steps.join(', ')}`).toEqual(await scan(actor));
    }
  });

  test.each([3, 4])('is the same by kept hits, whatever has changed since they were kept, seed %i', async (seed) => {
    await world.sql`analyze search_document`;
    await keepFrequentWords(world.server.application.db, { least: 1 });
    const words = await world.sql<{ word: string }[]>`select word from search_kept_word`;
    expect(words.map(({ word }) => word)).toEqual(expect.arrayContaining(['', 'of', 'txt']));
    expect(await findKeptWords(world.server.application.db, { words: [], all: false, values: [], tree: undefined })).toMatchObject({
      kept: [''],
    });
    expect(await findKeptWords(world.server.application.db, { words: ['of'], all: false, values: [], tree: undefined })).toMatchObject({
      kept: ['of'],
      rest: null,
    });
    const random = seededRandom(seed);
    const as = () => world.as(world.superuser);
    const collection = await world.createCollection(`kept-${seed}`);
    const datasets = [await world.createDataset(collection, 'Of the kept')];
    const steps: string[] = [];
    for (let number = 0; number < 14; number += 1) {
      const dataset = datasets.length === 0 ? 0 : random.pick(datasets);
      const actions: Readonly<Record<string, () => Promise<unknown>>> = {
        publishCollection: () => publishCollection(as(), { collection: { id: collection } }),
        dataset: async () => datasets.push(await world.createDataset(collection, `Of ${number}`)),
        file: () => world.addFile(dataset, `of-${number}.txt`),
        publish: () => world.publish(dataset),
        note: () => setVersionNote(as(), { dataset: { id: dataset }, version: ':draft', note: `${number}` }),
        deaccession: () => world.deaccession(dataset),
        deleteDraft: () => deleteDraft(as(), { dataset: { id: dataset } }),
        destroy: async () => {
          await destroyDataset(as(), { dataset: { id: dataset } });
          datasets.splice(datasets.indexOf(dataset), 1);
        },
        assign: () =>
          world.assign(
            random.pick([':guest', '@anna', '@ben']),
            random.pick(['member', 'fileDownloader']),
            random.chance(0.5) && dataset !== 0 ? dataset : collection,
          ),
        keep: () => keepFrequentWords(world.server.application.db, { least: 1 }),
      };
      const name = random.pick([...Object.keys(actions), 'dataset', 'file', 'file', 'publish', 'publish', 'publish']);
      steps.push(`${name} ${await outcome(actions[name]?.() ?? Promise.resolve())}`);
      for (const actor of actors) {
        for (const asked of [
          {},
          { query: 'of' },
          { query: 'of txt 3' },
          { offset: 3, limit: 4 },
          { kinds: ['COLLECTION', 'DATASET'] as const, sort: 'date' },
        ]) {
          const what = `${actor.identifier} ${JSON.stringify(asked)}: ${steps.join(', ')}`;
          const byKept = await search(reader(actor), { ...everything, ...asked });
          expect(byKept, what).toEqual(await search(reader(actor), { ...everything, ...asked, filters: ['*'] }));
        }
        expect(await found(actor), steps.join(', ')).toEqual(await scan(actor));
      }
    }
    await world.sql`delete from search_kept_word`;
    await world.sql`delete from search_kept`;
  });

  // Words alone are asked for by a statement whose plan is kept; with a filter that everything passes, by one that is planned for the caller.
  test.each(['of', 'txt', 'of txt', 'of AND of', '"of 3" sees', '--- of', 'of AND "---"', '---', 'nosuch'])(
    'for %s is the same by a kept plan',
    async (query) => {
      let hits = 0;
      for (const actor of [...actors, ...actors]) {
        const asked = { ...everything, query };
        const kept = await search(reader(actor), asked);
        expect(kept, actor.identifier).toEqual(await search(reader(actor), { ...asked, filters: ['*'] }));
        hits += kept.totalCount;
      }
      expect(hits > 0).toBe(!/^---$|nosuch|"---"/u.test(query));
    },
  );

  test('lies below a collection, or is linked there, and is not the collection itself', async () => {
    const [outer, elsewhere] = [await world.createCollection('outer'), await world.createCollection('elsewhere')];
    const inner = await world.createCollection('inner', { owner: outer });
    const [own, linked] = [await world.createDataset(inner, 'Own'), await world.createDataset(elsewhere, 'Linked')];
    const file = await world.addFile(linked, 'linked.txt');
    await world.publish(linked).catch(() => undefined);
    await linkDataset(world.as(world.superuser), { dataset: { id: linked }, collection: { id: inner } });
    const ids = await found(world.superuser, { within: [{ alias: 'OUTER' }] });
    expect(ids.filter((id) => !id.includes(`_${linked}`) && !id.includes(`_${file}`))).toEqual([
      `collection_${inner}`,
      `dataset_${own}_draft`,
    ]);
    expect(ids.some((id) => id.startsWith(`dataset_${linked}`))).toBe(true);
    expect(ids.some((id) => id.startsWith(`datafile_${file}`))).toBe(true);
    expect(await outcome(search(reader(guest), { ...everything, within: [{ alias: 'nosuch' }] }))).toBe('BAD_USER_INPUT');
    expect(await outcome(search(reader(guest), { ...everything, within: [{ id: outer }] }))).toBe('BAD_USER_INPUT');
  });

  test.each([
    ['heron', ['Grey herons of the Łódź marshes']],
    ['LODZ', ['Grey herons of the Łódź marshes']],
    ['"grey herons"', ['Grey herons of the Łódź marshes']],
    ['"herons grey"', []],
    ['marsh*', ['Grey herons of the Łódź marshes']],
    ['*rey*her*', ['Grey herons of the Łódź marshes']],
    ['title:heron', ['Grey herons of the Łódź marshes']],
    ['title:heron AND nosuch:x', []],
    ['title:heron AND NOT title:marsh', []],
    ['authorName:heron', []],
    ['(storks OR herons) AND marsh', ['Grey herons of the Łódź marshes']],
    ['storks herons', ['Grey herons of the Łódź marshes', 'Storks']],
    ['+storks herons', ['Storks']],
    ['storks -storks', []],
    ['NOT', []],
    ['', []],
    ['"grey', ['Grey herons of the Łódź marshes']],
    ['dateSort:[x TO y]', []],
    ['title:heron^2', ['Grey herons of the Łódź marshes']],
  ])('for %s is %j', async (query, titles) => {
    const alias = 'words';
    if ((await world.sql`select from collection where alias = ${alias}`).length === 0) {
      const id = await world.createCollection(alias);
      await world.createDataset(id, 'Grey herons of the Łódź marshes');
      await world.createDataset(id, 'Storks');
    }
    const { hits } = await search(reader(world.superuser), { ...everything, query, within: [{ alias }] });
    expect(hits.map((hit) => (hit.kind === 'COLLECTION' ? '' : hit.version.title)).toSorted()).toEqual(titles);
  });

  test.each(['(a', 'a)', '"a', 'nosuch:a', 'AND a', 'a OR', 'dateSort:[x TO y]', 'fileSizeInBytes:big', '['.repeat(3), '('.repeat(50)])(
    'is refused for the filter %s',
    async (filter) => {
      expect(await outcome(search(reader(guest), { ...everything, filters: [filter] }))).toBe('BAD_USER_INPUT');
    },
  );

  test('is refused or bounded for too much', async () => {
    for (const query of ['a '.repeat(3_000), 'a '.repeat(300), '('.repeat(100), 'x'.repeat(10_000)]) {
      expect(await outcome(search(reader(guest), { ...everything, query }))).toBe('BAD_USER_INPUT');
    }
    expect(await found(guest, { offset: 5_000 })).toEqual([]);
  });
});
