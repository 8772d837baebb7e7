import { expect } from 'vitest';
import { customizationFolder, usageReportsFolder, writeOperatorFile } from '../../support/operator-files.ts';
import { publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ALL = 'admin.usageReport';
const ONE = 'admin.usageReport.dataset';
const PIECE = 'info.customization';
const MONTH = '2019-01';

interface Told {
  readonly id: string;
  readonly count: number;
  readonly countries?: Readonly<Record<string, number>>;
  readonly method?: 'regular' | 'machine';
}

/** A report as counters write it: each dataset was viewed so often in January 2019. */
function report(told: readonly Told[]): string {
  return JSON.stringify({
    'report-header': { 'report-id': 'DSR', 'reporting-period': { 'begin-date': `${MONTH}-01`, 'end-date': `${MONTH}-31` } },
    'report-datasets': told.map(({ id, count, countries, method = 'regular' }) => ({
      'dataset-title': 'Counted elsewhere',
      'dataset-id': [{ type: 'DOI', value: id }],
      platform: 'Counter',
      performance: [
        {
          period: { 'begin-date': `${MONTH}-01`, 'end-date': `${MONTH}-31` },
          instance: [
            { 'access-method': method, 'metric-type': 'total-dataset-investigations', count, 'country-counts': countries },
            { 'access-method': method, 'metric-type': 'unique-dataset-requests', count: 1 },
            { 'access-method': method, 'metric-type': 'total-dataset-requests-size', count: 999 },
          ],
        },
      ],
    })),
  });
}

let reports = 0;
async function written({ server }: ContractWorld, text: string): Promise<Record<string, string>> {
  reports += 1;
  return { reportOnDisk: await writeOperatorFile(usageReportsFolder(server.dataDir), `report-${reports}.json`, text) };
}

async function published({ fresh, callers }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  await publishDataset(callers.owner, dataset);
  return dataset;
}

async function metric({ callers }: ContractWorld, dataset: string | number, name: string, query = ''): Promise<unknown> {
  const path = `/api/datasets/${dataset}/makeDataCount/${name}${query}`;
  return succeeded(await callers.stranger.rest.get(path)).at(`data.${name.split('/')[0]}`);
}

const refused = (row: string, path: (world: ContractWorld) => CaseRequest['path']): ContractCase[] =>
  (
    [
      ['guest', 401, 'AUTHENTICATION_REQUIRED'],
      ['owner', 403, 'ADMIN_API_REFUSED'],
    ] as const
  ).map(([as, status, errorCode]): ContractCase => ({
    row,
    shows: `is closed to ${as}`,
    as,
    given: (world) => ({ path: path(world) ?? [], query: { reportOnDisk: '/nosuch' } }),
    status,
    errorCode,
  }));

let dataset: SeededDataset;
let other: SeededDataset;

/** Cases of usage that a counter outside has counted. Source: users-admin.md 15.4. */
export const usageReportCases: readonly ContractCase[] = [
  ...refused(ALL, () => []),
  ...refused(ONE, ({ published: { id } }) => [id]),
  {
    row: ALL,
    shows: 'takes the counts of datasets that are here, by either form of their identifiers',
    as: 'superuser',
    given: async (world) => {
      [dataset, other] = [await published(world), await published(world)];
      const text = report([
        { id: dataset.persistentId.slice('doi:'.length), count: 5, countries: { us: 2, KR: 1, zz: 1 } },
        { id: dataset.persistentId.toLowerCase(), count: 3, method: 'machine' },
        { id: other.persistentId, count: 7 },
        { id: '10.9999/NOT-HERE', count: 1 },
      ]);
      return { query: await written(world, text) };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.at('data.message')).toBe('Usage was taken from the report for 2 datasets; 1 of those in it is not here.');
      expect(await metric(world, dataset.id, 'viewsTotal')).toBe(8);
      expect(await metric(world, dataset.id, 'viewsTotalMachine')).toBe(3);
      expect(await metric(world, dataset.id, `viewsTotal/${MONTH}`, '?country=kr')).toBe(1);
      expect(await metric(world, dataset.id, 'downloadsUnique')).toBe(2);
      expect(await metric(world, dataset.id, 'downloadsTotal')).toBe(0);
      expect(await metric(world, other.id, 'viewsTotal')).toBe(7);
    },
  },
  {
    row: ALL,
    shows: 'replaces the counts of a month: taken twice, a report counts once',
    as: 'superuser',
    given: async (world) => {
      dataset = await published(world);
      const first = await written(world, report([{ id: dataset.persistentId, count: 5, countries: { us: 5 } }]));
      const { rest } = world.callers.superuser;
      const path = `/api/admin/makeDataCount/addUsageMetricsFromSushiReport?reportOnDisk=${first['reportOnDisk']}`;
      succeeded(await rest.send(path, { method: 'POST' }));
      return { query: await written(world, report([{ id: dataset.persistentId, count: 6, countries: { de: 6 } }])) };
    },
    status: 200,
    holds: async (_answer, world) => {
      expect(await metric(world, dataset.id, 'viewsTotal')).toBe(6);
      expect(await metric(world, dataset.id, 'viewsTotal', '?country=de')).toBe(6);
    },
  },
  {
    row: ONE,
    shows: 'takes all that a report counts for the dataset',
    as: 'superuser',
    given: async (world) => {
      dataset = await published(world);
      const text = report([
        { id: '10.9999/SAMPLE', count: 4 },
        { id: '10.9999/OTHER', count: 2 },
      ]);
      return { path: [':persistentId'], query: { persistentId: dataset.persistentId, ...(await written(world, text)) } };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.at('data.message')).toBe('Usage was taken from the report for 1 dataset.');
      expect(await metric(world, dataset.id, 'viewsTotal')).toBe(6);
    },
  },
  {
    row: ONE,
    shows: 'knows no other dataset',
    as: 'superuser',
    given: async (world) => ({ path: [987_654], query: await written(world, report([])) }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  ...(['/etc/passwd', 'report.json', ''] as const).map((reportOnDisk): ContractCase => ({
    row: ALL,
    shows: `reads no file ${JSON.stringify(reportOnDisk)}`,
    as: 'superuser',
    given: () => ({ query: { reportOnDisk } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.at('errors.0.pointer')).toBe('/query/reportOnDisk'),
  })),
  {
    row: ALL,
    shows: 'needs the name of a report',
    as: 'superuser',
    given: () => ({}),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...Object.entries({
    'no JSON': 'Counted.',
    'no report': '{"report-header": {}}',
    'a period of two months': report([{ id: '10.9999/X', count: 1 }])
      .replace(`"end-date":"${MONTH}-31"}`, `"end-date":"2019-02-01"}`)
      .replace(
        `{"begin-date":"${MONTH}-01","end-date":"${MONTH}-31"},"instance"`,
        `{"begin-date":"${MONTH}-01","end-date":"2019-02-01"},"instance"`,
      ),
    'a count below zero': report([{ id: '10.9999/X', count: -1 }]),
  }).map(([what, text]): ContractCase => ({
    row: ALL,
    shows: `refuses ${what}`,
    as: 'superuser',
    given: async (world) => ({ query: await written(world, text) }),
    status: 400,
    errorCode: 'USAGE_REPORT_INVALID',
  })),
];

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

function piece(type: string, setting: string, name: string, content: string | Buffer, contentType: string): ContractCase {
  return {
    row: PIECE,
    shows: `gives ${type} as its file has it`,
    given: async ({ server, callers }) => {
      const raw = await writeOperatorFile(customizationFolder(server.dataDir), name, content);
      succeeded(await callers.superuser.rest.send(`/api/admin/settings/${setting}`, { method: 'PUT', raw }));
      return { path: [type] };
    },
    restore: async ({ callers }) => {
      succeeded(await callers.superuser.rest.send(`/api/admin/settings/${setting}`, { method: 'DELETE' }));
    },
    status: 200,
    holds: (answer) => {
      expect(answer.headers.get('content-type')).toBe(contentType);
      expect(answer.body).toBe(content.toString());
    },
  };
}

/** Cases of the pieces of pages. Source: users-admin.md 16. */
export const customizationCases: readonly ContractCase[] = [
  piece('homePage', ':HomePageCustomizationFile', 'home.html', '<p>Welcome</p>', 'text/html;charset=UTF-8'),
  piece('header', ':HeaderCustomizationFile', 'header.html', '<header>Bibliothèque</header>', 'text/html;charset=UTF-8'),
  piece('footer', ':FooterCustomizationFile', 'footer.html', '', 'text/html;charset=UTF-8'),
  piece('style', ':StyleCustomizationFile', 'own.css', 'a { color: navy }', 'text/css;charset=UTF-8'),
  piece('analytics', ':WebAnalyticsCode', 'analytics.html', '<script></script>', 'text/html;charset=UTF-8'),
  piece('logo', ':LogoCustomizationFile', 'logo.png', PIXEL, 'image/png'),
  {
    row: PIECE,
    shows: 'finds none that is not set',
    given: () => ({ path: ['footer'] }),
    status: 404,
    errorCode: 'CUSTOMIZATION_NOT_FOUND',
  },
  {
    row: PIECE,
    shows: 'knows no other kind, and lists them',
    given: () => ({ path: ['menu'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /homePage, header, footer, style, analytics, logo/,
  },
  {
    row: PIECE,
    shows: 'reads no file outside of its folder',
    given: async ({ callers }) => {
      succeeded(await callers.superuser.rest.send('/api/admin/settings/:HeaderCustomizationFile', { method: 'PUT', raw: '/etc/passwd' }));
      return { path: ['header'] };
    },
    restore: async ({ callers }) => {
      succeeded(await callers.superuser.rest.send('/api/admin/settings/:HeaderCustomizationFile', { method: 'DELETE' }));
    },
    status: 404,
    errorCode: 'CUSTOMIZATION_NOT_FOUND',
  },
];
