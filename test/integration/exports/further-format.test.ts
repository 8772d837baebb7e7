import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exporter } from '../../../src/formats/exports/exporter.ts';
import { exporters } from '../../../src/formats/exports/exporters.ts';
import { type Caller, createCollection, createDataset, guest, publishDataset, type SeededDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** What the file of a format holds. */
const titles: Exporter = {
  name: 'titles',
  displayName: 'Titles',
  mediaType: 'application/json',
  isHarvestable: false,
  isVisibleInUserInterface: true,
  write: ({ version }) => [JSON.stringify({ title: version.title })],
};
// Stands for a line in the list.
const list = exporters as Exporter[];

let server: TestServer;
let reader: Caller;
let dataset: SeededDataset;
beforeAll(async () => {
  list.push(titles);
  server = await startTestServer();
  const admin = superuser(server);
  reader = guest(server);
  dataset = await createDataset(admin, await createCollection(admin));
  await publishDataset(admin, dataset);
});
afterAll(async () => {
  list.pop();
  await server.stop();
});

test('a further format is a value and a line in the list: it is listed, exported and kept like all others', async () => {
  const formats = (await reader.rest.get('/api/info/exportFormats')).record('data');
  expect(Object.keys(formats).at(-1)).toBe('titles');
  expect(formats['titles']).toEqual({
    displayName: 'Titles',
    mediaType: 'application/json',
    isHarvestable: false,
    isVisibleInUserInterface: true,
  });
  const ask = () => reader.rest.get(`/api/datasets/export?exporter=titles&persistentId=${dataset.persistentId}`);
  const answer = await ask();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json;charset=UTF-8']);
  const {
    dataset: { version },
  } = (
    await reader.graphql.expectData(
      `query ($reference: DatasetReference!) {
        dataset(reference: $reference) {
          version(reference: ":latest-published") { title export(format: "titles") { text url createdAt } }
        }
      }`,
      { reference: { persistentId: dataset.persistentId } },
    )
  ).record('data') as { dataset: { version: { title: string; export: { text: string; url: string } } } };
  expect(answer.body).toBe(JSON.stringify({ title: version.title }));
  expect(version.export.text).toBe(answer.body);
  expect(version.export.url).toContain('exporter=titles');
  expect((await ask()).headers.get('last-modified')).toBe(answer.headers.get('last-modified'));
});
