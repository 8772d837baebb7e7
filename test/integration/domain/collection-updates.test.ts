import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateCollection, type UpdateCollectionInput } from '../../../src/domain/collections/update-collection.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

const update = (id: number, changes: Omit<UpdateCollectionInput, 'collection'>) =>
  outcome(updateCollection(world.as(world.superuser), { ...changes, collection: { id } }));

test('of two collections that take one alias at once, one gets it and the other keeps its own', async () => {
  for (let round = 0; round < 6; round += 1) {
    const ids = [await world.createCollection(`one-${round}`), await world.createCollection(`two-${round}`)];
    const results = await Promise.all(ids.map((id) => update(id, { alias: `Both-${round}`, name: 'Changed' })));
    expect(results.toSorted()).toEqual(['COLLECTION_ALIAS_TAKEN', 'OK']);
    const rows = await world.sql<{ alias: string; name: string }[]>`select alias, name from collection where id = any(${ids})`;
    expect(rows.filter(({ alias }) => alias === `Both-${round}`)).toEqual([{ alias: `Both-${round}`, name: 'Changed' }]);
    expect(rows.filter(({ name }) => name === 'Changed')).toHaveLength(1);
  }
});

test('a refused update leaves blocks, facets, rules and the record of commands as they were', async () => {
  const id = await world.createCollection('refused', { published: true });
  const state = () => world.sql`
    select c.*, (select count(*)::int from collection_metadata_block b where b.collection_id = c.id) as blocks,
      (select count(*)::int from collection_facet f where f.collection_id = c.id) as facets,
      (select count(*)::int from collection_input_level l where l.collection_id = c.id) as levels,
      (select count(*)::int from audit_record) as commands
    from collection c where c.id = ${id}`;
  await update(id, { metadataBlockNames: ['citation'], facetFieldNames: ['authorName'] });
  const before = await state();
  const blocks = { metadataBlockNames: [], facetFieldNames: [], inputLevels: [{ fieldName: 'subtitle', required: true, include: true }] };
  expect(await update(id, { ...blocks, alias: 'ROOT' })).toBe('COLLECTION_ALIAS_TAKEN');
  expect(await update(id, { ...blocks, filePidsEnabled: true })).toBe('FILE_PIDS_NOT_CONFIGURABLE');
  expect(await update(id, { ...blocks, facetFieldNames: ['nosuch'] })).toBe('BAD_USER_INPUT');
  expect(await state()).toEqual(before);
});

test('the name of the root is the name of the installation, in every process', async () => {
  const { installation } = world.server.application.services;
  expect(await update(world.rootId, { name: 'The House of Tides' })).toBe('OK');
  for (let waited = 0; installation.name() !== 'The House of Tides' && waited < 100; waited += 1) await pause(20);
  expect(installation.name()).toBe('The House of Tides');
});
