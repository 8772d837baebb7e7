import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PROGRAM = 'python-requests/2.32';
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const METRICS = ['viewsTotal', 'viewsUnique', 'downloadsTotal', 'downloadsUnique'].flatMap((name) => [
  name,
  `${name}Regular`,
  `${name}Machine`,
]);

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7);
}

/** A published dataset that a browser has viewed, a program has downloaded from, and a robot has done both with. */
async function used({ fresh, callers, server }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  const file = await addFile(callers.owner, dataset);
  await publishDataset(callers.owner, dataset);
  const { rest } = callers.stranger;
  const as = async (agent: string, ...targets: readonly string[]): Promise<void> => {
    for (const target of targets) succeeded(await rest.get(target, { 'User-Agent': agent }));
  };
  const [view, download] = [`/api/datasets/${dataset.id}/versions/1.0`, `/api/access/datafile/${file}`];
  await as(BROWSER, view, `/api/datasets/${dataset.id}`, `${view}/files`);
  await as(PROGRAM, download, download);
  await as(ROBOT, view, download);
  await rest.send(download, { method: 'HEAD', headers: { 'User-Agent': BROWSER } });
  await rest.get(download, { 'User-Agent': BROWSER, Range: 'bytes=3-' });
  await server.application.services.usage.flush();
  return dataset;
}

/** What each metric of `used` is: a download is a view, double clicks are one. */
const COUNTS: Readonly<Record<string, number>> = {
  viewsTotal: 2,
  viewsTotalRegular: 1,
  viewsTotalMachine: 1,
  viewsUnique: 2,
  viewsUniqueRegular: 1,
  viewsUniqueMachine: 1,
  downloadsTotal: 1,
  downloadsTotalRegular: 0,
  downloadsTotalMachine: 1,
  downloadsUnique: 1,
  downloadsUniqueRegular: 0,
  downloadsUniqueMachine: 1,
};

const reading: readonly ContractCase[] = [
  ...METRICS.map((metric): ContractCase => ({
    row: 'datasets.mdc',
    shows: `gives ${metric} of all months to all callers`,
    given: async (world) => ({ path: [(await used(world)).id, metric] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ [metric]: COUNTS[metric] }),
  })),
  {
    row: 'datasets.mdc',
    shows: 'finds the dataset by its persistent identifier',
    given: async (world) => ({ path: [':persistentId', 'viewsTotal'], query: { persistentId: (await used(world)).persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ viewsTotal: 2 }),
  },
  {
    row: 'datasets.mdc',
    shows: 'counts no use of a draft',
    given: async ({ fresh, callers, server }) => {
      const dataset = await fresh.draft();
      succeeded(await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/:draft`, { 'User-Agent': BROWSER }));
      await server.application.services.usage.flush();
      return { path: [dataset.id, 'viewsTotal'] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toMatch(/^No metrics available for dataset \d+\.$/),
  },
  {
    row: 'datasets.mdc',
    shows: 'counts who reads what the published version says of a file, and not what its draft says',
    given: async ({ fresh, callers, server }) => {
      const dataset = await fresh.draft();
      const file = await addFile(callers.owner, dataset);
      const read = async (what: string) => succeeded(await callers.owner.rest.get(`/api/files/${file}/${what}`, { 'User-Agent': BROWSER }));
      await read('metadata/draft');
      await publishDataset(callers.owner, dataset);
      await read('metadata');
      await server.application.services.usage.flush();
      return { path: [dataset.id, 'viewsTotal'] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ viewsTotal: 1 }),
  },
  {
    row: 'datasets.mdc',
    shows: 'says that there is nothing for a country, in lower case, whatever the case of its letters',
    given: async (world) => ({ path: [(await used(world)).id, 'viewsTotal'], query: { country: 'Us' } }),
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toMatch(/^No metrics available for dataset \d+ for country code us\.$/),
  },
  {
    row: 'datasets.mdc',
    shows: 'gives an empty list of citations, whatever the country',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id, 'citations'], query: { country: 'nowhere' } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  {
    row: 'datasets.mdc',
    shows: 'gives the works that cite the dataset',
    given: async ({ fresh, server }) => {
      const { id } = await fresh.published();
      const urls = ['https://doi.org/10.1000/b', 'https://doi.org/10.1000/a'];
      await server.application.connection.sql`insert into dataset_citation (dataset_id, url) select ${id}::int, unnest(${urls}::text[])`;
      return { path: [id, 'citations'] };
    },
    status: 200,
    holds: (answer) =>
      expect(answer.at('data')).toEqual([{ citationUrl: 'https://doi.org/10.1000/a' }, { citationUrl: 'https://doi.org/10.1000/b' }]),
  },
  {
    row: 'datasets.mdcMonth',
    shows: 'gives a metric of this month',
    given: async (world) => ({ path: [(await used(world)).id, 'downloadsTotalMachine', thisMonth()] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ downloadsTotalMachine: 1 }),
  },
  {
    row: 'datasets.mdcMonth',
    shows: 'says that there is nothing for a month before',
    given: async (world) => ({ path: [(await used(world)).id, 'viewsTotal', '2019-12'], query: { country: 'de' } }),
    status: 200,
    holds: (answer) =>
      expect(answer.at('data.message')).toMatch(/^No metrics available for dataset \d+ for 2019-12 for country code de\.$/),
  },
  {
    row: 'datasets.mdcMonth',
    shows: 'knows no citations of a month',
    given: ({ published }) => ({ path: [published.id, 'citations', '2025-01'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...['2025-13', '2025-1', '2025', '25-01', '2999-01', 'citations'].map((month): ContractCase => ({
    row: 'datasets.mdcMonth',
    shows: `refuses the month ${month}`,
    given: ({ published }) => ({ path: [published.id, 'viewsTotal', month] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
];

const refusals: readonly ContractCase[] = (['datasets.mdc', 'datasets.mdcMonth'] as const).flatMap((row): ContractCase[] => {
  const more = row === 'datasets.mdc' ? [] : ['2025-01'];
  return [
    ...['views', 'viewstotal', 'citation', 'viewsTotalregular', 'constructor'].map((metric): ContractCase => ({
      row,
      shows: `knows no metric ${metric}`,
      given: ({ published }) => ({ path: [published.id, metric, ...more] }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    })),
    ...['usa', 'zz', '', 'u'].map((country): ContractCase => ({
      row,
      shows: `knows no country "${country}"`,
      given: ({ published }) => ({ path: [published.id, 'viewsTotal', ...more], query: { country } }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    })),
    {
      row,
      shows: 'finds no dataset of an unknown number',
      given: () => ({ path: [987_654, 'viewsTotal', ...more] }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
    {
      row,
      shows: 'refuses what is no id',
      given: () => ({ path: ['soil', 'viewsTotal', ...more] }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    },
  ];
});

const row = 'admin.updateCitations';
const updating: readonly ContractCase[] = [
  {
    row,
    shows: 'is queued even if no citation service is configured',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    keys: ['status', 'message'],
    holds: (answer) => expect(answer.at('data.status')).toBe('queued'),
  },
  {
    row,
    shows: 'finds no dataset of an unknown number',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row,
    shows: 'finds no dataset of an unknown persistent identifier',
    as: 'superuser',
    given: () => ({ path: [':persistentId'], query: { persistentId: 'doi:10.5072/FK2/NOBODY' } }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row,
    shows: 'needs the query parameter of :persistentId',
    as: 'superuser',
    given: () => ({ path: [':persistentId'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row,
    shows: 'is not for guests',
    given: ({ published }) => ({ path: [published.id] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row,
    shows: 'is not for owners',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id] }),
    status: 403,
    errorCode: 'ADMIN_API_REFUSED',
  },
];

/** Cases of usage metrics. Source: datasets.md 13. */
export const metricCases: readonly ContractCase[] = [...reading, ...refusals, ...updating];
