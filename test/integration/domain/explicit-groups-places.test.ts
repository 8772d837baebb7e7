import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshEffectiveNodes } from '../../../src/db/queries/gate/effective-nodes.ts';
import { listNodeGrants } from '../../../src/db/queries/gate/nodes.ts';
import { permissionBit } from '../../../src/permission-set.ts';
import { createExplicitGroup } from '../../../src/domain/access/groups/explicit-group-commands.ts';
import { assignRole } from '../../../src/domain/access/roles/role-commands.ts';
import { type DomainWorld, startDomainWorld } from './domain-world.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** Where assignments to explicit groups take effect, against the rule itself, in trees that change. */
let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

const MEMBER = permissionBit('ViewUnpublishedCollection');

interface Place {
  readonly id: number;
  readonly owner: number;
  readonly isRoot: boolean;
}

/** Collections from one up to the root of the test's tree, itself first. */
function upward(places: ReadonlyMap<number, Place>, id: number): Place[] {
  const place = places.get(id);
  return place === undefined ? [] : [place, ...upward(places, place.owner)];
}

/** The same as far as assignments count. */
function permissionPath(places: ReadonlyMap<number, Place>, id: number): number[] {
  const path = upward(places, id);
  const end = path.findIndex(({ isRoot }) => isRoot);
  return path.slice(0, end === -1 ? path.length : end + 1).map((place) => place.id);
}

/** Writes the places of a whole tree, as moving its collections would. */
async function store(places: ReadonlyMap<number, Place>): Promise<void> {
  for (const { id, owner } of places.values()) {
    const path = [
      world.rootId,
      ...upward(places, id)
        .map((place) => place.id)
        .toReversed(),
    ];
    const counts = permissionPath(places, id);
    await world.sql`update node set owner_id = ${owner}, path = ${path}::int[], permission_path = ${counts}::int[] where id = ${id}`;
  }
}

function randomTree(random: SeededRandom, ids: readonly number[]): Map<number, Place> {
  const places = new Map<number, Place>();
  for (const [position, id] of ids.entries()) {
    const owner = position === 0 ? world.rootId : random.pick(ids.slice(0, position));
    places.set(id, { id, owner, isRoot: position === 0 || random.chance(0.4) });
  }
  return places;
}

/** Hangs a collection with all below it somewhere else. */
function moved(random: SeededRandom, places: ReadonlyMap<number, Place>, id: number): Map<number, Place> {
  const targets = [...places.keys()].filter((target) => !upward(places, target).some((place) => place.id === id));
  const place = places.get(id);
  if (place === undefined || targets.length === 0) return new Map(places);
  return new Map([...places, [id, { ...place, owner: random.pick(targets) }]]);
}

test.each([1, 2, 3, 4])('a group counts exactly inside the tree of its owner, also after moves (tree %i)', async (seed) => {
  const random = seededRandom(seed);
  const ids: number[] = [];
  for (let index = 0; index < 12; index += 1) ids.push(await world.createCollection(`tree-${seed}-${index}`));
  let places = randomTree(random, ids);
  await store(places);

  const given: { readonly owner: number; readonly point: number; readonly identifier: string }[] = [];
  for (let index = 0; index < 15; index += 1) {
    const [owner, point] = [random.pick(ids), random.pick(ids)];
    const identifier = `&explicit/${owner}-group-${index}`;
    await createExplicitGroup(world.as(world.superuser), {
      collection: { id: owner },
      aliasInOwner: `group-${index}`,
      displayName: 'Group',
    });
    await assignRole(world.as(world.superuser), { collection: { id: point }, assignee: identifier, roleAlias: 'member' });
    given.push({ owner, point, identifier });
  }

  let effects = 0;
  for (let round = 0; round < 6; round += 1) {
    for (const { owner, point, identifier } of given) {
      const expected = ids.filter(
        (id) => permissionPath(places, id).includes(point) && upward(places, id).some((place) => place.id === owner),
      );
      const grants = await listNodeGrants(world.db, ids, [identifier]);
      const open = grants.filter(({ granted }) => (granted & MEMBER) !== 0).map(({ id }) => id);
      expect({ round, identifier, open: open.toSorted((a, b) => a - b) }).toEqual({
        round,
        identifier,
        open: expected.toSorted((a, b) => a - b),
      });
      effects += expected.length;
    }
    const id = random.pick(ids.slice(1));
    places = moved(random, places, id);
    await store(places);
    await refreshEffectiveNodes(world.db, id);
  }
  // The rule was seen at work, both ways.
  expect(effects).toBeGreaterThan(20);
});
