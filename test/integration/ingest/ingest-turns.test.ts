// Which files are read when, how far a run is, and what it leaves: files.md 19.3, 19.4.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { doJobs } from '../../support/do-jobs.ts';
import { PETS } from '../../support/ingested-files.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({ INGEST_MINUTES: '5' });
  admin = superuser(server);
});
afterAll(() => server.stop());

const dataset = async (): Promise<SeededDataset> => createDataset(admin, await createCollection(admin));

/** `pets.csv` with so many more rows, which differ by a mark. */
function csvOf(mark: number, more = 0): string {
  return `${PETS.csv}${Array.from({ length: more }, (_, row) => `Pet ${mark}-${row},${row},fish\n`).join('')}Last ${mark},1,dog\n`;
}

async function upload(target: SeededDataset, name: string, bytes: string): Promise<number> {
  return addFile(admin, target, { name, bytes, type: 'text/csv' });
}

async function lockOf({ id }: SeededDataset): Promise<unknown> {
  return (await admin.rest.get(`/api/datasets/${id}/locks`)).at('data');
}

test('the lock counts the files that wait, and the smallest of them is read first', async () => {
  const target = await dataset();
  const large = await upload(target, 'large.csv', csvOf(1, 200));
  expect(await lockOf(target)).toMatchObject([{ lockType: 'Ingest', user: 'admin', message: expect.stringContaining('Ingest of 1 ') }]);
  // The lock stands in the way of neither.
  const small = await upload(target, 'small.csv', csvOf(2));
  const middle = await upload(target, 'middle.csv', csvOf(3, 50));
  const metadata = { fields: [{ typeName: 'title', value: 'Edited while tables wait' }] };
  succeeded(await admin.rest.put(`/api/datasets/${target.id}/editMetadata?replace=true`, metadata));
  expect(await lockOf(target)).toMatchObject([{ message: 'Ingest of 3 tabular data file(s) is in progress.' }]);
  await doJobs(server);
  expect(await lockOf(target)).toEqual([]);
  // Variables are numbered as they are stored.
  const rows = await server.application.connection.sql<{ file: number }[]>`
    select data_file_id as file from data_variable where data_file_id in (${large}, ${small}, ${middle}) group by 1 order by min(id)`;
  expect(rows.map(({ file }) => file)).toEqual([small, middle, large]);
  expect((await admin.rest.get(`/api/datasets/${target.id}/versions/:draft`)).text('data.UNF')).toMatch(/^UNF:6:/);
});

test('how far an ingest is, is told over GraphQL and REST to those who may edit, and to others nothing', async () => {
  const target = await dataset();
  const file = await upload(target, 'long.csv', csvOf(4));
  const { sql } = server.application.connection;
  await sql`update ingest_request set state = 'IN_PROGRESS', attempts = 1, rows_done = 8192, rows_expected = 1000000 where data_file_id = ${file}`;
  const question = `query ($id: Int!) { file(reference: { databaseId: $id }) { ingest { state rowsDone rowsExpected report { message } } } }`;
  const told = await admin.graphql.send(question, { id: file });
  expect(told.at('data.file.ingest')).toEqual({ state: 'IN_PROGRESS', rowsDone: 8192, rowsExpected: 1_000_000, report: null });
  expect((await admin.rest.get(`/api/files/${file}/ingest`)).at('data')).toMatchObject({
    state: 'IN_PROGRESS',
    rowsDone: 8192,
    rowsExpected: 1_000_000,
  });
  const other = await createUser(server, 'other');
  expect(JSON.stringify(await other.graphql.send(question, { id: file }))).not.toContain('8192');
  await doJobs(server);
  expect((await admin.graphql.send(question, { id: file })).at('data.file.ingest')).toBeNull();
});

test('rows are counted while a table is read', async () => {
  const target = await dataset();
  const file = await upload(target, 'counted.csv', csvOf(5, 3000));
  const { sql } = server.application.connection;
  // What is recorded goes with the request at the end.
  await sql`create table seen_progress (file int, rows bigint, expected bigint)`;
  await sql`create function see_progress() returns trigger language plpgsql as
    'begin insert into seen_progress values (new.data_file_id, new.rows_done, new.rows_expected); return new; end'`;
  await sql`create trigger see_progress after update on ingest_request for each row when (new.rows_done > 0) execute function see_progress()`;
  onTestFinished(async () => {
    await sql`drop function see_progress() cascade`;
    await sql`drop table seen_progress`;
  });
  await doJobs(server);
  const seen = await sql<{ rows: number; expected: number }[]>`select rows::int, expected::int from seen_progress where file = ${file}`;
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.every(({ rows, expected }) => rows > 0 && rows <= 3004 && expected === 3004)).toBe(true);
});

test('a text that is stored with its names counts them in its size, and is never given out without them', async () => {
  const setting = '/api/admin/settings/:StoreIngestedTabularFilesWithVarHeaders';
  succeeded(await admin.rest.send(setting, { method: 'PUT', raw: 'true' }));
  onTestFinished(async () => void succeeded(await admin.rest.delete(setting)));
  const file = await upload(await dataset(), 'pets.csv', PETS.csv);
  await doJobs(server);
  const record = await admin.rest.get(`/api/files/${file}`);
  expect(record.record('data.dataFile')).toMatchObject({ UNF: PETS.unf, filesize: PETS.header.length + PETS.tab.length });
  const text = await admin.rest.get(`/api/access/datafile/${file}`);
  expect([text.body, text.headers.get('content-length')]).toEqual([PETS.header + PETS.tab, String(PETS.header.length + PETS.tab.length)]);
  const without = await admin.rest.get(`/api/access/datafile/${file}?noVarHeader=true`);
  expect([without.status, without.errorCode]).toEqual([503, 'FILE_HEADER_STORED']);
  // What is made of the text is the same.
  await expect.poll(async () => (await admin.rest.get(`/api/access/datafile/${file}?format=csv`)).body).toBe(PETS.csv);
  await expect
    .poll(async () => (await admin.rest.get(`/api/access/datafile/${file}/rows?first=1`)).at('data.rows'))
    .toEqual([['Marshall', 40, 'dog']]);
});

test('the text counts towards the storage of a dataset beside the upload, until the ingest is undone', async () => {
  const target = await dataset();
  const used = async (): Promise<number> =>
    Number((await admin.rest.get(`/api/datasets/${target.id}/storage/use`)).body.match(/(\d[\d,]*) bytes/)?.[1]?.replaceAll(',', ''));
  const file = await upload(target, 'pets.csv', PETS.csv);
  expect(await used()).toBe(PETS.csv.length);
  await doJobs(server);
  expect(await used()).toBe(PETS.csv.length + PETS.tab.length);
  succeeded(await admin.rest.post(`/api/files/${file}/uningest`));
  expect(await used()).toBe(PETS.csv.length);
});

test('a file whose ingest has failed is tried again any number of times, and stays as it was', async () => {
  const target = await dataset();
  const broken = 'a,b\n1,2\n3\n';
  const file = await upload(target, 'broken.csv', broken);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await doJobs(server);
    expect((await admin.rest.get(`/api/files/${file}/ingest`)).at('data')).toMatchObject({ state: 'FAILED', report: { row: 2 } });
    succeeded(await admin.rest.post(`/api/files/${file}/reingest`));
  }
  await doJobs(server);
  expect((await admin.rest.get(`/api/access/datafile/${file}`)).body).toBe(broken);
});
