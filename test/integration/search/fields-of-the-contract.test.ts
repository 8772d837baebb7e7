// Fields that the contract names, each against a scan of the tables, for several actors. Source: collections.md 11.1.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import { linkDataset } from '../../../src/domain/datasets/link-dataset.ts';
import { FacetPlan } from '../../../src/domain/search/search-facets.ts';
import { search, type SearchAsked } from '../../../src/domain/search/search.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { permissionBit } from '../../../src/permission-set.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import { NODE_KINDS } from '../../../src/vocabulary/collections.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from '../domain/domain-world.ts';
import { seededRandom } from '../domain/seeded-random.ts';

const everything: SearchAsked = {
  query: '*',
  filters: [],
  kinds: NODE_KINDS,
  within: [],
  circle: undefined,
  sort: null,
  descending: null,
  offset: 0,
  limit: 1000,
  service: null,
  withFacets: true,
  withHighlights: false,
  withAlternatives: false,
};

describe('a search by fields', () => {
  let world: DomainWorld;
  let actors: Actor[];
  beforeAll(async () => {
    world = await startDomainWorld();
    actors = [guest, await world.createUser('anna'), await world.createUser('ben'), world.superuser];
  });
  afterAll(async () => world.stop());

  const ask = (actor: Actor, asked: Partial<SearchAsked>) =>
    search(createRequestContext(world.server.application, { actor, requestId: 'fields' }), { ...everything, ...asked });
  const found = async (actor: Actor, filter: string, more: Partial<SearchAsked> = {}) =>
    (await ask(actor, { filters: [filter], ...more })).hits.map(({ document }) => document.documentId).toSorted();

  const holds = ({ identities, superuser }: Actor, bit: number) => world.sql`(${superuser} or exists (
    select from role_assignment a join role r on r.id = a.role_id
    where a.assignee = any(${[...identities]}) and a.effective_node_id = any(n.permission_path) and r.permissions & ${bit} <> 0))`;

  /** Drafts with a curation status that the actor may know. */
  const curated = async (actor: Actor, label: string): Promise<string[]> =>
    (
      await world.sql<{ id: string }[]>`
      select 'dataset_' || v.dataset_id || '_draft' as id from dataset_version v join node n on n.id = v.dataset_id
      where v.state = 'DRAFT' and ${holds(actor, permissionBit('PublishDataset'))} and ${holds(actor, permissionBit('ViewUnpublishedDataset'))}
        and (select c.label from curation_status c where c.dataset_version_id = v.id order by c.id desc limit 1) = ${label}`
    )
      .map(({ id }) => id)
      .toSorted();

  /** Released files of released versions with a licence, which everybody may see. */
  const licensed = async (name: string): Promise<string[]> =>
    (
      await world.sql<{ id: string }[]>`
      select 'datafile_' || m.data_file_id as id from dataset_version v join file_metadata m on m.dataset_id = v.dataset_id join license l on l.id = v.license_id
      where v.ordinal = (select max(r.ordinal) from dataset_version r where r.dataset_id = v.dataset_id and r.state = 'RELEASED') and l.name = ${name}
        and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal)`
    )
      .map(({ id }) => id)
      .toSorted();

  /** Published collections that show so many datasets. */
  async function showing(count: number): Promise<string[]> {
    const rows = await world.sql<{ id: string }[]>`
      select 'collection_' || c.id as id from collection c join node n on n.id = c.id
      where n.owner_id is not null and n.published_at is not null and ${count} = (
        select count(distinct d.id) from node d where d.kind = 'DATASET' and d.published_at is not null
          and exists (select from dataset_version v where v.dataset_id = d.id and v.state = 'RELEASED')
          and (d.path @> array[c.id] or exists (select from node_link l join node at on at.id = l.linking_collection_id where l.linked_node_id = d.id and at.path @> array[c.id])))`;
    return rows.map(({ id }) => id).toSorted();
  }

  test.each([1, 2])(
    'finds what a scan finds, step by step, seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      const collections = [await world.createCollection(`fields-${seed}`)];
      const datasets = [await world.createDataset(collections[0] ?? 0, 'First')];
      const as = () => world.as(world.superuser);
      const steps: string[] = [];
      for (let number = 0; number < 20; number += 1) {
        const [collection, dataset] = [random.pick(collections), random.pick(datasets)];
        const actions: Readonly<Record<string, () => Promise<unknown>>> = {
          collection: async () => collections.push(await world.createCollection(`fields-${seed}-${number}`, { owner: collection })),
          publishCollection: () => publishCollection(as(), { collection: { id: collection } }),
          dataset: async () => datasets.push(await world.createDataset(collection, `Of ${number}`)),
          file: () => world.addFile(dataset, `${number}.txt`),
          publish: () => world.publish(dataset),
          deaccession: () => world.deaccession(dataset),
          link: () => linkDataset(as(), { dataset: { id: dataset }, collection: { id: collection } }),
          curate: () => world.sql`insert into curation_status (dataset_version_id, label)
          select id, ${random.pick(['Checked', 'Author contacted', null])} from dataset_version where dataset_id = ${dataset} and state = 'DRAFT'`,
          license:
            () => world.sql`update dataset_version set license_id = (select id from license order by name offset ${random.pick([0, 1])} limit 1)
          where dataset_id = ${dataset} and license_id is not null`,
          assign: () =>
            world.assign(
              random.pick(['@anna', '@ben']),
              random.pick(['admin', 'curator', 'member']),
              random.chance(0.5) ? dataset : collection,
            ),
        };
        const name = random.pick([...Object.keys(actions), 'dataset', 'file', 'publish', 'publish', 'curate', 'curate', 'assign']);
        const act = actions[name];
        steps.push(`${name} ${act === undefined ? '' : await outcome(act())}`);
        const licences = (await world.sql<{ name: string }[]>`select name from license order by name limit 2`).map((row) => row.name);
        for (const actor of actors) {
          const told = `${actor.identifier}: ${steps.join(', ')}`;
          for (const label of ['Checked', 'Author contacted']) {
            expect(await found(actor, `curationStatus:"${label}"`), told).toEqual(await curated(actor, label));
          }
          expect(await found(actor, 'curationStatus:*'), told).toEqual(
            [...(await curated(actor, 'Checked')), ...(await curated(actor, 'Author contacted'))].toSorted(),
          );
        }
        for (const licence of licences) {
          const files = await found(guest, `license:"${licence}"`, { kinds: ['DATAFILE'] });
          expect(files, steps.join(', ')).toEqual(await licensed(licence));
        }
        for (const count of [0, 1, 2]) expect(await found(guest, `datasetCount:${count}`), steps.join(', ')).toEqual(await showing(count));
      }
      for (const actor of actors) {
        const { facets } = await ask(actor, {});
        const counts = facets.find(({ name }) => name === 'curationStatus')?.values.map(({ label, count }) => `${label} ${count}`) ?? [];
        const expected = await Promise.all(
          ['Checked', 'Author contacted'].map(async (label) => `${label} ${(await curated(actor, label)).length}`),
        );
        expect(counts.toSorted()).toEqual(expected.filter((text) => !text.endsWith(' 0')).toSorted());
      }
    },
    120_000,
  );

  test('finds collections by subjects and affiliations as datasets are found', async () => {
    const id = await world.createCollection('subjects', { published: true });
    await world.sql`insert into collection_subject (collection_id, subject) values (${id}, 'Law')`;
    await world.sql`update collection set affiliation = 'Heron Institute' where id = ${id}`;
    expect(await found(guest, 'subject_ss:Law')).toEqual([`collection_${id}`]);
    expect(await found(guest, 'dvSubject:Law')).toEqual([`collection_${id}`]);
    expect(await found(guest, 'affiliation_ss:"Heron Institute"')).toEqual([`collection_${id}`]);
    expect(await found(guest, 'nameSort:subj*', { sort: 'nameSort' })).toEqual(expect.any(Array));
  });

  test('finds what lies near, on both sides of longitude 180 and around a pole', async () => {
    const dataset = await world.createDataset(await world.createCollection('islands', { published: true }), 'Far islands');
    const box = { westLongitude: '177', eastLongitude: '-178', southLatitude: '-20', northLatitude: '-12' };
    const value = Object.fromEntries(
      Object.entries(box).map(([typeName, text]) => [typeName, { typeName, multiple: false, typeClass: 'primitive', value: text }]),
    );
    const fields = [{ typeName: 'geographicBoundingBox', multiple: true, typeClass: 'compound', value: [value] }];
    await world.sql`update dataset_version set metadata = (metadata::jsonb || ${world.sql.json({ geospatial: fields })}::jsonb)::json where dataset_id = ${dataset}`;
    const id = `dataset_${dataset}_draft`;
    const near = async (latitude: number, longitude: number, radiusKilometres: number) =>
      (await ask(world.superuser, { circle: { latitude, longitude, radiusKilometres } })).hits.map(({ document }) => document.documentId);
    for (const longitude of [-179.5, 179.5, 178, -177]) expect(await near(-15, longitude, 150), String(longitude)).toEqual([id]);
    expect(await near(-15, 170, 150)).toEqual([]);
    expect(await near(-15, -170, 150)).toEqual([]);
    expect(await near(-89, 0, 9_000)).toEqual([id]);
    expect(await near(89, 0, 500)).toEqual([]);
    for (const name of ['geolocation', 'boundingBox']) {
      expect(await found(world.superuser, `${name}:*`)).toEqual([id]);
      expect(await found(world.superuser, `${name}:[-16,178 TO -15,-179]`)).toEqual([id]);
      expect(await found(world.superuser, `${name}:[-16,0 TO -15,90]`)).toEqual([]);
    }
  });

  test('has no facet of access on an installation of public files alone', () => {
    const catalog = world.server.application.services.blocks.current();
    const names = (publicOnly: boolean) => new FacetPlan(catalog, { fields: [], blocks: [], publicOnly }).names;
    expect(names(true)).not.toContain('fileAccess');
    expect(names(false)).toContain('fileAccess');
  });

  test('finds datasets by the new name of a licence once a job described them', async () => {
    const pending = () => world.sql`select from outbox_event where kind = 'DatasetDescriptionsOutdated' and state = 'PENDING'`;
    const before = (await pending()).length;
    await world.sql`update license set name = name || ' (renamed)' where name = (select min(name) from license)`;
    expect((await pending()).length).toBe(before + 1);
  });
});
