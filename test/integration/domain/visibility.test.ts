import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentPosition, countContentsOf, listContents } from '../../../src/db/queries/collections/contents.ts';
import { insertNode, type NodePlace } from '../../../src/db/queries/gate/nodes.ts';
import { listLatestVersions } from '../../../src/db/queries/versions/versions.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { viewCollection } from '../../../src/domain/collections/view-collection.ts';
import { findAnyDataset, viewDataset, viewDatasetWithLatest } from '../../../src/domain/datasets/view-dataset.ts';
import { viewVersion } from '../../../src/domain/versions/view-version.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from './domain-world.ts';
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

      const datasets = children.filter(({ kind }) => kind === 'DATASET').map(({ id }) => id);
      const latest = new Map((await listLatestVersions(world.db, datasets, actor, true)).map((version) => [version.datasetId, version]));
      for (const id of datasets) {
        const listed = latest.get(id) ?? null;
        const inOneRead = viewDatasetWithLatest(context, { dataset: { id }, asked: { files: 100, metadata: true } });
        expect(await outcome(inOneRead)).toBe(admitted.has(id) ? 'OK' : 'PERMISSION_DENIED');
        const single = admitted.has(id) ? await inOneRead : null;
        expect(listed, `latest version of ${id} for ${actor.identifier}`).toEqual(single?.latest ?? null);
        expect(single?.files ?? null).toEqual(listed === null ? null : []);
        const dataset = await findAnyDataset(context, { id });
        const byReference = viewVersion(context, { dataset, reference: ':latest', includeDeaccessioned: false });
        const refusal = admitted.has(id) ? 'DATASET_VERSION_NOT_FOUND' : 'PERMISSION_DENIED';
        expect(await outcome(byReference)).toBe(listed === null ? refusal : 'OK');
        expect(listed === null ? null : await byReference).toEqual(listed);
      }
    }
  });
});
