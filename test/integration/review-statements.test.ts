import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createCollection, createDataset, type SeededCollection, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

/** Review, curation and links of many datasets cost as many statements as those of few. */
let server: TestServer;
let admin: Caller;
let few: SeededCollection;
let many: SeededCollection;

async function collectionOf(datasets: number): Promise<SeededCollection> {
  const collection = await createCollection(admin);
  const linking = await createCollection(admin);
  for (let index = 0; index < datasets; index += 1) {
    const { id } = await createDataset(admin, collection);
    succeeded(await admin.rest.post(`/api/datasets/${id}/submitForReview`));
    succeeded(await admin.rest.put(`/api/datasets/${id}/link/${linking.alias}`));
    succeeded(await admin.rest.put(`/api/datasets/${id}/curationLabelSet?name=Set`));
    succeeded(await admin.rest.put(`/api/datasets/${id}/curationStatus?label=Checked`));
  }
  return collection;
}

async function costOf(work: () => Promise<unknown>): Promise<number> {
  await work();
  await untilQuiet(server, 500);
  return (await statementsDuring(server, work)).length;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const raw = '{"Set":["Checked"]}';
  succeeded(await admin.rest.send('/api/admin/settings/:AllowedCurationLabels', { method: 'PUT', raw }));
  few = await collectionOf(2);
  many = await collectionOf(12);
});
afterAll(() => server.stop());

test('fields of datasets in a list', async () => {
  const listed = (collection: SeededCollection) => () =>
    admin.graphql.expectData(`{ collection(reference: { databaseId: ${collection.id} }) { contents(first: 20) { nodes { ... on Dataset {
      landingPageUrl reviewHistory { nodes { action userName } } curationStatuses { nodes { label userName } } linkingCollections { nodes { alias } } } } } } }`);
  const cost = await costOf(listed(few));
  expect(cost).toBeLessThanOrEqual(10);
  expect(await costOf(listed(many))).toBe(cost);
});

test('the list of curation states of all datasets costs what that of one does', async () => {
  const all = await costOf(() => admin.rest.get('/api/datasets/listCurationStates'));
  const contents = await admin.rest.get(`/api/collections/${few.alias}/contents`);
  const one = await costOf(() => admin.rest.get(`/api/datasets/${contents.number('data.0.id')}/listCurationStates`));
  // The one has to be found.
  expect(all).toBeLessThanOrEqual(one);
  expect(all).toBeLessThanOrEqual(7);
});
