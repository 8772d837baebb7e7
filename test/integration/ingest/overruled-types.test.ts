// Tables whose clients call them plain text, by every way in: files.md 14.2, 19.1.
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

async function typeOf(file: number): Promise<unknown> {
  return (await admin.rest.get(`/api/files/${file}`)).at('data.dataFile.contentType');
}

/** The file is told as it was sent, and becomes a table that tells of its upload as what it was read as. */
async function expectIngested(file: number, name: string, sent = 'text/plain'): Promise<void> {
  expect(await typeOf(file)).toBe(sent);
  await doJobs(server);
  const record = await admin.rest.get(`/api/files/${file}`);
  expect(record.text('data.label')).toBe(name.replace(/csv$/, 'tab'));
  expect(record.record('data.dataFile')).toMatchObject({ tabularData: true, originalFileFormat: 'text/csv', originalFileName: name });
  const original = await admin.rest.get(`/api/access/datafile/${file}?format=original`);
  expect(original.headers.get('content-type')).toBe(`text/csv; name="${name}"`);
}

test('a file that is added', async () => {
  await expectIngested(await addFile(admin, target, { name: 'added.csv', bytes: table(), type: 'text/plain' }), 'added.csv');
});

test('one that spreadsheets have given their type', async () => {
  const type = 'application/vnd.ms-excel';
  await expectIngested(await addFile(admin, target, { name: 'office.csv', bytes: table(), type }), 'office.csv', type);
});

test('one that replaces a table which was sent the same way', async () => {
  const send = { name: 'replaced.csv', type: 'text/plain' };
  const file = await addFile(admin, target, { ...send, bytes: table() });
  await doJobs(server);
  const once = succeeded(await admin.rest.upload(`/api/files/${file}/replace`, { ...send, bytes: table() }));
  const second = once.number('data.files.0.dataFile.id');
  // This one replaces a file that is not ingested yet.
  const twice = succeeded(await admin.rest.upload(`/api/files/${second}/replace`, { ...send, bytes: table() }));
  await expectIngested(twice.number('data.files.0.dataFile.id'), 'replaced.csv');
});

test('one of an archive, whose entries have names alone', async () => {
  const bytes = zipOf([{ path: 'in/packed.csv', content: table() }]);
  const answer = succeeded(await admin.rest.upload(`/api/datasets/${target.id}/add`, { name: 'packed.zip', bytes, type: 'text/plain' }));
  await expectIngested(answer.number('data.files.0.dataFile.id'), 'packed.csv', 'text/csv');
});

test('one that is uploaded past the form', async () => {
  const bytes = table();
  const begun = await beginUpload(admin, target, bytes.length);
  await sendAll(server.url, begun, Buffer.from(bytes));
  const raw = new FormData();
  const said = [uploadedFile(begun.storageIdentifier, bytes, { fileName: 'direct.csv', mimeType: 'text/plain' })];
  raw.set('jsonData', JSON.stringify(said));
  const answer = succeeded(await admin.rest.send(`/api/datasets/${target.id}/addFiles`, { method: 'POST', raw }));
  await expectIngested(answer.number('data.Files.0.fileDetails.dataFile.id'), 'direct.csv');
});

test('one that is ingested later; undone, it is what it was read as', async () => {
  const bytes = table();
  const file = await addFile(admin, target, { name: 'later.csv', bytes, type: 'text/plain', jsonData: { tabIngest: false } });
  const found = succeeded(await admin.rest.post(`/api/files/${file}/redetect?dryRun=true`));
  expect(found.record('data')).toMatchObject({ oldContentType: 'text/plain', newContentType: 'text/csv' });
  succeeded(await admin.rest.post(`/api/files/${file}/reingest`));
  await expectIngested(file, 'later.csv');
  succeeded(await admin.rest.post(`/api/files/${file}/uningest`));
  expect(await typeOf(file)).toBe('text/csv');
  expect((await admin.rest.get(`/api/access/datafile/${file}`)).body).toBe(bytes);
});

test('the size limit is that of the format which it is read as', async () => {
  const path = '/api/admin/settings/:TabularIngestSizeLimit';
  succeeded(await admin.rest.send(path, { method: 'PUT', raw: '{"csv":"10"}' }));
  const file = await addFile(admin, target, { name: 'limited.csv', bytes: table(), type: 'text/plain' });
  expect((await admin.rest.get(`/api/datasets/${target.id}/locks`)).at('data')).toEqual([]);
  expect(succeeded(await admin.rest.post(`/api/files/${file}/reingest`)).text('data.message')).toContain('10 bytes');
  succeeded(await admin.rest.delete(path));
});

test('what neither name nor bytes tell to be a table stays as it is', async () => {
  const ids = [
    await addFile(admin, target, { name: 'notes.txt', bytes: table(), type: 'text/plain' }),
    await addFile(admin, target, { name: 'notes', bytes: table(), type: 'application/x-stata' }),
  ];
  expect((await admin.rest.get(`/api/datasets/${target.id}/locks`)).at('data')).toEqual([]);
  for (const id of ids) expect((await admin.rest.post(`/api/files/${id}/reingest`)).status).toBe(400);
});
