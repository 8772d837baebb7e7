import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { scriptUser } from '../../support/cli.ts';
import {
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

let server: TestServer;
let collection: SeededCollection;
let dataset: SeededDataset;
beforeAll(async () => {
  server = await startTestServer();
  collection = await createCollection(superuser(server));
  dataset = await createDataset(superuser(server), collection);
  await publishDataset(superuser(server), dataset);
});
afterAll(() => server.stop());

test('an operation comes from an argument, a file or standard input, with variables as texts and as JSON', async () => {
  const guest = scriptUser(server.url);
  const document =
    'query Q($id: Int, $version: String!) { dataset(reference: { databaseId: $id }) { persistentId version(reference: $version) { state } } }';
  const variables = ['-j', `id=${dataset.id}`, '-v', 'version=:latest-published'];
  const expected = { data: { dataset: { persistentId: dataset.persistentId, version: { state: 'RELEASED' } } } };
  await writeFile(join(guest.home, 'q.graphql'), document);
  await writeFile(join(guest.home, 'v.json'), JSON.stringify({ id: dataset.id, version: '1.0' }));

  const ways = [
    await guest.run(['query', document, ...variables]),
    await guest.run(['query', '-f', 'q.graphql', '--variables', '@v.json', '--operation', 'Q']),
    await guest.run(['query', ...variables], { input: document }),
  ];
  const answered = { ...expected, extensions: { cost: expect.anything() } };
  for (const { code, stdout } of ways) expect([code, JSON.parse(stdout)]).toEqual([0, answered]);
});

test('what is refused is printed as the server gave it, and the exit code says of which kind it is', async () => {
  const guest = scriptUser(server.url);
  const missing = await guest.run(['query', '{ serverInfo { version } dataset(reference: { databaseId: 99999999 }) { id } }']);
  expect(missing.code).toBe(5);
  expect(missing.json().at('errors.0.extensions.code')).toBe('DATASET_NOT_FOUND');
  expect((await guest.run(['query', '{ nothingOfTheKind }'])).code).toBe(6);
  expect((await guest.run(['query', `{ dataset(reference: { databaseId: ${dataset.id} }) { publishPlan { possible } } }`])).code).toBe(4);
  expect((await guest.run(['query', '-v', 'name', '{ serverInfo { version } }'])).code).toBe(2);
  expect((await scriptUser(server.url, 'no-such-token').run(['query', '{ viewer { identifier } }'])).code).toBe(3);
});

test('a search shows what the caller may see, by kind and collection, to people and to programs', async () => {
  const guest = scriptUser(server.url);
  const lines = await guest.run(['search', 'library', '--type', 'dataset', '--in', collection.alias]);
  expect(lines).toMatchObject({ code: 0, stdout: expect.stringContaining(dataset.persistentId) });
  const found = (await guest.run(['search', '--in', collection.alias, '--json', '--limit', '1'])).json();
  expect([found.number('totalCount'), found.text('hits.0.persistentId')]).toEqual([1, dataset.persistentId]);
  expect((await guest.run(['search', '--type', 'planet'])).code).toBe(2);
});

test('hits are filtered, and come in an order', async () => {
  const user = scriptUser(server.url, SUPERUSER_TOKEN);
  await createCollection(superuser(server));
  const found = async (...words: string[]) => (await user.run(['search', ...words, '--json'])).json();
  const status = async (word: string) =>
    (await found('--in', collection.alias, '--type', 'dataset', '--filter', `publicationStatus:"${word}"`)).number('totalCount');
  expect([await status('Published'), await status('Draft')]).toEqual([1, 0]);
  const names = async (...words: string[]) =>
    z.array(z.object({ name: z.string() })).parse((await found('--type', 'collection', '--sort', 'name', ...words)).at('hits'));
  const ascending = await names();
  expect(ascending.length).toBeGreaterThan(1);
  expect((await names('--descending')).map(({ name }) => name)).toEqual(ascending.map(({ name }) => name).toReversed());
});

test('a dataset is created from native JSON, its publication is planned, and then takes place', async () => {
  const user = scriptUser(server.url, SUPERUSER_TOKEN);
  const created = await user.run(['create', join(process.cwd(), 'data/examples/minimal.json'), '--in', collection.alias, '--json']);
  const persistentId = created.json().text('persistentId');
  const plan = await user.run(['publish', persistentId, '--dry-run']);
  expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining('would become version 1.0') });
  expect((await scriptUser(server.url).run(['publish', persistentId])).code).toBe(3);
  const published = (await user.run(['publish', persistentId, '--json'])).json();
  expect([published.text('outcome'), published.text('latestVersion.state')]).toEqual(['PUBLISHED', 'RELEASED']);
  const again = await user.run(['publish', persistentId, '--json']);
  expect(again.code).toBe(6);
  expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'DATASET_ALREADY_PUBLISHED' } });
});

test('metadata that breaks rules is refused with every fault and its place', async () => {
  const user = scriptUser(server.url, SUPERUSER_TOKEN);
  await writeFile(join(user.home, 'bad.json'), JSON.stringify({ datasetVersion: { metadataBlocks: { citation: { fields: [] } } } }));
  const refused = await user.run(['create', 'bad.json', '--in', collection.alias, '--json']);
  expect(refused.code).toBe(6);
  expect(JSON.parse(refused.stderr)).toMatchObject({
    error: { problems: expect.arrayContaining([{ pointer: expect.any(String), message: expect.any(String) }]) },
  });
});
