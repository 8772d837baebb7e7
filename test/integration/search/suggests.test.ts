// What is like a dataset, and what names begin so, as far as the caller may see it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollection, createDataset, createUser, guest, publishDataset, type Caller, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { retitled } from '../../contract/cases/contract-world.ts';

const SIMILAR = 'query ($id: Int!, $first: Int) { dataset(reference: { databaseId: $id }) { similar(first: $first) { databaseId } } }';
const NAMES = 'query ($beginning: String!, $first: Int) { searchNames(beginning: $beginning, first: $first) }';

let server: TestServer;
let admin: Caller;
const ids = { heron: 0, stork: 0, tides: 0, hidden: 0 };
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const collection = await createCollection(admin, { name: 'Waders of Flevoland' });
  const titled = async (title: string, published = true): Promise<number> => {
    const dataset = await createDataset(admin, collection);
    await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, title));
    if (published) await publishDataset(admin, dataset);
    return dataset.id;
  };
  ids.heron = await titled('Breeding herons in Flevoland polders');
  ids.stork = await titled('Breeding storks in Flevoland polders');
  ids.tides = await titled('Tidal gauges');
  ids.hidden = await titled('Breeding spoonbills in Flevoland polders', false);
});
afterAll(() => server.stop());

describe('datasets like another', () => {
  const similar = async (caller: Caller, id: number, first?: number): Promise<number[]> =>
    (await caller.graphql.send(SIMILAR, { id, first }))
      .list('data.dataset.similar')
      .map((one) => (one as { databaseId: number }).databaseId);

  test('come by the words that they share, and are published', async () => {
    const found = await similar(guest(server), ids.heron);
    expect(found[0]).toBe(ids.stork);
    expect(found).not.toContain(ids.hidden);
    expect(found).not.toContain(ids.heron);
    expect(await similar(admin, ids.hidden, 2)).toHaveLength(2);
  });

  test('are found by pairs of characters where a script puts no spaces between words', async () => {
    const collection = await createCollection(admin);
    const titled = async (title: string): Promise<number> => {
      const dataset = await createDataset(admin, collection);
      await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, title));
      await publishDataset(admin, dataset);
      return dataset.id;
    };
    const [records, other, waves] = [await titled('東京の地震記録'), await titled('北京空气质量'), await titled('大阪の地震観測')];
    const found = await similar(guest(server), records);
    expect(found[0]).toBe(waves);
    expect(found.indexOf(waves)).toBeLessThan(found.includes(other) ? found.indexOf(other) : found.length);
  });

  test('go with their publication', async () => {
    const dataset = await createDataset(admin, await createCollection(admin));
    await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, 'Breeding herons in Flevoland'));
    expect(await similar(guest(server), ids.heron)).not.toContain(dataset.id);
    await publishDataset(admin, dataset);
    expect((await similar(guest(server), ids.heron)).slice(0, 2)).toContain(dataset.id);
    const path = `/api/datasets/${dataset.id}/versions/1.0/deaccession`;
    expect((await admin.rest.post(path, { deaccessionReason: 'Wrong birds' })).status).toBe(200);
    expect(await similar(guest(server), ids.heron)).not.toContain(dataset.id);
    expect(await similar(admin, ids.heron)).not.toContain(dataset.id);
  });

  test('are 20 at most', async () => {
    expect((await admin.graphql.send(SIMILAR, { id: ids.heron, first: 21 })).code).toBe('BAD_USER_INPUT');
    expect((await admin.graphql.send(SIMILAR, { id: ids.heron, first: 0 })).code).toBe('BAD_USER_INPUT');
  });
});

describe('names that begin so', () => {
  const names = async (caller: Caller, beginning: string): Promise<unknown> =>
    (await caller.graphql.send(NAMES, { beginning })).at('data.searchNames');

  test('are found by any of their words, without case and accents', async () => {
    expect(await names(guest(server), 'Flévo')).toEqual([
      'Waders of Flevoland',
      'Breeding herons in Flevoland polders',
      'Breeding storks in Flevoland polders',
    ]);
    expect(await names(guest(server), 'tidal ga')).toEqual(['Tidal gauges']);
    expect(await names(guest(server), 'evoland')).toEqual([]);
    expect(await names(guest(server), '%')).toEqual([]);
  });

  test('are those of what the caller may see', async () => {
    expect(await names(guest(server), 'spoon')).toEqual([]);
    expect(await names(await createUser(server, 'reader'), 'spoon')).toEqual([]);
    expect(await names(admin, 'spoon')).toEqual(['Breeding spoonbills in Flevoland polders']);
  });

  test('are found where many hidden ones come before them', async () => {
    const hidden = await createCollection(admin, { name: 'Plovers' });
    for (let number = 0; number < 3; number += 1) {
      const dataset = await createDataset(admin, hidden);
      await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, `Hidden plovers ${number}`));
    }
    const shown = await createDataset(admin, hidden);
    await admin.rest.put(`/api/datasets/${shown.id}/versions/:draft`, await retitled(admin, shown, 'Plovers of the wadden sea'));
    await publishDataset(admin, shown);
    expect(await names(guest(server), 'plover')).toEqual(['Plovers', 'Plovers of the wadden sea']);
    expect(await names(guest(server), 'hidden')).toEqual([]);
  });

  test('follow a name that changes, and one that is gone', async () => {
    const dataset = await createDataset(admin, await createCollection(admin, { name: 'Gulls' }));
    const rename = async (title: string) =>
      admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, title));
    await rename('Avocets, black and white');
    expect(await names(admin, 'avoc')).toEqual(['Avocets, black and white']);
    expect(await names(admin, 'black AND w')).toEqual(['Avocets, black and white']);
    await rename('Curlews');
    expect(await names(admin, 'avoc')).toEqual([]);
    expect(await names(admin, 'curl')).toEqual(['Curlews']);
    await admin.rest.delete(`/api/datasets/${dataset.id}`);
    expect(await names(admin, 'curl')).toEqual([]);
  });

  test('are 20 at most', async () => {
    expect((await admin.graphql.send(NAMES, { beginning: 'a', first: 21 })).code).toBe('BAD_USER_INPUT');
  });
});
