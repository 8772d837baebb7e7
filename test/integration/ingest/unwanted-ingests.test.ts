// Tables that their uploader does not want to be ingested: files.md 4.1, 22.6.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginUpload, sendAll, uploadedFile } from '../../support/direct-uploads.ts';
import { doJobs } from '../../support/do-jobs.ts';
import { PETS } from '../../support/ingested-files.ts';
import { addFile, type Caller, createCollection, createDataset, type SeededDataset, succeeded, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { zipOf } from '../../support/zip-archive.ts';

let server: TestServer;
let admin: Caller;
let target: SeededDataset;
beforeAll(async () => {
  server = await startTestServer({ INGEST_MINUTES: '5' });
  admin = superuser(server);
  target = await createDataset(admin, await createCollection(admin));
});
afterAll(() => server.stop());

let uploads = 0;
/** A table that no other upload has. */
function table(): string {
  uploads += 1;
  return PETS.csv.replace('40', String(100 + uploads));
}

async function locks(): Promise<unknown> {
  return (await admin.rest.get(`/api/datasets/${target.id}/locks`)).at('data');
}

/** Nothing waits, and the file is as it was uploaded. */
async function expectKept(file: number, bytes: string): Promise<void> {
  expect(await locks()).toEqual([]);
  await doJobs(server);
  const record = await admin.rest.get(`/api/files/${file}`);
  expect(record.record('data.dataFile')).toMatchObject({ contentType: 'text/csv', tabularData: false });
  expect((await admin.rest.get(`/api/access/datafile/${file}`)).body).toBe(bytes);
  expect((await admin.rest.get(`/api/files/${file}/ingest`)).at('data.state')).toBe('NONE');
}

async function add(jsonData: object, name = 'pets.csv', bytes: string = table()): Promise<number> {
  return addFile(admin, target, { name, bytes, type: 'text/csv', jsonData });
}

test.each([false, 'false'])('one that is added with tabIngest %j stays as it is', async (tabIngest) => {
  const bytes = table();
  await expectKept(await add({ tabIngest }, `kept-${typeof tabIngest}.csv`, bytes), bytes);
});

test.each([{ tabIngest: true }, { tabIngest: 'true' }, { tabIngest: null }, {}])(
  'one that is added with %j is ingested',
  async (jsonData) => {
    const file = await add(jsonData, 'taken.csv');
    expect(await locks()).toMatchObject([{ lockType: 'Ingest' }]);
    await doJobs(server);
    expect((await admin.rest.get(`/api/files/${file}`)).at('data.dataFile.tabularData')).toBe(true);
  },
);

test('a wish that is no boolean is refused', async () => {
  const answer = await admin.rest.upload(`/api/datasets/${target.id}/add`, {
    name: 'pets.csv',
    bytes: table(),
    type: 'text/csv',
    jsonData: { tabIngest: 'later' },
  });
  expect([answer.status, answer.at('errors.0.pointer')]).toEqual([400, '/jsonData/tabIngest']);
});

test('those of an archive stay as they are', async () => {
  const [one, two] = [table(), table()];
  const bytes = zipOf([
    { path: 'one.csv', content: one },
    { path: 'two.csv', content: two },
  ]);
  const answer = succeeded(
    await admin.rest.upload(`/api/datasets/${target.id}/add`, {
      name: 'both.zip',
      bytes,
      type: 'application/zip',
      jsonData: { tabIngest: false },
    }),
  );
  const ids = [0, 1].map((place) => answer.number(`data.files.${place}.dataFile.id`));
  await expectKept(ids[0] ?? 0, one);
  await expectKept(ids[1] ?? 0, two);
});

test('one that replaces a table stays as it is, and the table leaves the fingerprint of the version', async () => {
  const file = await add({}, 'replaced.csv');
  await doJobs(server);
  const before = (await admin.rest.get(`/api/datasets/${target.id}/versions/:draft`)).text('data.UNF');
  const bytes = table();
  const answer = succeeded(
    await admin.rest.upload(`/api/files/${file}/replace`, {
      name: 'replaced.csv',
      bytes,
      type: 'text/csv',
      jsonData: { tabIngest: false },
    }),
  );
  await expectKept(answer.number('data.files.0.dataFile.id'), bytes);
  expect((await admin.rest.get(`/api/datasets/${target.id}/versions/:draft`)).text('data.UNF')).not.toBe(before);
});

test('of many uploaded past the form, those stay as they are that say so', async () => {
  const [kept, taken] = [table(), table()];
  const said: object[] = [];
  for (const [bytes, more] of [
    [kept, { tabIngest: false }],
    [taken, {}],
  ] as const) {
    const begun = await beginUpload(admin, target, bytes.length);
    await sendAll(server.url, begun, Buffer.from(bytes));
    said.push(uploadedFile(begun.storageIdentifier, bytes, { fileName: `direct-${said.length}.csv`, mimeType: 'text/csv', ...more }));
  }
  const raw = new FormData();
  raw.set('jsonData', JSON.stringify(said));
  const answer = succeeded(await admin.rest.send(`/api/datasets/${target.id}/addFiles`, { method: 'POST', raw }));
  const ids = [0, 1].map((place) => answer.number(`data.Files.${place}.fileDetails.dataFile.id`));
  expect(await locks()).toMatchObject([{ message: 'Ingest of 1 tabular data file(s) is in progress.' }]);
  await doJobs(server);
  expect((await admin.rest.get(`/api/files/${ids[1] ?? 0}`)).at('data.dataFile.tabularData')).toBe(true);
  await expectKept(ids[0] ?? 0, kept);
});

test('over GraphQL too; a superuser can have it ingested later', async () => {
  const answer = await admin.graphql.upload(
    'mutation ($input: AddFileInput!) { addFile(input: $input) { files { dataFile { databaseId } } } }',
    { input: { dataset: { databaseId: target.id }, file: null, ingest: false } },
    { name: 'graphql.csv', bytes: table(), type: 'text/csv' },
  );
  const file = answer.number('data.addFile.files.0.dataFile.databaseId');
  expect(await locks()).toEqual([]);
  expect((await admin.rest.get(`/api/files/${file}`)).at('data.dataFile.tabularData')).toBe(false);
  succeeded(await admin.rest.post(`/api/files/${file}/reingest`));
  await doJobs(server);
  expect((await admin.rest.get(`/api/files/${file}`)).at('data.dataFile.tabularData')).toBe(true);
});
