import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDataset } from '../../src/db/queries/datasets/datasets.ts';
import { datasetDocument } from '../../src/domain/datasets/native/dataset-document.ts';
import { nativeDatasetSchema } from '../../src/formats/native-json/native-dataset.ts';
import { nativeVersionSchema } from '../../src/formats/native-json/native-version.ts';
import { readJson } from '../support/json-reader.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  EXAMPLES,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What the domain writes of stored facts, and what REST writes of a GraphQL answer, is the same native JSON. */
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(async () => server.stop());

/** Files that differ in everything that a record of a file shows. */
async function addFiles(dataset: SeededDataset): Promise<void> {
  const described = { description: 'Raw <b>data</b>', directoryLabel: 'data/2024', categories: ['Data', 'Odd tag'] };
  await addFile(admin, dataset, { name: 'plain.txt' });
  await addFile(admin, dataset, { name: 'described.csv', jsonData: described });
  await addFile(admin, dataset, { name: 'restricted.txt', jsonData: { restrict: true } });
  const first = await addFile(admin, dataset, { name: 'table.tab' });
  const dated = await addFile(admin, dataset, { name: 'dated.dat', bytes: 'dated' });
  const { db } = server.application;
  // Nothing makes tables yet.
  await db.execute(
    sql`update data_file set content_type = 'text/tab-separated-values', tabular_tags = '{Survey,"Time Series"}' where id = ${first}`,
  );
  await db.execute(sql`
    update data_file set embargo_date_available = '2999-01-01', embargo_reason = 'partners', retention_date_unavailable = '3999-12-31',
      persistent_id = ${`doi:10.5072/FK2/FILE${dated}`}, root_data_file_id = ${first}, previous_data_file_id = ${first},
      checksum_algorithm = 'SHA-256', checksum_value = ${createHash('sha256').update('dated').digest('hex')}
    where id = ${dated}`);
}

const readDataset = async ({ id }: SeededDataset) => succeeded(await admin.rest.get(`/api/datasets/${id}`)).record('data');
const readVersion = async ({ id }: SeededDataset) => succeeded(await admin.rest.get(`/api/datasets/${id}/versions/:latest`)).record('data');

async function documentOf({ id }: SeededDataset, versionId: number): Promise<string> {
  const context = server.systemContext();
  const row = await findDataset(context.db, { id }, []);
  if (row === undefined) throw new Error('The dataset is gone.');
  const pieces: string[] = [];
  for await (const piece of datasetDocument(context, row, versionId)) pieces.push(piece);
  return pieces.join('');
}

/** Compares the texts, so that the order of keys counts. */
async function expectSameJson(dataset: SeededDataset): Promise<void> {
  const { latestVersion: _latest, ...facts } = await readDataset(dataset);
  const version = await readVersion(dataset);
  const text = await documentOf(dataset, Number(version['id']));
  const { datasetVersion, userIdentifier: _user, ...own } = readJson(JSON.parse(text)).record('');
  expect(JSON.stringify(own, null, 1)).toBe(JSON.stringify(facts, null, 1));
  expect(JSON.stringify(datasetVersion, null, 1)).toBe(JSON.stringify(version, null, 1));
  nativeDatasetSchema.parse(own);
  nativeVersionSchema.parse(datasetVersion);
}

describe('native JSON of stored facts is that of REST', () => {
  it.each(EXAMPLES)('for the example %s, with files of every kind, as a draft and published', async (example) => {
    const dataset = await createDataset(admin, collection, example);
    await addFiles(dataset);
    await expectSameJson(dataset);
    await publishDataset(admin, dataset);
    await expectSameJson(dataset);
    const { files } = await readVersion(dataset);
    expect(files).toHaveLength(5);
  });

  it('with terms of its own instead of a licence, and terms of access', async () => {
    const dataset = await createDataset(admin, collection);
    await server.application.db.execute(sql`
      update dataset_version set license_id = null, file_access_request = true, version_note = 'Second thoughts',
        terms = '{"termsOfUse": "Ask first", "disclaimer": "None", "termsOfAccess": "By mail", "studyCompletion": "2020"}'
      where dataset_id = ${dataset.id}`);
    await expectSameJson(dataset);
    expect(await readVersion(dataset)).toMatchObject({ termsOfUse: 'Ask first', studyCompletion: '2020', versionNote: 'Second thoughts' });
  });

  it('with a limit on the number of files and a language', async () => {
    const dataset = await createDataset(admin, collection);
    await addFile(admin, dataset);
    await server.application.db.execute(
      sql`update dataset set dataset_file_count_limit = 3, metadata_language = 'en' where id = ${dataset.id}`,
    );
    await expectSameJson(dataset);
    expect(await readDataset(dataset)).toMatchObject({ datasetFileUploadsAvailable: 2, metadataLanguage: 'en' });
  });

  it('of a version that was withdrawn', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    const { id } = await readVersion(dataset);
    const note = { deaccessionReason: 'Wrong data', deaccessionForwardURL: 'https://example.org/new' };
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, note));
    const seen = succeeded(await admin.rest.get(`/api/datasets/${dataset.id}/versions/1.0?includeDeaccessioned=true`)).record('data');
    const { datasetVersion } = readJson(JSON.parse(await documentOf(dataset, Number(id)))).record('');
    expect(JSON.stringify(datasetVersion, null, 1)).toBe(JSON.stringify(seen, null, 1));
    expect(seen).toMatchObject({ deaccessionNote: 'Wrong data', deaccessionLink: 'https://example.org/new' });
  });
});
