import { expect } from 'vitest';
import { addFile, createDataset, publishDataset, type SeededCollection, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PROGRAM = 'python-requests/2.32';
const JSON_FORM = { Accept: 'application/json' };

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7);
}

/** A published collection with a published dataset, whose file was downloaded by a browser, twice, and by a program. */
interface Counted {
  readonly collection: SeededCollection;
  readonly below: SeededCollection;
  readonly dataset: SeededDataset;
  readonly file: number;
}
const seeded = new WeakMap<ContractWorld, Promise<Counted>>();

async function seed({ callers, fresh, server }: ContractWorld): Promise<Counted> {
  const collection = await fresh.collection();
  const below = succeeded(
    await callers.owner.rest.post(`/api/collections/${collection.alias}`, {
      alias: `${collection.alias}below`,
      name: 'Below',
      collectionType: 'LABORATORY',
      collectionContacts: [{ contactEmail: 'contact@example.org' }],
    }),
  );
  succeeded(await callers.owner.rest.post(`/api/collections/${collection.alias}below/actions/:publish`));
  const dataset = await createDataset(callers.owner, collection);
  const file = await addFile(callers.owner, dataset, { name: 'a.txt', bytes: 'twelve bytes', type: 'text/plain' });
  await publishDataset(callers.owner, dataset);
  // What is not published does not count.
  await createDataset(callers.owner, collection);
  for (const agent of [BROWSER, BROWSER, PROGRAM]) {
    succeeded(await callers.stranger.rest.get(`/api/access/datafile/${file}`, { 'User-Agent': agent }));
  }
  await server.application.services.usage.flush();
  return { collection, below: { id: below.number('data.id'), alias: `${collection.alias}below` }, dataset, file };
}

function counted(world: ContractWorld): Promise<Counted> {
  let found = seeded.get(world);
  if (found === undefined) seeded.set(world, (found = seed(world)));
  return found;
}

async function within(world: ContractWorld, request: CaseRequest = {}): Promise<CaseRequest> {
  const { collection } = await counted(world);
  return { ...request, query: { parentAlias: collection.alias, ...request.query } };
}

/** What a row gives of the collection. */
function gives(
  row: string,
  shows: string,
  path: () => readonly string[],
  data: unknown,
  query: Readonly<Record<string, string>> = {},
): ContractCase {
  return {
    row,
    shows,
    given: (world) => within(world, { path: path(), query, headers: JSON_FORM }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual(data),
  };
}

/** What a row gives of the collection as CSV. */
function givesCsv(row: string, path: () => readonly string[], lines: RegExp, file: string): ContractCase {
  return {
    row,
    shows: 'gives CSV to those who ask for nothing else',
    given: (world) => within(world, { path: path() }),
    status: 200,
    holds: (answer) => {
      expect(answer.body).toMatch(lines);
      expect(answer.headers.get('content-disposition')).toContain(file);
    },
  };
}

const none = () => [];
const current = () => [thisMonth()];
const COUNTS = { collections: 2, datasets: 1, files: 1, downloads: 3 } as const;
const FILES = { collections: 'collections', datasets: 'datasets', files: 'datafiles', downloads: 'downloads' } as const;

const counts: readonly ContractCase[] = (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).flatMap((name) => [
  gives(`metrics.${name}`, 'counts what is below a collection', none, { count: COUNTS[name] }),
  gives(`metrics.${name}.toMonth`, 'counts this month', current, { count: COUNTS[name] }),
  gives(`metrics.${name}.toMonth`, 'counts nothing before', () => ['2019-12'], { count: 0 }),
  gives(`metrics.${name}.pastDays`, 'counts what is new', () => ['1'], { count: COUNTS[name] }),
  gives(`metrics.${name}.pastDays`, 'counts a hundred years', () => ['36525'], { count: COUNTS[name] }),
  {
    row: `metrics.${name}.monthly`,
    shows: 'gives totals by month',
    given: (world) => within(world, { headers: JSON_FORM }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([{ date: thisMonth(), count: COUNTS[name] }]),
  },
  givesCsv(
    `metrics.${name}.monthly`,
    none,
    new RegExp(`^date,count\\r\\n\\d{4}-\\d\\d,${COUNTS[name]}\\r\\n$`),
    `${FILES[name]}.timeseries.csv`,
  ),
]);

const accounts: readonly ContractCase[] = [
  {
    row: 'metrics.accounts',
    shows: 'counts accounts',
    given: () => ({}),
    status: 200,
    keys: ['count'],
    holds: (answer) => expect(answer.number('data.count')).toBeGreaterThan(5),
  },
  {
    row: 'metrics.accounts.toMonth',
    shows: 'counts no accounts before there were any',
    given: () => ({ path: ['2019-12'] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ count: 0 }),
  },
  {
    row: 'metrics.accounts.pastDays',
    shows: 'counts new accounts',
    given: () => ({ path: [2] }),
    status: 200,
    holds: (answer) => expect(answer.number('data.count')).toBeGreaterThan(5),
  },
  {
    row: 'metrics.accounts.monthly',
    shows: 'gives totals by month',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.headers.get('content-disposition')).toContain('accounts.timeseries.csv'),
  },
];

const groups: readonly ContractCase[] = [
  gives('metrics.collections.byCategory', 'counts collections by type', none, [
    { category: 'Laboratory', count: 1 },
    { category: 'Uncategorized', count: 1 },
  ]),
  givesCsv('metrics.collections.byCategory', none, /^category,count\r\nLaboratory,1\r\n/, 'collections.byCategory.csv'),
  gives('metrics.collections.bySubject', 'counts collections by subject', none, [{ subject: 'Social Sciences', count: 1 }]),
  givesCsv('metrics.collections.bySubject', none, /^subject,count\r\n/, 'collections.bySubject.csv'),
  gives('metrics.datasets.bySubject', 'counts datasets by subject', none, [{ subject: 'Social Sciences', count: 1 }]),
  gives('metrics.datasets.bySubject', 'has no harvested datasets', none, [], { dataLocation: 'remote' }),
  givesCsv('metrics.datasets.bySubject', none, /^subject,count\r\n/, 'datasets.bySubject.csv'),
  gives('metrics.datasets.bySubject.toMonth', 'counts this month', current, [{ subject: 'Social Sciences', count: 1 }]),
  gives('metrics.datasets.bySubject.toMonth', 'counts nothing before', () => ['2019-12'], []),
  gives('metrics.files.byType', 'counts files by media type', none, [{ contenttype: 'text/plain', count: 1, size: 12 }]),
  givesCsv('metrics.files.byType', none, /^contenttype,count,size\r\ntext\/plain,1,12\r\n$/, 'datafiles.byType.csv'),
  {
    row: 'metrics.files.byType.monthly',
    shows: 'gives totals by month',
    given: (world) => within(world, { headers: JSON_FORM }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([{ date: thisMonth(), contenttype: 'text/plain', count: 1, size: 12 }]),
  },
  givesCsv('metrics.files.byType.monthly', none, /^date,contenttype,count,size\r\n/, 'datafiles.byType.timeseries.csv'),
  gives('metrics.datasets', 'counts datasets of here and elsewhere', none, { count: 1 }, { dataLocation: 'all' }),
  gives('metrics.datasets.monthly', 'has no months of harvested datasets', none, [], { dataLocation: 'remote' }),
  gives('metrics.datasets', 'counts no harvested datasets', none, { count: 0 }, { dataLocation: 'remote' }),
];

const downloads: readonly ContractCase[] = (
  [
    ['filedownloads', 3],
    ['uniquefiledownloads', 2],
  ] as const
).flatMap(([name, count]): ContractCase[] => [
  ...(['', '.toMonth'] as const).map((suffix): ContractCase => ({
    row: `metrics.${name}${suffix}`,
    shows: 'lists files that were downloaded',
    given: (world) => within(world, { path: suffix === '' ? [] : [thisMonth()], headers: JSON_FORM }),
    status: 200,
    holds: async (answer, world) => expect(answer.at('data')).toEqual([{ id: (await counted(world)).file, count }]),
  })),
  givesCsv(`metrics.${name}`, none, new RegExp(`^id,pid,count\\r\\n\\d+,,${count}\\r\\n$`), `${name}.csv`),
  {
    row: `metrics.${name}.monthly`,
    shows: 'lists files by month',
    given: (world) => within(world, { headers: JSON_FORM }),
    status: 200,
    holds: async (answer, world) => expect(answer.at('data')).toEqual([{ date: thisMonth(), id: (await counted(world)).file, count }]),
  },
  givesCsv(`metrics.${name}.monthly`, none, new RegExp(`^date,id,pid,count\\r\\n[-\\d]+,\\d+,,${count}\\r\\n$`), `${name}.timeseries.csv`),
]);

const ofDatasets: readonly ContractCase[] = [
  ...(['', '.toMonth'] as const).map((suffix): ContractCase => ({
    row: `metrics.uniquedownloads${suffix}`,
    shows: 'lists datasets whose files were downloaded',
    given: (world) => within(world, { path: suffix === '' ? [] : [thisMonth()], headers: JSON_FORM }),
    status: 200,
    holds: async (answer, world) => expect(answer.at('data')).toEqual([{ pid: (await counted(world)).dataset.persistentId, count: 2 }]),
  })),
  givesCsv('metrics.uniquedownloads', none, /^pid,count\r\n[^,]+,2\r\n$/, 'uniquedownloads.csv'),
  {
    row: 'metrics.uniquedownloads.monthly',
    shows: 'lists datasets by month',
    given: (world) => within(world, { headers: JSON_FORM }),
    status: 200,
    holds: async (answer, world) =>
      expect(answer.at('data')).toEqual([{ date: thisMonth(), pid: (await counted(world)).dataset.persistentId, count: 2 }]),
  },
  givesCsv('metrics.uniquedownloads.monthly', none, /^date,pid,count\r\n/, 'uniquedownloads.timeseries.csv'),
];

const USAGE: Readonly<Record<string, number>> = {
  downloadsTotal: 2,
  downloadsTotalRegular: 1,
  downloadsTotalMachine: 1,
  downloadsUnique: 2,
  downloadsUniqueRegular: 1,
  downloadsUniqueMachine: 1,
  viewsTotal: 2,
  viewsTotalRegular: 1,
  viewsTotalMachine: 1,
  viewsUnique: 2,
  viewsUniqueRegular: 1,
  viewsUniqueMachine: 1,
  citations: 0,
};

const usage: readonly ContractCase[] = [
  ...Object.entries(USAGE).flatMap(([metric, count]) => [
    gives('metrics.makeDataCount', `gives ${metric}`, () => [metric], { [metric]: count }),
    gives('metrics.makeDataCount.toMonth', `gives ${metric} of this month`, () => [metric, thisMonth()], { [metric]: count }),
  ]),
  gives('metrics.makeDataCount', 'counts no use in another country', () => ['viewsTotal'], { viewsTotal: 0 }, { country: 'DE' }),
  gives('metrics.makeDataCount.toMonth', 'counts no use before', () => ['viewsTotal', '2019-12'], { viewsTotal: 0 }),
  {
    row: 'metrics.makeDataCount.monthly',
    shows: 'gives totals by month',
    given: (world) => within(world, { path: ['downloadsTotal'], headers: JSON_FORM }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([{ date: thisMonth(), count: 2 }]),
  },
  gives('metrics.makeDataCount.monthly', 'has no months where nothing was cited', () => ['citations'], []),
  givesCsv(
    'metrics.makeDataCount.monthly',
    () => ['viewsTotal'],
    /^date,count\r\n[-\d]+,2\r\n$/,
    'makeDataCount.viewsTotal.timeseries.csv',
  ),
  ...['metrics.makeDataCount', 'metrics.makeDataCount.toMonth', 'metrics.makeDataCount.monthly'].flatMap((row): ContractCase[] => {
    const month = row.endsWith('toMonth') ? [thisMonth()] : [];
    return [
      refused(row, 'an unknown metric', { path: ['views', ...month] }),
      refused(row, 'an unknown country', { path: ['viewsTotal', ...month], query: { country: 'zz' } }),
      refused(row, 'a country of three letters', { path: ['viewsTotal', ...month], query: { country: 'usa' } }),
      refused(row, 'the location of data', { path: ['viewsTotal', ...month], query: { dataLocation: 'local' } }),
    ];
  }),
];

function refused(row: string, what: string, request: CaseRequest): ContractCase {
  return { row, shows: `refuses ${what}`, given: () => request, status: 400, errorCode: 'BAD_USER_INPUT' };
}

const tree: readonly ContractCase[] = (['', '.toMonth'] as const).flatMap((suffix): ContractCase[] => [
  {
    row: `metrics.tree${suffix}`,
    shows: 'shows what is published below a collection',
    given: (world) => within(world, { path: suffix === '' ? [] : [thisMonth()] }),
    status: 200,
    holds: async (answer, world) => {
      const { collection, below } = await counted(world);
      expect(answer.at('data')).toEqual({
        id: collection.id,
        ownerId: world.open.id,
        alias: collection.alias,
        depth: 0,
        name: expect.any(String),
        children: [{ id: below.id, ownerId: collection.id, alias: below.alias, depth: 1, name: 'Below' }],
      });
    },
  },
  {
    row: `metrics.tree${suffix}`,
    shows: 'begins with the root',
    given: () => ({ path: suffix === '' ? [] : [thisMonth()] }),
    status: 200,
    holds: (answer, world) => {
      expect(answer.record('data')).toMatchObject({ ownerId: 0, alias: 'root', depth: 0 });
      expect(answer.body).not.toContain(world.closed.alias);
    },
  },
]);

const oneCollection: readonly ContractCase[] = [
  'metrics.datasets',
  'metrics.datasets.monthly',
  'metrics.collections.byCategory',
  'metrics.collections.bySubject',
  'metrics.datasets.bySubject',
  'metrics.files.byType',
  'metrics.files.byType.monthly',
  'metrics.filedownloads',
  'metrics.filedownloads.monthly',
  'metrics.tree',
  'metrics.makeDataCount',
  'metrics.makeDataCount.monthly',
].flatMap((row): ContractCase[] => {
  const path = row.includes('makeDataCount') ? ['viewsTotal'] : [];
  return [
    {
      row,
      shows: 'knows no unknown collection',
      given: () => ({ path, query: { parentAlias: 'nosuch' } }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
    },
    {
      row,
      shows: 'tells nothing of a collection that is not published, whoever asks',
      as: 'owner',
      given: (world) => ({ path, query: { parentAlias: world.closed.alias } }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
  ];
});

const MONTHS = ['2025-13', '2025-1', '2025', '25-01', '2025-01-02', '2999-01', 'now'];
const byMonth: readonly ContractCase[] = ['collections', 'datasets.bySubject', 'filedownloads', 'makeDataCount', 'tree'].flatMap((name) =>
  MONTHS.map((month) =>
    refused(`metrics.${name}.toMonth`, `the month ${month}`, { path: name === 'makeDataCount' ? ['viewsTotal', month] : [month] }),
  ),
);

const byDays: readonly ContractCase[] = ['collections', 'datasets', 'files', 'downloads', 'accounts'].flatMap((name): ContractCase[] => [
  ...['0', '-1', '36526', '999999999'].map((days) => refused(`metrics.${name}.pastDays`, `${days} days`, { path: [days] })),
  ...['ten', '1.5', '1e3'].map((days): ContractCase => ({
    row: `metrics.${name}.pastDays`,
    shows: `knows no number of days ${days}`,
    given: () => ({ path: [days] }),
    status: 404,
    errorCode: 'NOT_FOUND',
  })),
]);

const parameters: readonly ContractCase[] = [
  refused('metrics.collections', 'the location of data', { query: { dataLocation: 'local' } }),
  refused('metrics.files.byType', 'the location of data', { query: { dataLocation: 'local' } }),
  refused('metrics.accounts', 'a collection', { query: { parentAlias: 'root' } }),
  refused('metrics.accounts.monthly', 'a collection', { query: { parentAlias: 'root' } }),
  refused('metrics.downloads', 'a country', { query: { country: 'de' } }),
  refused('metrics.datasets', 'an unknown location of data', { query: { dataLocation: 'Local' } }),
  refused('metrics.datasets', 'an unknown parameter', { query: { nosuch: '1' } }),
  refused('metrics.datasets', 'a token in the query', { query: { key: 'secret' } }),
  refused('metrics.tree', 'an unknown parameter', { query: { depth: '1' } }),
];

const forms: readonly ContractCase[] = ['metrics.datasets.monthly', 'metrics.files.byType', 'metrics.uniquedownloads'].flatMap(
  (row): ContractCase[] => [
    {
      row,
      shows: 'refuses those who take neither CSV nor JSON',
      given: () => ({ headers: { Accept: 'image/png' } }),
      status: 406,
      errorCode: 'NOT_ACCEPTABLE',
    },
    {
      row,
      shows: 'gives CSV to those who take everything',
      given: () => ({ headers: { Accept: 'image/png, */*;q=0.1' } }),
      status: 200,
      holds: (answer) => expect(answer.headers.get('content-type')).toMatch(/^text\/csv/),
    },
  ],
);

function clearing(row: string, name?: string): ContractCase {
  const path = name === undefined ? [] : [name];
  return {
    row,
    shows: `forgets ${name ?? 'everything'}`,
    as: 'superuser',
    given: () => ({ path }),
    status: 200,
    holds: (answer) =>
      expect(answer.at('data')).toEqual({ message: name === undefined ? 'all metric caches cleared.' : `metric cache ${name} cleared.` }),
  };
}

const cache: readonly ContractCase[] = [
  clearing('admin.clearMetricsCache'),
  ...['datasets', 'datasetsToMonth_2025-07', 'filesPastDays', 'fileDownloads_metric202507', 'MDC-viewsTotal-de', 'nosuch'].map((name) =>
    clearing('admin.clearMetricsCacheOne', name),
  ),
  {
    row: 'admin.clearMetricsCacheOne',
    shows: 'refuses a name that is too long',
    as: 'superuser',
    given: () => ({ path: ['x'.repeat(201)] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...(
    [
      ['guest', 401, 'AUTHENTICATION_REQUIRED'],
      ['owner', 403, 'ADMIN_API_REFUSED'],
    ] as const
  ).flatMap(([as, status, errorCode]) =>
    ['admin.clearMetricsCache', 'admin.clearMetricsCacheOne'].map((row): ContractCase => ({
      row,
      shows: `is not for ${as}`,
      as,
      given: () => ({ path: row.endsWith('One') ? ['datasets'] : [] }),
      status,
      errorCode,
    })),
  ),
];

/** Cases of the numbers of an installation. Source: users-admin.md 15.1, 15.3. */
export const installationMetricCases: readonly ContractCase[] = [
  ...counts,
  ...accounts,
  ...groups,
  ...downloads,
  ...ofDatasets,
  ...usage,
  ...tree,
  ...oneCollection,
  ...byMonth,
  ...byDays,
  ...parameters,
  ...forms,
  ...cache,
];
