import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJson } from '../support/json-reader.ts';
import { createCollection, createUser, exampleDataset, guest, publishDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** docs/how-to/load-a-metadata-block.md, step by step, with the table and the values that it shows. */
const TABLE = readFileSync(new URL('../../data/examples/soil-sample.tsv', import.meta.url));
const PAGE = readFileSync(new URL('../../docs/how-to/load-a-metadata-block.md', import.meta.url), 'utf8');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function shownFields(): readonly unknown[] {
  const [, shown] = /```json\n("soilsample": [\s\S]*?)```/.exec(PAGE) ?? [];
  return readJson(JSON.parse(`{${shown}}`)).list('soilsample.fields');
}

/** A dataset with these fields of the block, besides what every dataset needs. */
function datasetWith(fields: readonly unknown[]): unknown {
  const { datasetVersion } = exampleDataset('minimal');
  return {
    datasetVersion: { ...datasetVersion, metadataBlocks: { ...readJson(datasetVersion).record('metadataBlocks'), soilsample: { fields } } },
  };
}

function horizon(...children: readonly (readonly [name: string, value: string])[]): unknown {
  const value = Object.fromEntries(
    children.map(([typeName, text]) => [typeName, { typeName, multiple: false, typeClass: 'primitive', value: text }]),
  );
  return { typeName: 'soilHorizon', multiple: true, typeClass: 'compound', value: [value] };
}

test('a block is loaded, chosen by a collection, deposited with, found again, and guards its values', async () => {
  const admin = superuser(server);
  const loaded = await admin.rest.send('/api/admin/datasetfield/load', {
    method: 'POST',
    raw: TABLE,
    headers: { 'Content-Type': 'text/tab-separated-values' },
  });
  expect(succeeded(loaded).list('data.added')).toHaveLength(9);

  const soils = await createCollection(admin, { name: 'Soils' });
  succeeded(await admin.rest.post(`/api/collections/${soils.alias}/metadatablocks`, ['citation', 'soilsample']));
  succeeded(await admin.rest.post(`/api/collections/${soils.alias}/facets`, ['soilTexture', 'authorName']));
  const form = await guest(server).rest.get(
    `/api/collections/${soils.alias}/metadatablocks?returnDatasetFieldTypes=true&onlyDisplayedOnCreate=true`,
  );
  expect(form.list('data').map((block) => readJson(block).text('name'))).toEqual(['citation', 'soilsample']);
  expect(Object.keys(form.record('data.1.fields'))).toEqual(['soilTexture']);

  const depositor = await createUser(server, 'depositor');
  succeeded(await admin.rest.post(`/api/collections/${soils.alias}/assignments`, { assignee: depositor.identifier, role: 'contributor' }));
  succeeded(
    await admin.rest.post(`/api/collections/${soils.alias}/assignments`, { assignee: depositor.identifier, role: 'dsContributor' }),
  );
  const target = `/api/collections/${soils.alias}/datasets`;
  const created = succeeded(await depositor.rest.post(target, datasetWith(shownFields())));
  const dataset = { id: created.number('data.id'), persistentId: created.text('data.persistentId') };
  await publishDataset(admin, dataset);

  const read = await guest(server).rest.get(`/api/datasets/${dataset.id}/versions/:latest-published`);
  const [texture, ...others] = shownFields();
  expect(read.at('data.metadataBlocks.soilsample')).toEqual({
    displayName: 'Soil Sample',
    name: 'soilsample',
    fields: [{ ...readJson(texture).record(''), value: 'Loam' }, ...others],
  });

  const refusals = [
    await depositor.rest.post(
      target,
      datasetWith([{ typeName: 'soilTexture', multiple: false, typeClass: 'controlledVocabulary', value: 'Marble' }]),
    ),
    await depositor.rest.post(target, datasetWith([horizon(['soilHorizonName', 'Ah'], ['soilHorizonDepth', 'deep'])])),
    await depositor.rest.post(target, datasetWith([horizon(['soilHorizonDepth', '0.25'])])),
    await depositor.rest.post(
      target,
      datasetWith([{ typeName: 'soilSampledOn', multiple: true, typeClass: 'primitive', value: ['2025'] }]),
    ),
  ];
  expect(refusals.map(({ status, errorCode }) => [status, errorCode])).toEqual([
    [400, 'BAD_USER_INPUT'],
    [403, 'DATASET_METADATA_INVALID'],
    [403, 'DATASET_METADATA_INVALID'],
    [400, 'BAD_USER_INPUT'],
  ]);
  expect(refusals.map(({ message }) => message)).toEqual([
    expect.stringMatching(/Marble/),
    expect.stringMatching(/Lower Depth/),
    expect.stringMatching(/Horizon Name/),
    expect.stringMatching(/soilSampledOn/),
  ]);
});

test('the page shows the fault that the server reports', async () => {
  const [, shown] = /```json\n(\{"pointer".*\})\n```/.exec(PAGE) ?? [];
  const answer = await superuser(server).rest.send('/api/admin/datasetfield/load', {
    method: 'POST',
    raw: TABLE.toString('utf8').replace('\tfloat\t', '\treal\t'),
    headers: { 'Content-Type': 'text/tab-separated-values' },
  });
  expect(answer.list('errors')).toEqual([JSON.parse(shown ?? '')]);
});
