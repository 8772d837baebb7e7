import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteCollection } from '../../../src/domain/collections/delete-collection.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { linkDataset } from '../../../src/domain/datasets/link-dataset.ts';
import { moveDataset } from '../../../src/domain/datasets/move-dataset.ts';
import { createExplicitGroup } from '../../../src/domain/access/groups/explicit-group-commands.ts';
import { assignDatasetRole } from '../../../src/domain/access/roles/dataset-assignments.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';
import { treeFaults } from './tree-faults.ts';

/** Each race is run this often: which side comes first is for the scheduler to say. */
const ROUNDS = 6;

describe('moving datasets', () => {
  let world: DomainWorld;
  let made = 0;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  const superuser = () => world.as(world.superuser);
  const collection = (owner = world.rootId) => {
    made += 1;
    return world.createCollection(`shelf-${made}`, { owner });
  };
  const move = (id: number, target: number, force = false) => moveDataset(superuser(), { dataset: { id }, target: { id: target }, force });

  test('places and permission paths of the dataset and its files follow', async () => {
    const [from, to] = [await collection(), await collection(await collection())];
    const dataset = await world.createDataset(from);
    const file = await world.addFile(dataset, 'a.txt');
    await move(dataset, to);
    const [row] = await world.sql<{ path: number[]; permissionPath: number[] }[]>`
      select path, permission_path as "permissionPath" from node where id = ${file}`;
    expect(row?.path.slice(-3)).toEqual([to, dataset, file]);
    expect(row?.permissionPath).toEqual([file, dataset, to]);
    expect(await treeFaults(world.sql)).toEqual([]);
  });

  test('roles of a group that belongs to the place it leaves count no longer, and do again when it is back', async () => {
    const [from, to] = [await collection(), await collection()];
    const dataset = await world.createDataset(from);
    await createExplicitGroup(superuser(), { collection: { id: from }, aliasInOwner: 'team', displayName: 'Team' });
    await assignDatasetRole(superuser(), { dataset: { id: dataset }, assignee: `&explicit/${from}-team`, roleAlias: 'member' });
    const effective = async () => {
      const [row] = await world.sql<{ node: number | null }[]>`
        select effective_node_id as node from role_assignment where definition_point_id = ${dataset} and explicit_group_id is not null`;
      return row?.node;
    };
    expect(await effective()).toBe(dataset);
    await move(dataset, to);
    expect(await effective()).toBeNull();
    await move(dataset, from);
    expect(await effective()).toBe(dataset);
  });

  test('a dataset and the collection it goes to, or the one it leaves, are moved at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, to, elsewhere] = [await collection(), await collection(), await collection()];
      const dataset = await world.createDataset(from);
      const moveWhole = (id: number) => moveCollection(superuser(), { collection: { id }, target: { id: elsewhere }, force: false });
      const results = await Promise.all([
        outcome(moveWhole(to)),
        outcome(move(dataset, to)),
        outcome(moveWhole(from)),
        outcome(world.addFile(dataset, 'meanwhile.txt')),
      ]);
      expect(results).toEqual(results.map(() => 'OK'));
      expect(await treeFaults(world.sql)).toEqual([]);
    }
  });

  test('a target that is deleted meanwhile stays, or the move is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, to] = [await collection(), await collection()];
      const dataset = await world.createDataset(from);
      const results = await Promise.all([outcome(move(dataset, to)), outcome(deleteCollection(superuser(), { collection: { id: to } }))]);
      expect([
        ['OK', 'COLLECTION_NOT_EMPTY'],
        ['COLLECTION_NOT_FOUND', 'OK'],
      ]).toContainEqual(results);
    }
  });

  test('a link and a move at once never leave a dataset linked into what holds it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, to] = [await collection(), await collection()];
      const dataset = await world.createDataset(from);
      const link = linkDataset(superuser(), { dataset: { id: dataset }, collection: { id: to } });
      const results = await Promise.all([outcome(link), outcome(move(dataset, to))]);
      expect([
        ['OK', 'DATASET_MOVE_UNDOES'],
        ['LINK_REFUSED', 'OK'],
      ]).toContainEqual(results);
    }
  });
});
