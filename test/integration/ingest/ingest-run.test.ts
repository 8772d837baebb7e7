import { hash } from 'node:crypto';
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRecordedFile } from '../../../src/db/queries/integrity/fixity-checks.ts';
import { ingestRequest } from '../../../src/db/schema/ingest-request.ts';
import { storeIngested } from '../../../src/domain/ingest/store-ingested.ts';
import { locationOf } from '../../../src/domain/files/file-place.ts';
import { doJobs } from '../../support/do-jobs.ts';
import { PETS } from '../../support/ingested-files.ts';
import { addFile, type Caller, createCollection, createDataset, createUser, type SeededDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const PETS_FILE = { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' };

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({ INGEST_MINUTES: '5' });
  admin = superuser(server);
});
afterAll(() => server.stop());

const work = (): Promise<void> => doJobs(server);

async function dataset(caller: Caller = admin): Promise<SeededDataset> {
  return createDataset(caller, await createCollection(admin));
}

async function locksOf({ id }: SeededDataset): Promise<unknown> {
  return (await admin.rest.get(`/api/datasets/${id}/locks`)).at('data');
}

async function statusOf(file: number): Promise<unknown> {
  const answer = await admin.graphql.send(
    `query ($id: Int!) { file(reference: { databaseId: $id }) { ingest { state rowsDone rowsExpected report { message row column } } } }`,
    { id: file },
  );
  return answer.at('data');
}

async function pathOf(file: number, tag?: string): Promise<string> {
  const { application } = server;
  const recorded = await findRecordedFile(application.db, file);
  const path = recorded === undefined ? undefined : application.services.storage.localPath(locationOf(recorded, recorded, tag));
  if (path === undefined) throw new Error('The file is not in a local store.');
  return path;
}

test('a table is ingested by a job, under a lock, and the account is told', async () => {
  const target = await dataset();
  const file = await addFile(admin, target, PETS_FILE);
  expect(await locksOf(target)).toMatchObject([{ lockType: 'Ingest', message: 'Ingest of 1 tabular data file(s) is in progress.' }]);
  expect(await statusOf(file)).toMatchObject({ file: { ingest: { state: 'SCHEDULED', rowsDone: 0, report: null } } });
  const refused = await admin.rest.post(`/api/datasets/${target.id}/actions/:publish?type=major`);
  expect([refused.status, refused.text('message')]).toEqual([403, expect.stringContaining('Ingest')]);

  await work();
  expect(await locksOf(target)).toEqual([]);
  expect(await statusOf(file)).toEqual({ file: { ingest: null } });
  const record = await admin.rest.get(`/api/files/${file}`);
  expect(record.text('data.label')).toBe('pets.tab');
  expect(record.record('data.dataFile')).toMatchObject({
    contentType: 'text/tab-separated-values',
    filesize: PETS.tab.length,
    originalFileFormat: 'text/csv',
    originalFileSize: PETS.csv.length,
    originalFileName: 'pets.csv',
    UNF: PETS.unf,
    tabularData: true,
  });
  expect((await admin.rest.get(`/api/datasets/${target.id}/versions/:draft`)).text('data.UNF')).toBe(PETS.unf);
  const tables = await admin.rest.get(`/api/files/${file}/dataTables`);
  expect(tables.record('data.0')).toMatchObject({ varQuantity: 3, caseQuantity: 3, UNF: PETS.unf });
  expect(tables.list('data.0.dataVariables')).toMatchObject(PETS.variables.map(({ name, unf }) => ({ name, UNF: unf })));
  expect(tables.record('data.0.dataVariables.1.summaryStatistics')).toEqual(PETS.statistics);
  expect((await admin.rest.get(`/api/access/datafile/${file}`)).body).toBe(PETS.header + PETS.tab);
  expect((await admin.rest.get(`/api/access/datafile/${file}?format=original`)).body).toBe(PETS.csv);
  // The uploaded bytes stay where they were.
  expect(await readFile(await pathOf(file), 'utf8')).toBe(PETS.csv);
  const told = await server.application.connection.sql`select type from notification where subject_id = ${target.id}`;
  expect(told.map(({ type }) => String(type))).toContain('INGESTCOMPLETED');
});

test('a file that is no table stays as it was uploaded, and its report names row and reason', async () => {
  const target = await dataset();
  const file = await addFile(admin, target, { name: 'broken.csv', bytes: 'a,b\n1,2\n3\n', type: 'text/csv' });
  await work();
  expect(await locksOf(target)).toEqual([]);
  const record = await admin.rest.get(`/api/files/${file}`);
  expect(record.text('data.label')).toBe('broken.csv');
  expect(record.at('data.dataFile.tabularData')).toBe(false);
  expect(await statusOf(file)).toMatchObject({ file: { ingest: { state: 'FAILED', report: { row: 2, message: expect.any(String) } } } });
  const told = await server.application.connection.sql`select type from notification where subject_id = ${target.id}`;
  expect(told.map(({ type }) => String(type))).toContain('INGESTCOMPLETEDWITHERRORS');
});

test('the name of a table is made unique beside other files, and kept where it is its own', async () => {
  const target = await dataset();
  const taken = await addFile(admin, target, { name: 'same.tab', bytes: 'text', type: 'text/plain' });
  const second = await addFile(admin, target, { name: 'same.csv', bytes: PETS.csv, type: 'text/csv' });
  const own = await addFile(admin, target, { name: 'own.tab', bytes: 'a\tb\n1\t2\n', type: 'text/tab-separated-values' });
  await work();
  const labels = await Promise.all(
    [taken, second, own].map(async (file) => (await admin.rest.get(`/api/files/${file}`)).text('data.label')),
  );
  expect(labels).toEqual(['same.tab', 'same-1.tab', 'own.tab']);
});

test('what a process that was killed has begun is done again', async () => {
  const target = await dataset();
  const file = await addFile(admin, target, PETS_FILE);
  const { sql } = server.application.connection;
  // As a process leaves it that was killed between placing the text and its commit.
  const [request] = await sql`update ingest_request set state = 'IN_PROGRESS', attempts = 1 where data_file_id = ${file} returning id`;
  const left = await pathOf(file, `tab-${String(request?.['id'])}-1`);
  await writeFile(left, 'half a te');
  await work();
  expect((await admin.rest.get(`/api/access/datafile/${file}`)).body).toBe(PETS.header + PETS.tab);
  await expect(access(left)).rejects.toThrow('ENOENT');
  expect(await locksOf(target)).toEqual([]);
});

test('an attempt that was overtaken changes nothing of what is stored', async () => {
  const target = await dataset();
  const file = await addFile(admin, target, PETS_FILE);
  const { db, services, connection } = server.application;
  await connection.sql`update ingest_request set state = 'IN_PROGRESS', attempts = 1 where data_file_id = ${file}`;
  const [request] = await db.select().from(ingestRequest).where(eq(ingestRequest.dataFileId, file));
  const recorded = await findRecordedFile(db, file);
  if (request === undefined || recorded === undefined) throw new Error('Nothing was requested.');
  await work();
  const text = await services.storage.stage(Readable.from(['other text']), {
    fileName: 'table',
    suppliedContentType: null,
    checksumAlgorithm: 'MD5',
    maximumBytes: null,
  });
  const read = {
    request,
    file: { ...recorded, contentType: 'text/csv' },
    table: { rows: 0, unf: 'UNF:6:', variables: [] },
    text,
    textHasHeader: false,
    download: { sizeBytes: 0, sha256: '' },
  };
  expect(await storeIngested(db, services, read)).toBe(false);
  await services.storage.discard(text);
  expect((await admin.rest.get(`/api/access/datafile/${file}`)).body).toBe(PETS.header + PETS.tab);
});

test('a file that ends the process each time is given up, and the lock goes', async () => {
  const target = await dataset();
  const file = await addFile(admin, target, PETS_FILE);
  await server.application.connection.sql`update ingest_request set state = 'IN_PROGRESS', attempts = 4 where data_file_id = ${file}`;
  await work();
  expect(await statusOf(file)).toMatchObject({ file: { ingest: { state: 'FAILED', report: { row: null } } } });
  expect(await locksOf(target)).toEqual([]);
});

test('a file that is removed before its turn leaves nothing behind', async () => {
  const target = await dataset();
  const file = await addFile(admin, target, PETS_FILE);
  await server.application.connection.sql`delete from dataset_lock where dataset_id = ${target.id}`;
  expect((await admin.rest.delete(`/api/files/${file}`)).status).toBe(200);
  await work();
  expect(await server.application.connection.sql`select 1 from ingest_request where data_file_id = ${file}`).toEqual([]);
  expect(await locksOf(target)).toEqual([]);
});

test('every form that was made of a table goes when its ingest is undone', async () => {
  const file = await addFile(admin, await dataset(), PETS_FILE);
  await work();
  // On a busy machine, making a form takes longer than a request waits.
  const given = async (path: string): Promise<void> => {
    await expect.poll(async () => (await admin.rest.get(`/api/access/datafile/${file}${path}`)).status).toBe(200);
  };
  for (const question of ['format=csv', 'format=prep', 'variables=all']) await given(`?${question}`);
  const [variable] = await server.application.connection.sql`select id from data_variable where data_file_id = ${file} limit 1`;
  await given(`?variables=${String(variable?.['id'])}`);
  await given('/rows');
  expect((await admin.rest.get(`/api/access/datafile/${file}/rows`)).list('data.rows')).toHaveLength(3);
  const upload = await pathOf(file);
  const beside = async (): Promise<string[]> => (await readdir(dirname(upload))).filter((name) => name.startsWith(basename(upload)));
  // The upload, the text, and as forms of it: CSV, the summary, a subset, Parquet.
  expect(await beside()).toHaveLength(6);
  expect((await admin.rest.post(`/api/files/${file}/uningest`)).status).toBe(200);
  expect((await admin.rest.get(`/api/access/datafile/${file}/rows`)).errorCode).toBe('FILE_NOT_TABULAR');
  await work();
  expect(await beside()).toEqual([basename(upload)]);
  expect(await server.application.connection.sql`select form from table_form where data_file_id = ${file}`).toEqual([]);
});

test('exports of the published version follow at once when an ingest is undone and done again', async () => {
  const target = await dataset();
  const file = await addFile(admin, target, PETS_FILE);
  await work();
  expect((await admin.rest.post(`/api/datasets/${target.id}/actions/:publish?type=major`)).status).toBe(200);
  await work();
  const exported = async (): Promise<string> =>
    (await admin.rest.get(`/api/datasets/export?exporter=ddi&persistentId=${target.persistentId}`)).body;
  const asTable = await exported();
  expect(asTable).toContain('<fileDscr');
  const described = (await admin.rest.get(`/api/datasets/export?exporter=croissant&persistentId=${target.persistentId}`)).body;
  expect(described).toContain(hash('sha256', PETS.header + PETS.tab));
  expect((await admin.rest.post(`/api/files/${file}/uningest`)).status).toBe(200);
  expect(await exported()).not.toContain('<fileDscr');
  expect((await admin.rest.post(`/api/files/${file}/reingest`)).status).toBeLessThan(300);
  await work();
  // Made by the job: a request would make them too.
  const kept = await server.application.connection.sql`select 1 from metadata_export where dataset_id = ${target.id} and exporter = 'ddi'`;
  expect(kept).toHaveLength(1);
  expect(await exported()).toContain('<fileDscr');
});

test('limits by format keep files as they are, without a lock', async () => {
  const target = await dataset();
  const limit = async (value: string): Promise<void> => {
    expect((await admin.rest.send('/api/admin/settings/:TabularIngestSizeLimit', { method: 'PUT', raw: value })).status).toBe(200);
  };
  const size = PETS.csv.length;
  await limit(String(size));
  const kept = await addFile(admin, target, PETS_FILE);
  expect([await locksOf(target), await statusOf(kept)]).toEqual([[], { file: { ingest: null } }]);
  await limit(`{"CSV":"${size + 1}","default":"0"}`);
  const taken = await addFile(admin, target, { ...PETS_FILE, name: 'other.csv', bytes: PETS.csv.replace('40', '41') });
  expect(await statusOf(taken)).toMatchObject({ file: { ingest: { state: 'SCHEDULED' } } });
  expect((await admin.rest.delete('/api/admin/settings/:TabularIngestSizeLimit')).status).toBe(200);
  await work();
});

test('the status of an ingest is for those who may edit the dataset', async () => {
  const target = await dataset();
  const file = await addFile(admin, target, { name: 'broken.csv', bytes: 'a,b\n1,2\n3\n', type: 'text/csv' });
  await work();
  expect((await admin.rest.post(`/api/datasets/${target.id}/actions/:publish?type=major`)).status).not.toBe(500);
  const reader = await createUser(server, 'reader');
  const answer = await reader.graphql.send(`query ($id: Int!) { file(reference: { databaseId: $id }) { ingest { state } } }`, { id: file });
  expect(answer.at('data')).not.toMatchObject({ file: { ingest: { state: 'FAILED' } } });
});
