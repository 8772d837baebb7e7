import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Administration, openAdministration } from '../support/administration.ts';
import { createCollection, createDataset, publishDataset, type SeededCollection, succeeded } from '../support/seed.ts';

let world: Administration;
let collection: SeededCollection;
beforeAll(async () => {
  world = await openAdministration();
  collection = await createCollection(world.caller);
});
afterAll(() => world.stop());

/** Identifiers that the list of the newest datasets leads to, from the newest. */
async function newest(who: 'guest' | 'admin'): Promise<string[]> {
  const { html } = await world[who].get(world.at('/'));
  const section = /<section id="newest"[^]*?<\/section>/.exec(html)?.[0] ?? '';
  return [...section.matchAll(/href="\/dataset\.xhtml\?persistentId=([^"]+)"/g)].map(([, persistentId]) =>
    decodeURIComponent(persistentId ?? ''),
  );
}

test('the home page lists ten datasets that were published last in any collection, before guests and before those who see drafts', async () => {
  const { caller } = world;
  expect(await newest('guest')).toEqual([]);
  const published: string[] = [];
  for (let count = 0; count < 11; count += 1) {
    const dataset = await createDataset(caller, collection);
    await publishDataset(caller, dataset);
    published.unshift(dataset.persistentId);
  }
  for (let count = 0; count < 11; count += 1) await createDataset(caller, collection);
  expect(await newest('guest')).toEqual(published.slice(0, 10));
  expect(await newest('admin')).toEqual(published.slice(0, 10));

  succeeded(
    await caller.rest.post(`/api/datasets/:persistentId/versions/1.0/deaccession?persistentId=${published[0] ?? ''}`, {
      deaccessionReason: 'The instrument was not calibrated.',
    }),
  );
  expect(await newest('guest')).toEqual(published.slice(1));
});
