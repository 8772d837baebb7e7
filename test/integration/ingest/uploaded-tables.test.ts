// Tables as clients upload them, by what clients are told of them afterwards.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doJobs } from '../../support/do-jobs.ts';
import { enumName } from '../../support/enum-name.ts';
import { addFile, type Caller, createCollection, createDataset, type SeededDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const SAME = join(import.meta.dirname, '../../fixtures/same-table');
const TABLES = join(import.meta.dirname, '../../fixtures/tables');
const SAMPLES = join(import.meta.dirname, '../../../../shared/samples');
/** Of `i` = 1, 2, 3, `x` = 1.5, missing, -2.25 and `s` = a, b b, c. Source: files.md 19.6. */
const UNF = 'UNF:6:Ju3sxbDLoHcA2CGJl4kinA==';
const BROKEN = 'a,b\n1,2\n3\n';

const TRANSPORT = ['sas-5.xpt', 'sas-8.xpt'];
/** Names that are those of other formats than their content. */
const MISNAMED = [
  ['spss-in-truth.csv', 'same.sav'],
  ['stata-in-truth.sav', 'same-118.dta'],
  ['r-in-truth.xlsx', 'same.rds'],
  ['workbook-in-truth.dta', 'same.xlsx'],
  ['no-ending', 'same.zsav'],
] as const;

let server: TestServer;
let admin: Caller;
let target: SeededDataset;
/** Ids of files by the names that they were uploaded under. */
const files = new Map<string, number>();

const idOf = (name: string): number => files.get(name) ?? expect.fail(`${name} was not uploaded.`);

async function upload(name: string, bytes: string | Buffer, dataset = target): Promise<void> {
  files.set(name, await addFile(admin, dataset, { name, bytes, type: 'application/octet-stream' }));
}

const same = readdirSync(SAME);
const samples = existsSync(SAMPLES) ? readdirSync(SAMPLES) : [];

beforeAll(async () => {
  server = await startTestServer({ INGEST_MINUTES: '5' });
  admin = superuser(server);
  target = await createDataset(admin, await createCollection(admin));
  for (const name of same) await upload(name, readFileSync(join(SAME, name)));
  for (const name of samples) await upload(name, readFileSync(join(SAMPLES, name)));
  await upload('broken.csv', BROKEN);
  for (const name of TRANSPORT) await upload(name, readFileSync(join(TABLES, name)));
  // A dataset takes the same bytes once.
  const misnamed = await createDataset(admin, await createCollection(admin));
  for (const [name, content] of MISNAMED) await upload(name, readFileSync(join(SAME, content)), misnamed);
  await doJobs(server);
}, 180_000);
afterAll(() => server.stop());

interface Told {
  readonly unf: unknown;
  readonly variables: unknown;
}

const QUESTION = `query ($id: Int!) { file(reference: { databaseId: $id }) {
  dataTable { unf
    variables(first: 100) { nodes { name label intervalType formatType unf statistics { mean vald invd } } } }
} }`;

async function overGraphql(id: number): Promise<Told> {
  const answer = await admin.graphql.send(QUESTION, { id });
  expect(answer.at('errors')).toBeUndefined();
  return { unf: answer.at('data.file.dataTable.unf'), variables: answer.at('data.file.dataTable.variables.nodes') };
}

interface RestVariable {
  readonly name: string;
  readonly label?: string;
  readonly variableIntervalType: string;
  readonly variableFormatType: string;
  readonly UNF: string;
  readonly summaryStatistics?: { readonly mean: string; readonly vald: string; readonly invd: string };
}

/** The same words as over GraphQL. */
async function overRest(id: number): Promise<Told> {
  const answer = await admin.rest.get(`/api/files/${id}/dataTables`);
  const { UNF: unf, dataVariables } = answer.record('data.0');
  const variables = (dataVariables as readonly RestVariable[]).map((variable) => ({
    name: variable.name,
    label: variable.label ?? null,
    intervalType: enumName('VariableIntervalType', variable.variableIntervalType),
    formatType: variable.variableFormatType,
    unf: variable.UNF,
    statistics:
      variable.summaryStatistics === undefined
        ? null
        : { mean: variable.summaryStatistics.mean, vald: variable.summaryStatistics.vald, invd: variable.summaryStatistics.invd },
  }));
  return { unf, variables };
}

test.each(same)('%s is told to be the same table as in every other format, over REST and GraphQL', async (name) => {
  const told = await overRest(idOf(name));
  expect(told).toEqual(await overGraphql(idOf(name)));
  expect(told.unf).toBe(UNF);
  expect(told.variables).toMatchObject([
    { name: expect.stringMatching(/^i$/i), intervalType: name === 'same.xlsx' ? 'CONTINUOUS' : 'DISCRETE', formatType: 'NUMERIC' },
    { name: expect.stringMatching(/^x$/i), intervalType: 'CONTINUOUS', statistics: { mean: '-0.375', vald: '2.0', invd: '1.0' } },
    { name: expect.stringMatching(/^s$/i), intervalType: 'DISCRETE', formatType: 'CHARACTER', statistics: null },
  ]);
  const record = await admin.rest.get(`/api/files/${idOf(name)}`);
  expect(record.record('data.dataFile')).toMatchObject({ UNF, tabularData: true, originalFileName: name });
  const text = await admin.rest.get(`/api/access/datafile/${idOf(name)}?noVarHeader=true`);
  expect(text.body).toMatch(/^1(\.0)?\t1\.5\t"a"\n2(\.0)?\t\t"b b"\n3(\.0)?\t-2\.25\t"c"\n$/);
});

test.each(MISNAMED)('%s is read by its content, which is that of %s', async (name) => {
  const told = await overRest(idOf(name));
  expect(told).toEqual(await overGraphql(idOf(name)));
  expect(told.unf).toBe(UNF);
});

test.each(TRANSPORT)('%s, which Dataverse cannot read, has variables over REST and GraphQL', async (name) => {
  const told = await overRest(idOf(name));
  expect(told).toEqual(await overGraphql(idOf(name)));
  expect(told.variables).toMatchObject([{ name: 'ID', intervalType: 'DISCRETE' }, { intervalType: 'CONTINUOUS' }, {}, {}, {}]);
});

test.skipIf(samples.length === 0)('the samples have variables over REST and GraphQL (needs ../shared/samples)', async () => {
  for (const name of samples) {
    const told = await overRest(idOf(name));
    expect(told, name).toEqual(await overGraphql(idOf(name)));
    expect(told.variables, name).not.toEqual([]);
  }
});

test('a table that is none stays as it was, and its report names row and reason, over REST and GraphQL', async () => {
  const answer = await admin.graphql.send(
    `query ($id: Int!) { file(reference: { databaseId: $id }) { ingest { state report { message row column } } } }`,
    { id: idOf('broken.csv') },
  );
  expect(answer.at('data.file.ingest')).toMatchObject({ state: 'FAILED', report: { row: 2, message: expect.stringContaining('2') } });
  const told = await admin.rest.get(`/api/files/${idOf('broken.csv')}/ingest`);
  expect(told.at('data')).toMatchObject({ state: 'FAILED', report: { row: 2, message: answer.text('data.file.ingest.report.message') } });
  expect((await admin.rest.get(`/api/access/datafile/${idOf('broken.csv')}`)).body).toBe(BROKEN);
});

/** Name, type of the part, bytes; the original's type and the name of the table, or null where no table comes of it. Source: files.md 19.1, 19.4. */
const TYPED = [
  ['notes.txt', 'text/csv', 'a,b\n1,2\n', { type: 'text/csv', label: 'notes.tab' }],
  ['plain.csv', 'text/plain', 'a,b\n1,3\n', { type: 'text/csv', label: 'plain.tab' }],
  ['two.dots.csv', 'text/csv', 'a,b\n1,4\n', { type: 'text/csv', label: 'two.dots.tab' }],
  [
    'latin.csv',
    'application/octet-stream',
    Buffer.from('a,b\nGröße,5\n', 'latin1'),
    { type: 'text/comma-separated-values', label: 'latin.tab' },
  ],
  [
    'wide.csv',
    'application/octet-stream',
    Buffer.from('\ufeffa,b\n1,6\n', 'utf16le'),
    { type: 'text/comma-separated-values', label: 'wide.tab' },
  ],
  ['tabs.tab', 'text/tab-separated-values', 'a\tb\n1\t7\n', { type: 'text/tsv', label: 'tabs.tab' }],
  ['tabs.tsv', 'text/tsv', 'a\tb\n1\t8\n', { type: 'text/tsv', label: 'tabs-1.tab' }],
  ['empty.csv', 'text/csv', '', null],
  ['header-alone.csv', 'text/csv', 'a,b\n', null],
  ['text.dta', 'application/octet-stream', 'a,b\n1,9\n', null],
  ['text.xlsx', 'application/octet-stream', 'a,b\n1,10\n', null],
] as const;

test('type or name say what is read as a table, and both are told of the upload', async () => {
  const dataset = await createDataset(admin, await createCollection(admin));
  const ids: number[] = [];
  for (const [name, type, bytes] of TYPED) ids.push(await addFile(admin, dataset, { name, type, bytes }));
  await doJobs(server);
  for (const [index, [name, , , made]] of TYPED.entries()) {
    const record = await admin.rest.get(`/api/files/${ids[index]}`);
    const told = {
      label: record.text('data.label'),
      tabular: record.at('data.dataFile.tabularData'),
      original: record.at('data.dataFile.originalFileFormat'),
    };
    expect(told, name).toEqual(
      made === null ? { label: name, tabular: false, original: undefined } : { label: made.label, tabular: true, original: made.type },
    );
    if (made !== null) continue;
    expect((await admin.rest.get(`/api/files/${ids[index]}/ingest`)).at('data'), name).toMatchObject({
      state: 'FAILED',
      report: { message: expect.any(String) },
    });
  }
});
