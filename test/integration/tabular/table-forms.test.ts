import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTableForms } from '../../../src/adapters/tables/table-forms.ts';
import { FormFailure, type StoredVariable, type TableText, type WantedForm } from '../../../src/kernel/ports/table-forms.ts';
import { bytesInMemory } from '../../../src/tabular/byte-source.ts';
import { readers } from '../../../src/tabular/readers/readers.ts';
import { defaultLimits } from '../../../src/tabular/table-reader.ts';
import { cellText } from '../../../src/tabular/text-cells.ts';
import { childProcesses } from '../../support/child-processes.ts';

function stored(name: string, facts: Partial<StoredVariable> = {}): StoredVariable {
  const usual = { label: null, format: null, formatCategory: null, statistics: null } as const;
  return { name, intervalType: 'discrete', formatType: 'NUMERIC', ...usual, ...facts };
}

const WIDE = { mean: '.', medn: '.', mode: '.', vald: '.', invd: '.', min: '1.0', max: '9.223372036854776E18', stdev: '.' };
const VARIABLES = [
  stored('who, "quoted"', { formatType: 'CHARACTER', label: 'Whose größe' }),
  stored('count'),
  stored('share', { intervalType: 'contin' }),
  stored('small', { intervalType: 'contin', format: 'float' }),
  stored('wide', { statistics: WIDE }),
  stored('day', { formatType: 'CHARACTER', formatCategory: 'date', format: 'yyyy-MM-dd' }),
];
const TEXT = [
  String.raw`"größe \"x\"\ty"	1	1.5E7	0.1	9007199254740993	2020-01-31`,
  String.raw`"a,b\\nc"	-2147483647	NaN	3.4028235E38	-9223372036854775807	`,
  String.raw`""	007	Inf			1969-12-31`,
  String.raw`	2147483647				`,
]
  .map((line) => `${line}\n`)
  .join('');

let folder: string;
let text: TableText;
const forms: ReturnType<typeof createTableForms>[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'table-forms-'));
  const path = join(folder, 'table.tab');
  await writeFile(path, TEXT);
  text = { path, hasHeader: false, rows: 4, variables: VARIABLES };
  forms.push(createTableForms(join(folder, 'forms')));
});
afterAll(async () => {
  for (const made of forms) await made.close();
  await rm(folder, { recursive: true, force: true });
});

function make(form: WantedForm, of: TableText = text): Promise<Buffer> {
  const [maker] = forms;
  if (maker === undefined) throw new Error('No maker.');
  return maker.make(of, form, (path) => readFile(path));
}

const MISSING = null;
const WHO = ['größe "x"\ty', String.raw`a,b\nc`, '', MISSING];

test('columns are given out as they stand, in the order that was asked for, below their names', async () => {
  expect((await make({ columns: [5, 1, 1] })).toString()).toBe(
    'day\tcount\tcount\n2020-01-31\t1\t1\n\t-2147483647\t-2147483647\n1969-12-31\t007\t007\n\t2147483647\t2147483647\n',
  );
});

test('CSV tells an empty text from a missing one', async () => {
  const csv = (await make('csv')).toString();
  expect(csv.startsWith('"who, ""quoted""",count,share,small,wide,day\n"größe ""x""\ty",1,')).toBe(true);
  expect(csv.split('\n').slice(2)).toEqual([
    String.raw`"a,b\nc",-2147483647,NaN,3.4028235E38,-9223372036854775807,`,
    '"",007,Inf,,,1969-12-31',
    ',2147483647,,,,',
    '',
  ]);
});

test('JSON by lines is valid in each line and keeps all digits', async () => {
  const lines = (await make('jsonl')).toString().trimEnd().split('\n');
  expect(lines[0]).toContain('"wide":9007199254740993');
  const rows = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(rows.map((row) => row['who, "quoted"'])).toEqual(WHO);
  expect(rows.map(({ count }) => count)).toEqual([1, -2147483647, 7, 2147483647]);
  expect(rows.map(({ share }) => share)).toEqual([1.5e7, 'NaN', 'Inf', null]);
});

test('a file of Arrow has typed columns with nulls', async () => {
  const table = tableFromIPC(await make('arrow'));
  const column = (name: string): unknown[] => [...(table.getChild(name) ?? [])];
  expect(table.schema.fields.map(({ type }) => String(type))).toEqual(['Utf8', 'Int64', 'Float64', 'Float32', 'Int64', 'Utf8']);
  expect(column('who, "quoted"')).toEqual(WHO);
  expect(column('count')).toEqual([1n, -2147483647n, 7n, 2147483647n]);
  expect(column('wide')).toEqual([9007199254740993n, -9223372036854775807n, null, null]);
  expect(column('share')).toEqual([1.5e7, Number.NaN, Number.POSITIVE_INFINITY, null]);
  expect(table.schema.fields[0]?.metadata.get('label')).toBe('Whose größe');
});

test('a file of Parquet has the values of the table', async () => {
  const path = join(folder, 'x.parquet');
  await writeFile(path, await make('parquet'));
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const result = await connection.runAndReadAll('select * from read_parquet($1)', [path]);
  expect(result.columnNames()).toEqual(VARIABLES.map(({ name }) => name));
  expect(result.columnTypes().map(String)).toEqual(['VARCHAR', 'BIGINT', 'DOUBLE', 'FLOAT', 'BIGINT', 'VARCHAR']);
  const columns = result.getColumns();
  expect(columns[0]).toEqual(WHO);
  expect(columns[2]).toEqual([1.5e7, Number.NaN, Number.POSITIVE_INFINITY, null]);
  expect(columns[4]).toEqual([9007199254740993n, -9223372036854775807n, null, null]);
  expect(columns[5]).toEqual(['2020-01-31', null, '1969-12-31', null]);
  connection.closeSync();
  instance.closeSync();
});

test('what R loads is the table again', async () => {
  const bytes = await make('RData');
  const reader = readers.find(({ format }) => format === 'rdata');
  const table = await reader?.open(bytesInMemory(bytes), { limits: defaultLimits });
  expect(table?.variables.map(({ name, storage }) => [name, storage])).toEqual([
    ['who, "quoted"', 'text'],
    ['count', 'integer'],
    ['share', 'double'],
    ['small', 'double'],
    ['wide', 'int64'],
    ['day', 'text'],
  ]);
  for await (const batch of table?.batches() ?? []) {
    const texts = batch.columns[0];
    if (texts?.kind !== 'text') throw new Error('The first column is no text.');
    expect([0, 1, 2].map((row) => cellText(texts.cells, row))).toEqual(WHO.slice(0, 3));
    expect([...(texts.missing ?? [])].slice(0, 4)).toEqual([0, 0, 0, 1]);
    const counts = batch.columns[1];
    expect(counts?.kind === 'number' && [...counts.values.subarray(0, 4)]).toEqual([1, -2147483647, 7, 2147483647]);
  }
});

test('a table without rows, and one of one column with nothing in it, have all forms', async () => {
  const path = join(folder, 'lean.tab');
  await writeFile(path, '\n\n');
  const lean = { path, hasHeader: false, rows: 2, variables: [stored('only')] };
  const empty = join(folder, 'empty.tab');
  await writeFile(empty, 'only\n');
  expect((await make('csv', lean)).toString()).toBe('only\n\n\n');
  expect((await make('jsonl', lean)).toString()).toBe('{"only":null}\n{"only":null}\n');
  for (const form of ['parquet', 'arrow', 'RData'] as const) {
    expect((await make(form, lean)).length).toBeGreaterThan(0);
    expect((await make(form, { ...lean, path: empty, hasHeader: true, rows: 0 })).length).toBeGreaterThan(0);
  }
  const parquet = join(folder, 'lean.parquet');
  await writeFile(parquet, await make('parquet', lean));
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  expect((await connection.runAndReadAll('select * from read_parquet($1)', [parquet])).getRows()).toEqual([[null], [null]]);
  connection.closeSync();
  instance.closeSync();
});

test('a damaged text is a failure, after which others are made', async () => {
  const path = join(folder, 'damaged.tab');
  await writeFile(path, '1\t2\n1\n');
  const damaged = { path, hasHeader: false, rows: 2, variables: [stored('a'), stored('b')] };
  for (const form of ['csv', 'parquet', 'RData'] as const) await expect(make(form, damaged)).rejects.toThrow(FormFailure);
  expect((await make({ columns: [0] })).toString()).toContain('größe');
});

test('a form that is cut off by a stopping server is no failure that would be recorded, and no process starts any more', async () => {
  const place = join(folder, 'stopping');
  const stopping = createTableForms(place);
  const cutOff = expect(stopping.make(text, 'csv', (path) => readFile(path))).rejects.toMatchObject({ code: 'FILE_FORM_PENDING' });
  await expect.poll(() => existsSync(place)).toBe(true);
  await stopping.close();
  await cutOff;
  await expect(stopping.make(text, 'csv', (path) => readFile(path))).rejects.toMatchObject({ code: 'FILE_FORM_PENDING' });
});

test('what many ask for is made once, and who waits too long is told to come again', async () => {
  const impatient = createTableForms(join(folder, 'impatient'), 1);
  forms.push(impatient);
  const gate = Promise.withResolvers<undefined>();
  let made = 0;
  const work = async (): Promise<void> => {
    made += 1;
    await gate.promise;
  };
  const asked = await Promise.allSettled([impatient.once('a', 'x', work), impatient.once('a', 'y', work)]);
  expect(asked.map((outcome) => outcome.status === 'rejected' && String(outcome.reason.code))).toEqual([
    'FILE_FORM_PENDING',
    'FILE_FORM_PENDING',
  ]);
  gate.resolve(undefined);
  expect(made).toBe(1);
});

test('a form whose process is killed from outside is no failure that would be recorded, and is made when it is asked for again', async () => {
  const maker = createTableForms(join(folder, 'killed'));
  forms.push(maker);
  // A pipe without a writer: reading it never ends.
  const path = join(folder, 'endless.tab');
  execFileSync('mkfifo', [path]);
  const before = await childProcesses('form-program');
  const cutOff = expect(maker.make({ ...text, path }, 'csv', (made) => readFile(made))).rejects.toMatchObject({
    code: 'FILE_FORM_PENDING',
  });
  const pid = await vi.waitFor(
    async () => {
      const [started] = (await childProcesses('form-program')).filter((one) => !before.includes(one));
      if (started === undefined) throw new Error('No process has started.');
      return started;
    },
    { timeout: 30_000 },
  );
  process.kill(pid, 'SIGKILL');
  await cutOff;
  expect((await maker.make(text, 'csv', (made) => readFile(made))).toString()).toContain('größe');
});

test('a fault of the machine is no failure that would be recorded', async () => {
  const gone = make('csv', { ...text, path: join(folder, 'not-there.tab') });
  await expect(gone).rejects.toThrow('ENOENT');
  await expect(gone).rejects.not.toThrow(FormFailure);
  await expect(make('parquet', { ...text, path: join(folder, 'not-there.tab') })).rejects.not.toThrow(FormFailure);
});
