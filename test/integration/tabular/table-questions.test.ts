import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, quotedString } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTableForms } from '../../../src/adapters/tables/table-forms.ts';
import { createTableQuestions } from '../../../src/adapters/tables/table-questions.ts';
import type { StoredVariable } from '../../../src/kernel/ports/table-forms.ts';
import type { AskedTable } from '../../../src/kernel/ports/table-questions.ts';
import type {
  GroupsQuestion,
  RowCondition,
  RowOrder,
  RowsQuestion,
  TableAnswer,
  TableCell,
} from '../../../src/model/tables/table-question.ts';
import { childProcesses } from '../../support/child-processes.ts';

function stored(name: string, facts: Partial<StoredVariable> = {}): StoredVariable {
  const usual = { label: null, format: null, formatCategory: null, statistics: null } as const;
  return { name, intervalType: 'discrete', formatType: 'NUMERIC', ...usual, ...facts };
}

const WIDE = { mean: '.', medn: '.', mode: '.', vald: '.', invd: '.', min: '1.0', max: '9.223372036854776E18', stdev: '.' };
const VARIABLES = [
  stored(`who, "quoted" 'x'); --`, { formatType: 'CHARACTER' }),
  stored('Kg', { intervalType: 'contin' }),
  stored('kg', { intervalType: 'contin', format: 'float' }),
  stored('wide', { statistics: WIDE }),
];
const [WHO, KG, SMALL, BIG] = [0, 1, 2, 3];
/** By row: every value and a missing one twice, so that orders have equal rows. */
const ROWS = [
  ['"b"', '2.5', '0.1', '9223372036854775807'],
  ['"a"', 'NaN', '', '-9223372036854775807'],
  ['', '', '0.1', '9223372036854775806'],
  ['"b"', 'NaN', '3.4028235E38', ''],
  ['"ä"', '2.5', '-1', ''],
  ['', 'Inf', '', '0'],
  ['""', '-Inf', '0', '-1'],
];

let folder: string;
let table: AskedTable;
let questions: ReturnType<typeof createTableQuestions>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'table-questions-'));
  const text = join(folder, 'table.tab');
  await writeFile(text, ROWS.map((cells) => `${cells.join('\t')}\n`).join(''));
  const path = join(folder, "it's.parquet");
  const forms = createTableForms(join(folder, 'forms'));
  await forms.make({ path: text, hasHeader: false, rows: ROWS.length, variables: VARIABLES }, 'parquet', (made) => copyFile(made, path));
  await forms.close();
  table = { key: 'table', path, bytes: async () => createReadStream(path), variables: VARIABLES };
  questions = createTableQuestions(join(folder, 'questions'));
});
afterAll(async () => {
  await questions.close();
  await rm(folder, { recursive: true, force: true });
});

function rowsOf(facts: Partial<RowsQuestion>): RowsQuestion {
  return { kind: 'rows', columns: [WHO], where: [], orderBy: [], limit: 1000, after: 0, ...facts };
}

async function ask(facts: Partial<RowsQuestion>): Promise<TableAnswer> {
  return questions.ask('ada', table, rowsOf(facts));
}

async function numbers(facts: Partial<RowsQuestion>): Promise<number[]> {
  return (await ask(facts)).rows.map(({ number }) => number);
}

function chosen(column: number, operator: RowCondition['operator'], ...values: RowCondition['values']): Promise<number[]> {
  return numbers({ where: [{ column, operator, values }] });
}

test('cells have the values of the table, and those that JSON has no number for are texts', async () => {
  const { rows } = await ask({ columns: [WHO, KG, SMALL, BIG] });
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['b', 2.5, 0.1, '9223372036854775807'],
    ['a', 'NaN', null, '-9223372036854775807'],
    [null, null, 0.1, '9223372036854775806'],
    ['b', 'NaN', 3.4028235e38, null],
    ['ä', 2.5, -1, null],
    [null, 'Inf', null, 0],
    ['', '-Inf', 0, -1],
  ]);
});

test('conditions compare with the numbers that are meant', async () => {
  expect(await chosen(SMALL, 'EQ', 0.1)).toEqual([1, 3]);
  expect(await chosen(BIG, 'EQ', 9223372036854775806n)).toEqual([3]);
  expect(await chosen(BIG, 'LT', 1e30)).toEqual([1, 2, 3, 6, 7]);
  expect(await chosen(SMALL, 'LT', 1e300)).toEqual([1, 3, 4, 5, 7]);
  expect(await chosen(KG, 'IN', Number.NaN, 2.5)).toEqual([1, 2, 4, 5]);
  expect(await chosen(KG, 'EQ', Number.NEGATIVE_INFINITY)).toEqual([7]);
  expect(await chosen(KG, 'NE', 2.5)).toEqual([2, 4, 6, 7]);
  expect(await chosen(WHO, 'EQ', '')).toEqual([7]);
  expect(await chosen(WHO, 'MISSING')).toEqual([3, 6]);
  expect(await chosen(WHO, 'CONTAINS', '%')).toEqual([]);
  expect(await chosen(WHO, 'IN', "b' or 1=1 --", '$1')).toEqual([]);
});

const orders: readonly (readonly RowOrder[])[] = [
  [],
  ...[WHO, KG, SMALL, BIG].flatMap((column) => [[{ column, descending: false }], [{ column, descending: true }]]),
  [
    { column: WHO, descending: true },
    { column: KG, descending: false },
  ],
  [
    { column: SMALL, descending: true },
    { column: WHO, descending: false },
    { column: BIG, descending: true },
  ],
];

test('pages of every size put together are the whole, in every order', async () => {
  for (const orderBy of orders) {
    const whole = await numbers({ orderBy });
    expect(whole).toHaveLength(ROWS.length);
    for (const limit of [1, 2, 3]) {
      const pages: number[] = [];
      for (let hasMore = true; hasMore;) {
        const page = await ask({ orderBy, limit, after: pages.at(-1) ?? 0 });
        pages.push(...page.rows.map(({ number }) => number));
        ({ hasMore } = page);
      }
      expect(pages).toEqual(whole);
    }
  }
});

test('a row that the table does not have has none behind it', async () => {
  for (const orderBy of [[], [{ column: KG, descending: false }]]) {
    expect(await ask({ orderBy, after: 8 })).toEqual({ rows: [], hasMore: false });
    expect(await ask({ orderBy, after: Number.MAX_SAFE_INTEGER })).toEqual({ rows: [], hasMore: false });
  }
});

async function groups(facts: Partial<GroupsQuestion>): Promise<readonly (readonly TableCell[])[]> {
  const question = {
    kind: 'groups',
    groupBy: [],
    measures: [{ measure: 'COUNT', column: null }],
    where: [],
    limit: 1000,
    ...facts,
  } as const;
  return (await questions.ask('ada', table, question)).rows.map(({ cells }) => cells);
}

test('groups come in the order of their keys, with sums beyond the largest number', async () => {
  expect(await groups({ groupBy: [SMALL] })).toEqual([
    [-1, 1],
    [0, 1],
    [0.1, 2],
    [3.4028235e38, 1],
    [null, 2],
  ]);
  const measures = [
    { measure: 'SUM', column: BIG },
    { measure: 'MIN', column: SMALL },
    { measure: 'MAX', column: WHO },
    { measure: 'DISTINCT', column: WHO },
    { measure: 'COUNT', column: WHO },
    { measure: 'MEAN', column: KG },
  ] as const;
  expect(await groups({ measures })).toEqual([['9223372036854775805', -1, 'ä', 4, 5, 'NaN']]);
  expect(await groups({ measures, where: [{ column: WHO, operator: 'EQ', values: ['nothing'] }] })).toEqual([
    [null, null, null, 0, 0, null],
  ]);
});

/** Processes that answer questions. */
const engines = (): Promise<number[]> => childProcesses('question-program');

/** A busy machine may not even start the process in the time that one answer has. */
function answered(asked: typeof questions): Promise<TableAnswer> {
  return vi.waitFor(() => asked.ask('ada', table, rowsOf({})), { timeout: 100_000 });
}

/** An engine of its own, which has answered. */
async function withEngine(mostMs: number | undefined, use: (asked: typeof questions, pid: number) => Promise<void>): Promise<void> {
  const before = await engines();
  const own = createTableQuestions(join(folder, 'own'), mostMs);
  try {
    await answered(own);
    const [pid] = (await engines()).filter((one) => !before.includes(one));
    if (pid === undefined) throw new Error('No process answers.');
    await use(own, pid);
  } finally {
    await own.close();
  }
}

test('a page of more text than the engine may hold is refused, with what to do, and a smaller one is answered', async () => {
  const path = join(folder, 'wide.parquet');
  const columns = 4;
  const texts = Array.from({ length: columns }, (_, index) => `repeat(chr(97 + cast(random() * 25 as integer)), 100000) as c${index}`);
  const engine = await DuckDBInstance.create(':memory:', { memory_limit: '1GB', threads: '1' });
  const connection = await engine.connect();
  await connection.run(`copy (select ${texts.join(', ')} from range(800)) to ${quotedString(path)} (row_group_size 100)`);
  connection.closeSync();
  engine.closeSync();
  const variables = Array.from({ length: columns }, (_, index) => stored(`text${index}`, { formatType: 'CHARACTER' }));
  const wide = { key: 'wide', path, bytes: async () => createReadStream(path), variables };
  const own = createTableQuestions(join(folder, 'wide'));
  const all = variables.map((_variable, place) => place);
  const orderBy = [{ column: 3, descending: true }];
  await expect(own.ask('ada', wide, rowsOf({ columns: all, orderBy }))).rejects.toMatchObject({
    code: 'TABLE_QUESTION_TOO_COSTLY',
    message: expect.stringContaining('fewer columns, rows'),
  });
  expect((await own.ask('ada', wide, rowsOf({ columns: [0], limit: 3, orderBy }))).rows).toHaveLength(3);
  await own.close();
});

test('a process that is killed while it answers costs that answer, and nothing else', async () => {
  await withEngine(undefined, async (own, pid) => {
    process.kill(pid, 'SIGSTOP');
    const asked = own.ask('ada', table, rowsOf({}));
    const next = own.ask('bob', table, rowsOf({ limit: 1 }));
    process.kill(pid, 'SIGKILL');
    await expect(asked).rejects.toMatchObject({ code: 'TABLE_QUESTION_TOO_COSTLY' });
    expect((await next).rows).toHaveLength(1);
  });
});

test('a process that does not answer in time is ended, and the next question is answered', async () => {
  await withEngine(8000, async (own, pid) => {
    process.kill(pid, 'SIGSTOP');
    await expect(own.ask('ada', table, rowsOf({}))).rejects.toMatchObject({ code: 'TABLE_QUESTION_TOO_COSTLY' });
    expect((await answered(own)).rows).toHaveLength(ROWS.length);
  });
});

test('a caller who asks too much at once is told to wait, and others are not', async () => {
  const many = Array.from({ length: 12 }, () => questions.ask('eve', table, rowsOf({})).catch((error: unknown) => error));
  const other = questions.ask('bob', table, rowsOf({}));
  const outcomes = await Promise.all(many);
  expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual(
    Array.from({ length: 6 }, () => expect.objectContaining({ code: 'TABLE_QUESTIONS_WAIT' })),
  );
  expect((await other).rows).toHaveLength(ROWS.length);
});

test('a table of a store across the network is copied once, and again after another one was asked', async () => {
  let copies = 0;
  const far = (key: string): AskedTable => ({
    ...table,
    key,
    path: undefined,
    bytes: () => {
      copies += 1;
      return table.bytes();
    },
  });
  const own = createTableQuestions(join(folder, 'far'));
  for (const key of ['a', 'a', 'b', 'a']) expect((await own.ask('ada', far(key), rowsOf({}))).rows).toHaveLength(ROWS.length);
  expect(copies).toBe(3);
  const broken = { ...far('c'), bytes: () => Promise.reject(new Error('The store does not answer.')) };
  await expect(own.ask('ada', broken, rowsOf({}))).rejects.toThrow('The store does not answer.');
  expect(await readdir(join(folder, 'far'))).toEqual([]);
  expect((await own.ask('ada', far('a'), rowsOf({}))).rows).toHaveLength(ROWS.length);
  await own.close();
  expect(await readdir(folder)).not.toContain('far');
});

test('values are spread over ranges of one width, texts by how often they occur, without what is missing or not finite', async () => {
  const columns = [WHO, KG, SMALL, BIG];
  const { rows } = await questions.ask('ada', table, { kind: 'spread', columns, bins: 4, where: [], limit: 16 });
  const of = (place: number) => rows.filter(({ number }) => number === place).map(({ cells }) => cells);
  expect(of(WHO)).toEqual([
    [null, null, 'b', 2],
    [null, null, '', 1],
    [null, null, 'a', 1],
    [null, null, 'ä', 1],
  ]);
  expect(of(KG)).toEqual([[2.5, 2.5, null, 2]]);
  // -1, 0 and 0.1 twice lie in the first of four ranges up to the largest float.
  expect(of(SMALL).map((cells) => cells[3])).toEqual([4, 1]);
  expect(of(SMALL)[1]?.[1]).toBe(Math.fround(3.4028235e38));
  expect(of(BIG).reduce((sum, cells) => sum + Number(cells[3]), 0)).toBe(5);
});

test('few whole numbers have a range each', async () => {
  const path = join(folder, 'few.parquet');
  const text = join(folder, 'few.tab');
  await writeFile(text, [3, 5, 5, 6].map((cell) => `${cell}\n`).join(''));
  const forms = createTableForms(join(folder, 'few'));
  const variables = [stored('n')];
  await forms.make({ path: text, hasHeader: false, rows: 4, variables }, 'parquet', (made) => copyFile(made, path));
  await forms.close();
  const few = { key: 'few', path, bytes: async () => createReadStream(path), variables };
  const { rows } = await questions.ask('ada', few, { kind: 'spread', columns: [0], bins: 20, where: [], limit: 20 });
  expect(rows.map(({ cells }) => cells)).toEqual([
    [3, 4, null, 1],
    [5, 6, null, 2],
    [6, 6, null, 1],
  ]);
});
