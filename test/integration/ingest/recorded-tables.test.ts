// What another software said of tables that it ingested, held against what we say of the same: records, variables, DDI, forms and edits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { doJobs } from '../../support/do-jobs.ts';
import {
  addFile,
  type Caller,
  createUser,
  exampleDataset,
  guest,
  publishDataset,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import {
  answerOf,
  hasRecordings,
  inputBytes,
  recordedAnswer,
  recordedRequest,
  sampleBytes,
  textOf,
  unpackedText,
} from './recorded-table-answers.ts';
import { DIFFERENCES, INPUTS, VECTORS, WITHOUT_R } from './recorded-table-differences.ts';

const FORMS: Readonly<Record<string, string>> = {
  default: '',
  tab: '?format=tab',
  noVarHeader: '?noVarHeader=true',
  original: '?format=original',
  gb: '?gbrecs=true',
  nosuch: '?format=nosuch',
  subset: '?format=subset',
  prep: '?format=prep',
  RData: '?format=RData',
};

let server: TestServer;
let admin: Caller;
/** Our answers by the names of the recordings, as text. */
const answers = new Map<string, string>();

beforeAll(async () => {
  if (!hasRecordings) return;
  server = await startTestServer({ INGEST_MINUTES: '5' });
  admin = superuser(server);
  await askOfInputs();
  await askOfTagged();
}, 240_000);
afterAll(async () => {
  if (hasRecordings) await server.stop();
});

async function createTitled(title: string, ...authors: readonly string[]): Promise<SeededDataset> {
  const { datasetVersion } = exampleDataset('minimal');
  const primitive = (typeName: string, value: string): object => ({ typeName, multiple: false, typeClass: 'primitive', value });
  const written = z
    .looseObject({
      metadataBlocks: z.object({
        citation: z.object({ displayName: z.string(), fields: z.array(z.looseObject({ typeName: z.string() })) }),
      }),
    })
    .parse(datasetVersion);
  const { citation } = written.metadataBlocks;
  const others = citation.fields.filter(({ typeName }) => typeName !== 'title' && typeName !== 'author');
  const author = authors.map((name) => ({ authorName: primitive('authorName', name) }));
  const fields = [primitive('title', title), { typeName: 'author', multiple: true, typeClass: 'compound', value: author }, ...others];
  const native = { datasetVersion: { ...datasetVersion, metadataBlocks: { citation: { ...citation, fields } } } };
  const created = succeeded(await admin.rest.post('/api/collections/root/datasets', native));
  return { id: created.number('data.id'), persistentId: created.text('data.persistentId') };
}

async function ask(name: string, target: string): Promise<void> {
  answers.set(name, await unpackedText(answerOf(await admin.rest.get(target))));
}

/** Adds a file, and asks for all that was recorded of it then. */
async function ingestAndAsk(dataset: SeededDataset, name: string, bytes: Buffer, recorded: (what: string) => string): Promise<void> {
  const id = await addFile(admin, dataset, { name, bytes, type: '' });
  await doJobs(server);
  await ask(recorded('file'), `/api/files/${id}`);
  await ask(recorded('dataTables'), `/api/files/${id}/dataTables`);
  await ask(recorded('ddi'), `/api/access/datafile/${id}/metadata/ddi`);
  await ask(recorded('tab'), `/api/access/datafile/${id}`);
}

async function askOfInputs(): Promise<void> {
  const made = await createTitled("Darwin's Finches", 'Finch, Fiona');
  for (const name of [...INPUTS, 'BrokenCSV.csv']) {
    await ingestAndAsk(made, name, inputBytes(`inputs/${name}`), (what) => `ingest-${what}-${name}`);
  }
  const workbook = await createTitled("Darwin's Finches", 'Finch, Fiona');
  await ingestAndAsk(workbook, 'made3.xlsx', inputBytes('inputs/made3.xlsx'), (what) => `ingest-${what}-made3.xlsx`);
  const vectors = await createTitled("Darwin's Finches", 'Finch, Fiona');
  for (const name of VECTORS) {
    await ingestAndAsk(vectors, `unf-${name}.csv`, inputBytes(`input-unf-${name}.csv`), (what) => `unf-${what}-${name}`);
  }
}

let tagged: SeededDataset;
const ids = new Map<string, number>();
const idOf = (table: string): number => ids.get(table) ?? 0;

async function askOfTagged(): Promise<void> {
  tagged = await createTitled('Replication Data for: Title', 'LastAuthor1, FirstAuthor1', 'LastAuthor2, FirstAuthor2');
  const short = inputBytes('input-IngestCSV-short.csv');
  for (const [table, name, bytes, description] of [
    ['sav', 'dct.sav', sampleBytes('dct.sav'), 'SPSS'],
    ['dta', 'stata13-auto.dta', sampleBytes('stata13-auto.dta'), 'Stata 13, tagged'],
    ['csv2', 'IngestCSVshort.csv', short, 'A CSV table with shorter header'],
  ] as const) {
    ids.set(table, await addFile(admin, tagged, { name, bytes, type: '', jsonData: { description } }));
  }
  await doJobs(server);
  succeeded(await admin.rest.post(`/api/files/${idOf('dta')}/metadata/tabularTags`, { tabularTags: ['Panel', 'Survey'] }));
  for (const [table, id] of ids) await askOfVersion(table, id, '-draft');
  await publishDataset(admin, tagged);
  for (const [table, id] of ids) {
    await askOfVersion(table, id, '');
    for (const [form, query] of Object.entries(FORMS)) await ask(`access-${table}-${form}`, `/api/access/datafile/${id}${query}`);
    await ask(`access-${table}-bundle`, `/api/access/datafile/bundle/${id}`);
  }
  for (const [table, names] of [
    ['csv2', 'Strings Times'],
    ['dta', 'price mpg'],
    ['sav', 'Var2 Var3'],
  ] as const) {
    const variables = await variablesOf(idOf(table));
    const wanted = names.split(' ').map((name) => variables.get(name));
    await ask(`access-${table}-subsetvars`, `/api/access/datafile/${idOf(table)}?format=subset&variables=${wanted.join(',')}`);
  }
}

async function askOfVersion(table: string, id: number, version: '' | '-draft'): Promise<void> {
  await ask(`file-dataTables${version}-${table}`, `/api/files/${id}/dataTables`);
  await ask(`datafile-ddi${version}-${table}`, `/api/access/datafile/${id}/metadata/ddi`);
}

/** Ids of variables by their names. */
async function variablesOf(file: number): Promise<Map<string, number>> {
  const answer = succeeded(await admin.rest.get(`/api/files/${file}/dataTables`));
  const variables = z.array(z.object({ id: z.number(), name: z.string() })).parse(answer.at('data.0.dataVariables'));
  return new Map(variables.map(({ id, name }) => [name, id]));
}

const ofEach = (names: readonly string[], recorded: (what: string, name: string) => string): string[] =>
  names.flatMap((name) => ['file', 'dataTables', 'ddi', 'tab'].map((what) => recorded(what, name)));
const tables = ['sav', 'dta', 'csv2'];
const versions = tables.flatMap((table) =>
  ['-draft', ''].flatMap((version) => [`file-dataTables${version}-${table}`, `datafile-ddi${version}-${table}`]),
);
/** The names under which answers are kept that are recorded under others. */
const recordedAs = (name: string): string => name.replace(/^access-(\w+)-bundle$/, 'access-bundle-$1');
const RECORDINGS = [
  ...ofEach([...INPUTS, 'BrokenCSV.csv', 'made3.xlsx'], (what, name) => `ingest-${what}-${name}`),
  ...ofEach(VECTORS, (what, name) => `unf-${what}-${name}`),
  ...versions,
  ...tables.flatMap((table) => [...Object.keys(FORMS), 'subsetvars', 'bundle'].map((form) => `access-${table}-${form}`)),
].filter((name) => !WITHOUT_R.includes(name));

/** What is recorded, and our answer, with the differences that are listed taken away. */
async function compared(name: string): Promise<{ expected: string; told: string }> {
  let expected = await unpackedText(recordedAnswer(recordedAs(name)));
  let told = answers.get(name) ?? 'not asked for';
  for (const { of, recorded, ours, because } of DIFFERENCES.filter((one) => one.of.includes(name))) {
    const [changed, left] = [
      recorded === undefined ? expected : expected.replace(...recorded),
      ours === undefined ? told : told.replace(ours, ''),
    ];
    expect([changed === expected, left === told], `${because}: not in ${of.join(', ')}`).toEqual([
      recorded === undefined,
      ours === undefined,
    ]);
    [expected, told] = [changed, left];
  }
  return { expected, told };
}

describe.skipIf(!hasRecordings)(
  'of ingested tables all is told that was recorded, but for the differences listed (needs ../shared/golden)',
  () => {
    test.each(RECORDINGS)('%s', async (name) => {
      const { expected, told } = await compared(name);
      expect(told.split('\n')).toEqual(expected.split('\n'));
    });

    test('differences are listed of recordings that there are', () => {
      expect(DIFFERENCES.flatMap(({ of }) => of).filter((name) => !RECORDINGS.includes(name))).toEqual([]);
    });
  },
);

/** The recorded body of a request, about our file. */
async function aboutOurs(body: string): Promise<string> {
  const recorded = new Map([...body.matchAll(/<var ID="(v\d+)" name="(\w+)"/g)].map(([, id = '', name = '']) => [id, name]));
  const own = await variablesOf(idOf('dta'));
  return body
    .replaceAll(/"f15"/g, `"f${idOf('dta')}"`)
    .replaceAll(/"(v\d+)"/g, (_all, id: string) => `"v${own.get(recorded.get(id) ?? '') ?? 0}"`);
}

const edit = async (caller: Caller, body: string): ReturnType<Caller['rest']['send']> =>
  caller.rest.send(`/api/edit/${idOf('dta')}`, { method: 'PUT', raw: body, headers: { 'Content-Type': 'application/xml' } });

describe.skipIf(!hasRecordings)('variables are edited as was recorded (needs ../shared/golden)', () => {
  test('by those who may', async () => {
    const body = await aboutOurs(recordedRequest('file-editddi-noperm'));
    for (const caller of [guest(server), await createUser(server, 'reader')]) {
      expect((await edit(caller, body)).status).toBe(recordedAnswer('file-editddi-noperm').status);
    }
  });

  test('into nothing, where nothing is said', async () => {
    expect(textOf(answerOf(await edit(admin, recordedRequest('file-editddi-bad'))))).toBe(textOf(recordedAnswer('file-editddi-bad')));
  });

  test('in a draft, which shows what was edited', async () => {
    const body = await aboutOurs(recordedRequest('file-editddi'));
    expect(textOf(answerOf(await edit(admin, body)))).toBe(textOf(recordedAnswer('file-editddi')));
    const told = textOf(answerOf(await admin.rest.get(`/api/access/datafile/${idOf('dta')}/metadata/ddi`)));
    expect(told.replace(/ dcml="\d"/g, '').split('\n')).toEqual(textOf(recordedAnswer('datafile-ddi-edited')).split('\n'));
  });
});

describe.skipIf(!hasRecordings)('an ingest is undone and done again as was recorded (needs ../shared/golden)', () => {
  test('with the answers and the records', async () => {
    const id = idOf('csv2');
    const ours = async (method: 'GET' | 'POST', target: string): Promise<string> =>
      textOf(answerOf(await admin.rest.send(`/api/files/${id}${target}`, { method }))).replace(`Datafile ${id} `, 'Datafile 16 ');
    for (const [recorded, method, target] of [
      ['file-uningest', 'POST', '/uningest'],
      ['file-after-uningest', 'GET', ''],
      ['file-uningest-again', 'POST', '/uningest'],
      ['file-reingest-ok', 'POST', '/reingest'],
      ['file-after-reingest-ok', 'GET', ''],
      ['file-reingest-already', 'POST', '/reingest'],
    ] as const) {
      expect(await ours(method, target), recorded).toBe(textOf(recordedAnswer(recorded)));
      await doJobs(server);
    }
  });
});
