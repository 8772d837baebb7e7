import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollection } from '../../../src/domain/collections/create-collection.ts';
import { deleteCollection } from '../../../src/domain/collections/delete-collection.ts';
import { linkCollection } from '../../../src/domain/collections/link-collection.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { viewCollection } from '../../../src/domain/collections/view-collection.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';
import { seededRandom } from './seeded-random.ts';
import { treeFaults } from './tree-faults.ts';

/** Each race is run this often: which side comes first is for the scheduler to say. */
const ROUNDS = 6;

describe('moving collections', () => {
  let world: DomainWorld;
  let made = 0;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  const superuser = () => world.as(world.superuser);
  const collection = (owner = world.rootId) => {
    made += 1;
    return world.createCollection(`moves-${made}`, { owner });
  };
  const move = (id: number, target: number, force = false) =>
    moveCollection(superuser(), { collection: { id }, target: { id: target }, force });
  const ownerOf = async (id: number) =>
    (await world.sql<{ owner: number }[]>`select owner_id as owner from node where id = ${id}`)[0]?.owner;

  test('the places of everything in the collection follow', async () => {
    const [first, second] = [await collection(), await collection()];
    const inner = await collection(first);
    const dataset = await world.createDataset(await collection(inner));
    const file = await world.addFile(dataset, 'a.txt');
    await move(inner, second);
    const [row] = await world.sql<{ path: number[] }[]>`select path from node where id = ${file}`;
    expect(row?.path.slice(0, 3)).toEqual([world.rootId, second, inner]);
    expect(await treeFaults(world.sql)).toEqual([]);
  });

  test('assignments above count in a collection that is no permission root, where it is now', async () => {
    const [from, to] = [await collection(), await collection()];
    const inner = await collection(from);
    const innermost = await collection(inner);
    const dataset = await world.createDataset(innermost);
    const file = await world.addFile(dataset, 'a.txt');
    await world.sql`update collection set permission_root = false where id = any(${[inner, innermost]})`;
    await world.sql`update node n set permission_path = array[${inner}::int, ${from}::int] where id = ${inner}`;
    await world.sql`update node n set permission_path = array[${innermost}::int, ${inner}::int, ${from}::int] where id = ${innermost}`;
    for (const id of [dataset, file]) {
      await world.sql`update node n set permission_path = n.id || o.permission_path from node o where o.id = n.owner_id and n.id = ${id}`;
    }
    const [left, kept] = [await world.createUser('left-behind'), await world.createUser('found-again')];
    await world.assign(left.identifier, 'member', from);
    await world.assign(kept.identifier, 'member', to);
    expect(await treeFaults(world.sql)).toEqual([]);

    await move(inner, to);
    expect(await treeFaults(world.sql)).toEqual([]);
    const see = (actor: typeof left) => outcome(viewCollection(world.as(actor), { id: innermost }));
    expect([await see(left), await see(kept)]).toEqual(['PERMISSION_DENIED', 'OK']);
  });

  test('of two moves into each other one wins, and no cycle comes to be', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await collection(), await collection()];
      const deep = await collection(one);
      const results = await Promise.all([outcome(move(one, other)), outcome(move(other, deep))]);
      expect(results.toSorted()).toEqual(['COLLECTION_MOVE_REFUSED', 'OK']);
      expect(await treeFaults(world.sql)).toEqual([]);
    }
  });

  test('what is created while its collection is moved lands in its new place', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, to] = [await collection(), await collection()];
      const moved = await collection(from);
      const inner = await collection(moved);
      const dataset = await world.createDataset(inner);
      const child = (alias: string) =>
        createCollection(superuser(), { owner: { id: inner }, alias, name: alias, contacts: [{ contactEmail: 'c@example.org' }] });
      const results = await Promise.all([
        outcome(child(`race-${round}-1`)),
        outcome(move(moved, to)),
        outcome(world.createDataset(inner)),
        outcome(world.addFile(dataset, 'meanwhile.txt')),
        outcome(child(`race-${round}-2`)),
      ]);
      expect(results).toEqual(results.map(() => 'OK'));
      expect(await treeFaults(world.sql)).toEqual([]);
    }
  });

  test('a target that is deleted meanwhile stays, or the move is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [moved, target] = [await collection(), await collection()];
      const results = await Promise.all([
        outcome(move(moved, target)),
        outcome(deleteCollection(superuser(), { collection: { id: target } })),
      ]);
      expect([
        ['OK', 'COLLECTION_NOT_EMPTY', target],
        ['COLLECTION_NOT_FOUND', 'OK', world.rootId],
      ]).toContainEqual([...results, await ownerOf(moved)]);
    }
  });

  test('a link and a move at once never leave a collection linked into what holds it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [linked, target] = [await collection(), await collection()];
      const link = linkCollection(superuser(), { linked: { id: linked }, linking: { id: target } });
      const results = await Promise.all([outcome(link), outcome(move(linked, target))]);
      expect([
        ['OK', 'COLLECTION_MOVE_UNDOES'],
        ['LINK_REFUSED', 'OK'],
      ]).toContainEqual(results);
    }
  });

  test('a block that is tied to a collection outside is named, and given up when forced', async () => {
    const [from, to] = [await collection(), await collection()];
    const moved = await collection(from);
    const [block] = await world.sql<{ id: number }[]>`
      insert into metadata_block (name, display_name, owner_collection_id) values ('tied', 'Tied', ${from}) returning id`;
    await world.sql`insert into collection_metadata_block (collection_id, metadata_block_id) values (${moved}, ${block?.id ?? 0})`;
    expect(await outcome(move(moved, to))).toBe('COLLECTION_MOVE_UNDOES');
    expect(await ownerOf(moved)).toBe(from);
    await move(moved, to, true);
    expect(await world.sql`select 1 from collection_metadata_block where collection_id = ${moved}`).toHaveLength(0);
  });

  test('many moves at random, several at once, leave a tree', async () => {
    const random = seededRandom(20_261_121);
    const ids = await Promise.all(Array.from({ length: 12 }, () => collection()));
    for (let round = 0; round < 15; round += 1) {
      const results = await Promise.all(
        Array.from({ length: 4 }, () => outcome(move(random.pick(ids), random.pick([world.rootId, ...ids])))),
      );
      for (const result of results) expect(['OK', 'COLLECTION_MOVE_REFUSED']).toContain(result);
    }
    expect(await treeFaults(world.sql)).toEqual([]);
    const depths = await world.sql<{ deepest: number }[]>`select max(cardinality(path)) as deepest from node where id = any(${ids})`;
    expect(depths[0]?.deepest).toBeGreaterThan(3);
  });
});
