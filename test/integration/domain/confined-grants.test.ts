import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCollectionsByIds } from '../../../src/db/queries/collections/collections.ts';
import { within } from '../../../src/db/queries/gate/granted.ts';
import { listNodeAccess } from '../../../src/db/queries/gate/node-access.ts';
import { listNodeGrants } from '../../../src/db/queries/gate/nodes.ts';
import { assignRole } from '../../../src/domain/access/roles/role-commands.ts';
import { type DomainWorld, startDomainWorld } from './domain-world.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

test('every way to ask what identities hold confines them to the tree of their collection', async () => {
  const inside = await world.createCollection('inside');
  const below = await world.createCollection('below', { owner: inside });
  const outside = await world.createCollection('outside');
  const ids = [inside, below, outside];
  const { identifier } = await world.createUser('Confined');
  for (const id of ids) await assignRole(world.as(world.superuser), { collection: { id }, assignee: identifier, roleAlias: 'admin' });
  const ways = [listNodeGrants, listNodeAccess, listCollectionsByIds];
  for (const list of ways) {
    const held = async (identities: readonly string[]): Promise<number[]> =>
      (await list(world.db, ids, identities)).flatMap(({ id, granted }) => (granted === 0 ? [] : [id])).toSorted((a, b) => a - b);
    expect(await held([identifier]), list.name).toEqual(ids);
    expect(await held([within(inside), identifier]), list.name).toEqual([inside, below]);
  }
});
