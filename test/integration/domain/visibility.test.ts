import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentPosition, countContentsOf, listContents } from '../../../src/db/queries/collections/contents.ts';
import { countDescendants, listDescendants } from '../../../src/db/queries/collections/collection-tree.ts';
import { insertFeedEvent, numberFeedEvents, readFeed } from '../../../src/db/queries/events/feed.ts';
import { noteOaiChange } from '../../../src/db/queries/harvesting/oai-records.ts';
import { listAdditions } from '../../../src/db/queries/metrics/installation-metrics.ts';
import { findDocuments } from '../../../src/db/queries/search/find-documents.ts';
import { insertNode, type NodePlace } from '../../../src/db/queries/gate/nodes.ts';
import { listLatestVersions } from '../../../src/db/queries/versions/versions.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { viewCollection } from '../../../src/domain/collections/view-collection.ts';
import { findAnyDataset, viewDataset, viewDatasetWithLatest } from '../../../src/domain/datasets/view-dataset.ts';
import { viewVersion } from '../../../src/domain/versions/view-version.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from './domain-world.ts';
import { withLoaders } from './with-loaders.ts';
import { ROLE_TABLE } from './role-table.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

interface Child {
  readonly kind: 'COLLECTION' | 'DATASET';
  readonly ownerId: number;
  readonly id: number;
}

/** What may have happened to a dataset: the states of its versions, oldest first. */
const HISTORIES = [
  ['DRAFT'],
  ['RELEASED'],
  ['RELEASED', 'DRAFT'],
  ['DEACCESSIONED'],
  ['DEACCESSIONED', 'DRAFT'],
  ['RELEASED', 'DEACCESSIONED'],
  ['DEACCESSIONED', 'RELEASED', 'DRAFT'],
] as const;

/** Permissions of every kind. */
const EVERYTHING = 0x7fffffff;

/** Whether a child is a node or lies below it. */
function isBelow(children: readonly Child[], id: number, above: number): boolean {
  if (id === above) return true;
  const owner = children.find((child) => child.id === id)?.ownerId;
  return owner !== undefined && isBelow(children, owner, above);
}

describe('the list face and the single face of visibility', () => {
  let world: DomainWorld;
  let actors: Actor[];
  beforeAll(async () => {
    world = await startDomainWorld();
    actors = [guest, await world.createUser('anna'), await world.createUser('Ben'), world.superuser];
  });
  afterAll(async () => world.stop());

  async function growTree(random: SeededRandom, seed: number): Promise<{ collections: number[]; children: Child[] }> {
    const { sql, db } = world;
    const [root] = await sql<NodePlace[]>`select id, path, permission_path as "permissionPath" from node where id = ${world.rootId}`;
    if (root === undefined) throw new Error('No root.');
    const places: NodePlace[] = [];
    const children: Child[] = [];
    for (let number = 0; number < 16; number += 1) {
      const owner = places.length === 0 ? root : random.pick(places);
      const isCollection = places.length === 0 || random.chance(0.4);
      const publishedAt = random.chance(0.5) ? new Date() : null;
      if (isCollection) {
        const permissionRoot = random.chance(0.5);
        const place = await insertNode(db, { kind: 'COLLECTION', owner, creatorId: null, permissionRoot, publishedAt });
        await sql`insert into collection (id, alias, name, contact_emails, permission_root)
          values (${place.id}, ${`tree-${seed}-${number}`}, 'Tree', '{}', ${permissionRoot})`;
        places.push(place);
        children.push({ kind: 'COLLECTION', ownerId: owner.id, id: place.id });
        continue;
      }
      const history = random.pick(HISTORIES);
      const place = await insertNode(db, {
        kind: 'DATASET',
        owner,
        creatorId: null,
        permissionRoot: false,
        publishedAt: history[0] === 'DRAFT' ? null : new Date(),
      });
      await sql`insert into dataset (id, protocol, authority, separator, identifier, storage_driver)
        values (${place.id}, 'doi', '10.5072', '/', ${`FK2/T${place.id}`}, 'local')`;
      for (const [position, state] of history.entries()) {
        const major = state === 'DRAFT' ? null : position + 1;
        await sql`insert into dataset_version (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, file_access_request)
          values (${place.id}, ${position + 1}, ${state}, ${major}, ${major === null ? null : 0}, 'Tree', '{}', true)`;
      }
      children.push({ kind: 'DATASET', ownerId: owner.id, id: place.id });
    }
    for (let number = random.below(10); number > 0; number -= 1) {
      const assignee = random.pick([':guest', ':AllUsers', ':authenticated-users', '@anna', '@Ben', '@Ben']);
      await world.assign(assignee, random.pick(Object.keys(ROLE_TABLE)), random.pick(children).id);
    }
    return { collections: places.map(({ id }) => id), children };
  }

  /** Writes an event about each child; the place in the feed before them. */
  async function tellOf(children: readonly Child[]): Promise<number> {
    const [row] = await world.sql<{ last: number }[]>`select coalesce(max(position), 0)::int as last from feed_event`;
    for (const { id } of children) await insertFeedEvent(world.db, id, { kind: 'DATASET_UPDATED', needs: 0, payload: {} });
    await numberFeedEvents(world.db);
    return row?.last ?? 0;
  }

  /** The versions that a search may find, one by one. */
  async function admittedVersions(actor: Actor, datasets: readonly number[]): Promise<string[]> {
    const context = world.as(actor);
    const found: string[] = [];
    for (const id of datasets) {
      const dataset = await findAnyDataset(context, { id });
      for (const [reference, state] of [
        [':latest-published', 'RELEASED'],
        [':draft', 'DRAFT'],
      ] as const) {
        if ((await outcome(viewVersion(context, { dataset, reference, includeDeaccessioned: false }))) === 'OK') {
          found.push(`${id} ${state}`);
        }
      }
    }
    return found.toSorted();
  }

  /** Collections and versions of a tree as a search finds them; without withdrawn versions, which are shown where they are asked for. */
  async function foundBySearch(actor: Actor, children: readonly Child[]): Promise<{ collections: number[]; versions: string[] }> {
    const own = new Set(children.map(({ id }) => id));
    const { hits } = await findDocuments(world.db, actor, {
      condition: { kind: 'all' },
      filters: [],
      kinds: ['COLLECTION', 'DATASET'],
      trees: [],
      circle: undefined,
      sort: { by: 'name' },
      descending: false,
      offset: 0,
      limit: 10_000,
      facets: [],
    });
    const ours = hits.filter(({ nodeId }) => own.has(nodeId));
    return {
      collections: ours.filter(({ kind }) => kind === 'COLLECTION').map(({ nodeId }) => nodeId),
      versions: ours.flatMap(({ kind, nodeId, state }) => (kind === 'DATASET' && state !== 'DEACCESSIONED' ? [`${nodeId} ${state}`] : [])),
    };
  }

  async function readInPages(collectionId: number, actor: Actor, limit: number): Promise<number[]> {
    const ids: number[] = [];
    let after: ContentPosition | undefined;
    for (;;) {
      const rows = await listContents(world.db, collectionId, actor, { after, limit });
      ids.push(...rows.map(({ row }) => row.id));
      const last = rows.at(-1);
      if (last === undefined || rows.length < limit) return ids;
      after = { kind: last.kind, id: last.row.id };
    }
  }

  test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))('agree on a random tree, seed %i', async (seed) => {
    const random = seededRandom(seed);
    const { collections, children } = await growTree(random, seed);
    const told = await tellOf(children);
    for (const actor of actors) {
      const context = world.as(actor);
      const admitted = new Set<number>();
      for (const { kind, id } of children) {
        const seen = await outcome(kind === 'COLLECTION' ? viewCollection(context, { id }) : viewDataset(context, { id }));
        expect(['OK', 'PERMISSION_DENIED']).toContain(seen);
        if (seen === 'OK') admitted.add(id);
      }
      for (const collectionId of collections) {
        const expected = children
          .filter(({ ownerId, id }) => ownerId === collectionId && admitted.has(id))
          .sort((a, b) => a.kind.localeCompare(b.kind, 'en') || a.id - b.id)
          .map(({ id }) => id);
        const listed = await listContents(world.db, collectionId, actor, { limit: 1000 });
        expect(
          listed.map(({ row }) => row.id),
          `${actor.identifier} in ${collectionId}`,
        ).toEqual(expected);
        expect((await countContentsOf(world.db, [collectionId], actor)).get(collectionId) ?? 0).toBe(expected.length);
        expect(await readInPages(collectionId, actor, 2)).toEqual(expected);
      }

      const seenCollections = children.flatMap(({ kind, id }) => (kind === 'COLLECTION' && admitted.has(id) ? [id] : []));
      for (const collectionId of collections) {
        const question = { collectionId, deepest: 100, onlooker: actor };
        const listed = await listDescendants(world.db, question, { after: [], limit: 1000 });
        const expected = seenCollections.filter((id) => id !== collectionId && isBelow(children, id, collectionId));
        expect(listed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
        expect(await countDescendants(world.db, question)).toBe(expected.length);
      }
      const datasets = children.filter(({ kind }) => kind === 'DATASET').map(({ id }) => id);
      const searched = await foundBySearch(actor, children);
      expect(searched.collections.toSorted((a, b) => a - b)).toEqual(seenCollections.toSorted((a, b) => a - b));
      expect(searched.versions.toSorted(), `versions for ${actor.identifier}`).toEqual(await admittedVersions(actor, datasets));
      const heard = await readFeed(world.db, {
        reader: { superuser: actor.superuser, identities: actor.identities, ceiling: EVERYTHING },
        after: told,
        limit: 1000,
        kinds: [],
        below: null,
      });
      expect(heard.events.map(({ subjectId }) => subjectId).toSorted((a, b) => a - b)).toEqual([...admitted].toSorted((a, b) => a - b));
      const latest = new Map((await listLatestVersions(world.db, datasets, actor, true)).map((version) => [version.datasetId, version]));
      for (const id of datasets) {
        const listed = latest.get(id) ?? null;
        const view = (granted: boolean) =>
          viewDatasetWithLatest(withLoaders(context), { dataset: { id }, asked: { files: 100, metadata: true, granted } });
        const inOneRead = view(false);
        expect(await outcome(inOneRead)).toBe(admitted.has(id) ? 'OK' : 'PERMISSION_DENIED');
        expect(await outcome(view(true))).toBe(admitted.has(id) ? 'OK' : 'PERMISSION_DENIED');
        const single = admitted.has(id) ? await inOneRead : null;
        expect(listed, `latest version of ${id} for ${actor.identifier}`).toEqual(single?.latest ?? null);
        expect(single === null ? null : (await view(true)).latest).toEqual(single?.latest ?? null);
        expect(single?.files ?? null).toEqual(listed === null ? null : []);
        const dataset = await findAnyDataset(context, { id });
        const byReference = viewVersion(context, { dataset, reference: ':latest', includeDeaccessioned: false });
        const refusal = admitted.has(id) ? 'DATASET_VERSION_NOT_FOUND' : 'PERMISSION_DENIED';
        expect(await outcome(byReference)).toBe(listed === null ? refusal : 'OK');
        expect(listed === null ? null : await byReference).toEqual(listed);
      }
    }
  });

  test('metrics and records for harvesters are what a stranger may see, one by one', async () => {
    const { collections, children } = await growTree(seededRandom(1000), 1000);
    const stranger: Actor = { ...guest, identities: [] };
    const datasets = children.filter(({ kind }) => kind === 'DATASET').map(({ id }) => id);
    const released = (await admittedVersions(stranger, datasets)).map((text) => Number(text.split(' ')[0]));
    expect(released.length).toBeGreaterThan(0);
    const sumOf = async (kind: 'DATASETS' | 'COLLECTIONS', collectionId: number): Promise<number> =>
      (await listAdditions(world.db, kind, { collectionId, isRoot: false })).reduce((sum, [, count]) => sum + count, 0);
    for (const collectionId of collections) {
      expect(await sumOf('DATASETS', collectionId)).toBe(released.filter((id) => isBelow(children, id, collectionId)).length);
      const shown: number[] = [];
      for (const id of collections) {
        if (isBelow(children, id, collectionId) && (await outcome(viewCollection(world.as(stranger), { id }))) === 'OK') shown.push(id);
      }
      expect(await sumOf('COLLECTIONS', collectionId)).toBe(shown.length);
    }
    for (const id of datasets) await noteOaiChange(world.db, id);
    const records = await world.sql<{ id: number }[]>`
      select dataset_id as id from oai_record where dataset_id = any(${datasets}) and not deleted order by 1`;
    expect(records.map(({ id }) => id)).toEqual(released.toSorted((a, b) => a - b));
  });
});
