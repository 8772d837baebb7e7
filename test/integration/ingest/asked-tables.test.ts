// An ingested table in every form and question, and who is given them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doJobs } from '../../support/do-jobs.ts';
import { PETS } from '../../support/ingested-files.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  publishDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let reader: Caller;
let file = 0;
let pounds = 0;
beforeAll(async () => {
  server = await startTestServer({ INGEST_MINUTES: '5' });
  admin = superuser(server);
  const dataset = await createDataset(admin, await createCollection(admin));
  file = await addFile(admin, dataset, { name: 'pets.csv', bytes: PETS.csv, type: 'text/csv' });
  await doJobs(server);
  await publishDataset(admin, dataset);
  reader = await createUser(server, 'reader');
  const tables = await admin.rest.get(`/api/files/${file}/dataTables`);
  pounds = tables.number('data.0.dataVariables.1.id');
});
afterAll(() => server.stop());

/** Name and type of each form. Source: files.md 11.2, 11.3. */
const FORMS = {
  '': ['pets.tab', 'text/tab-separated-values'],
  'format=tab': ['pets.tab', 'text/tab-separated-values'],
  'noVarHeader=true': ['pets.tab', 'text/tab-separated-values'],
  'format=original': ['pets.csv', 'text/csv'],
  'format=prep': ['pets.json', 'application/json'],
  'format=RData': ['pets.RData', 'application/x-rlang-transport'],
  'format=subset&variables=': ['pets-subset.tab', 'text/tab-separated-values'],
  'format=csv': ['pets.csv', 'text/csv'],
  'format=parquet': ['pets.parquet', 'application/vnd.apache.parquet'],
  'format=arrow': ['pets.arrow', 'application/vnd.apache.arrow.file'],
  'format=jsonl': ['pets.jsonl', 'application/jsonl'],
} as const;

async function given(query: string, headers: Readonly<Record<string, string>> = {}): Promise<RestAnswer> {
  const target = `/api/access/datafile/${file}?${query}${query.endsWith('variables=') ? pounds : ''}`;
  // On a busy machine, making a form takes longer than a request waits.
  await expect.poll(async () => (await reader.rest.get(target, headers)).status, { timeout: 60_000 }).not.toBe(503);
  return reader.rest.get(target, headers);
}

const tags = new Map<string, string>();

test.each(Object.entries(FORMS))('the form %j has a name, a type, a size and a tag, and takes ranges', async (query, [name, type]) => {
  const whole = await given(query);
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-type')).toBe(`${type}; name="${name}"`);
  expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  expect(whole.headers.get('content-length')).toBe(String(whole.bytes.length));
  const tag = whole.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"\S+"$/);
  tags.set(query, tag);

  const part = await given(query, { Range: 'bytes=5-12' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-12/${whole.bytes.length}`]);
  expect(part.bytes.equals(whole.bytes.subarray(5, 13))).toBe(true);
  const end = await given(query, { Range: 'bytes=-3' });
  expect(end.bytes.equals(whole.bytes.subarray(-3))).toBe(true);
  expect((await given(query, { Range: `bytes=${whole.bytes.length}-` })).status).toBe(416);
  // With the tag, a client learns that it has the bytes already.
  expect((await given(query, { 'If-None-Match': tag })).status).toBe(304);
});

test('forms of other bytes have other tags', () => {
  expect(tags.get('format=tab')).toBe(tags.get(''));
  const others = Object.keys(FORMS).filter((query) => query !== 'format=tab');
  expect(new Set(others.map((query) => tags.get(query))).size).toBe(others.length);
});

test('a form is made once, and kept', async () => {
  const { sql } = server.application.connection;
  const made = () => sql`select form, made_at, size_bytes from table_form where data_file_id = ${file} order by form`;
  const before = await made();
  expect(before.map(({ form }) => String(form).replace(/^subset-.*/, 'subset'))).toEqual(
    ['RData', 'arrow', 'csv', 'jsonl', 'parquet', 'prep', 'subset'].toSorted(),
  );
  for (const query of Object.keys(FORMS)) succeeded(await given(query));
  expect(await made()).toEqual(before);
});

const QUESTIONS = {
  rows: 'rows(first: 1) { columns rows { cells } }',
  aggregate: 'aggregate(measures: [{ measure: COUNT }]) { groups }',
  preview: 'preview { rows { cells } }',
  spread: 'spread { column }',
};

async function askedBy(caller: Caller, question: string): Promise<{ readonly tabular: unknown; readonly code: unknown }> {
  const document = `query ($id: Int!) { file(reference: { databaseId: $id }) { tabular { ${question} } } }`;
  const ask = () => caller.graphql.send(document, { id: file });
  await expect.poll(async () => (await ask()).at('errors.0.extensions.code'), { timeout: 60_000 }).not.toBe('FILE_FORM_PENDING');
  const answer = await ask();
  return { tabular: answer.at('data.file.tabular'), code: answer.at('errors.0.extensions.code') };
}

async function change(name: string, value: boolean | string | null): Promise<void> {
  const { sql } = server.application.connection;
  await sql`update data_file set ${sql({ [name]: value })} where id = ${file}`;
}

test.each(Object.entries(QUESTIONS))('the question %s is answered to those who may download, and to no others', async (_, question) => {
  expect(await askedBy(reader, question)).toEqual({ tabular: expect.any(Object), code: undefined });
  expect((await askedBy(guest(server), question)).code).toBe('AUTHENTICATION_REQUIRED');
  for (const [column, closed, open] of [
    ['restricted', true, false],
    ['embargo_date_available', '2999-01-01', null],
    ['retention_date_unavailable', '2001-01-01', null],
  ] as const) {
    await change(column, closed);
    const refused = await askedBy(reader, question);
    const isOver = column === 'retention_date_unavailable';
    const ofAdmin = await askedBy(admin, question);
    const rows = await reader.rest.get(`/api/access/datafile/${file}/rows`);
    await change(column, open);
    expect(refused, column).toEqual({ tabular: null, code: 'FILE_ACCESS_DENIED' });
    expect([rows.status, rows.errorCode], column).toEqual([403, 'FILE_ACCESS_DENIED']);
    expect(ofAdmin.code, column).toBe(isOver ? 'FILE_ACCESS_DENIED' : undefined);
  }
});
