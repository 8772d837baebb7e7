import { expect } from 'vitest';
import type { RestAnswer } from '../../support/rest-client.ts';
import { type Caller, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { minimal } from './native-metadata.ts';

const SETS = { Journal: ['Author contacted', 'Privacy review'], Other: ['Done'] };

/** A draft that can have the labels of the set `Journal`. */
async function curated({ callers, fresh }: ContractWorld): Promise<SeededDataset> {
  const { rest } = callers.superuser;
  succeeded(await rest.send('/api/admin/settings/:AllowedCurationLabels', { method: 'PUT', raw: JSON.stringify(SETS) }));
  const dataset = await fresh.draft();
  succeeded(await rest.put(`/api/datasets/${dataset.id}/curationLabelSet?name=Journal`));
  return dataset;
}

async function label({ callers }: ContractWorld, dataset: SeededDataset, ...labels: readonly string[]): Promise<void> {
  for (const one of labels) {
    succeeded(await callers.curator.rest.put(`/api/datasets/${dataset.id}/curationStatus?label=${encodeURIComponent(one)}`));
  }
}

async function labelled(world: ContractWorld, ...labels: readonly string[]): Promise<SeededDataset> {
  const dataset = await curated(world);
  await label(world, dataset, ...labels);
  return dataset;
}

function labelsOf(answer: RestAnswer): unknown[] {
  return answer.list('data').map((_one, at) => answer.at(`data.${at}.label`));
}

const CREATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/;

const statuses: readonly ContractCase[] = [
  {
    row: 'datasets.curationStatus',
    shows: 'is an empty object where none was ever set',
    as: 'curator',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 200,
    keys: [],
  },
  {
    row: 'datasets.curationStatus',
    shows: 'gives label, time and assigner',
    as: 'curator',
    given: async (world) => ({ path: [(await labelled(world, 'Author contacted')).id] }),
    status: 200,
    keys: ['label', 'createTime', 'assigner'],
    holds: (answer, { callers }) => {
      expect(answer.record('data')).toEqual({
        label: 'Author contacted',
        createTime: expect.stringMatching(CREATE_TIME),
        assigner: callers.curator.identifier,
      });
    },
  },
  {
    row: 'datasets.curationStatus',
    shows: 'leaves the label out where it was cleared',
    as: 'curator',
    given: async (world) => {
      const dataset = await labelled(world, 'Author contacted');
      succeeded(await world.callers.curator.rest.delete(`/api/datasets/${dataset.id}/curationStatus`));
      return { path: [dataset.id] };
    },
    status: 200,
    keys: ['createTime', 'assigner'],
  },
  {
    row: 'datasets.curationStatus',
    shows: 'gives the history newest first',
    as: 'curator',
    given: async (world) => ({
      path: [(await labelled(world, 'Author contacted', 'Privacy review')).id],
      query: { includeHistory: 'true' },
    }),
    status: 200,
    holds: (answer) => expect(labelsOf(answer)).toEqual(['Privacy review', 'Author contacted']),
  },
  {
    row: 'datasets.curationStatus',
    shows: 'is cleared by publication, and the history stays',
    as: 'curator',
    given: async (world) => {
      const dataset = await labelled(world, 'Author contacted');
      await publishDataset(world.callers.owner, dataset);
      return { path: [dataset.id], query: { includeHistory: 'true' } };
    },
    status: 200,
    holds: (answer) => expect(labelsOf(answer)).toEqual([undefined, 'Author contacted']),
  },
  {
    row: 'datasets.curationStatus',
    shows: 'goes over to the released version with the draft that is folded into it',
    as: 'curator',
    given: async (world) => {
      const dataset = await world.fresh.edited();
      await curated(world);
      succeeded(await world.callers.superuser.rest.put(`/api/datasets/${dataset.id}/curationLabelSet?name=Journal`));
      await label(world, dataset, 'Privacy review');
      await publishDataset(world.callers.superuser, dataset, 'updatecurrent');
      return { path: [dataset.id], query: { includeHistory: 'true' } };
    },
    status: 200,
    holds: (answer) => expect(labelsOf(answer)).toEqual([undefined, 'Privacy review']),
  },
  ...(['contributor', 'member', 'guest'] as const).map((as): ContractCase => ({
    row: 'datasets.curationStatus',
    shows: `needs PublishDataset, which a ${as} lacks`,
    as,
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: 'datasets.curationStatus',
    shows: 'finds no dataset of an unknown number',
    as: 'curator',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.curationStatus.set',
    shows: 'sets a label of the dataset, and tells those who can publish it',
    as: 'curator',
    given: async (world) => ({ path: [(await curated(world)).id], query: { label: 'Privacy review' } }),
    status: 200,
    holds: async (answer, { callers: { owner, curator, contributor } }) => {
      expect(answer.at('data')).toEqual({ message: 'Curation Status updated' });
      const newest = ({ rest }: Caller) => rest.get('/api/notifications/all?limit=1');
      const told = await Promise.all([owner, curator, contributor].map(newest));
      expect(told.slice(0, 2).map((one) => one.at('data.0.type'))).toEqual(['STATUSUPDATED', 'STATUSUPDATED']);
      expect(told[0]?.text('data.0.messageText')).toContain('Privacy review');
      expect(told[2]?.at('data.0.type')).not.toBe('STATUSUPDATED');
    },
  },
  ...['Done', 'privacy review', ''].map((one): ContractCase => ({
    row: 'datasets.curationStatus.set',
    shows: `refuses a label of no or of another set: "${one}"`,
    as: 'curator',
    given: async (world) => ({ path: [(await curated(world)).id], query: { label: one } }),
    status: 400,
    errorCode: 'CURATION_STATUS_REFUSED',
  })),
  {
    row: 'datasets.curationStatus.set',
    shows: 'refuses the current label',
    as: 'curator',
    given: async (world) => ({ path: [(await labelled(world, 'Author contacted')).id], query: { label: 'Author contacted' } }),
    status: 400,
    errorCode: 'CURATION_STATUS_REFUSED',
  },
  {
    row: 'datasets.curationStatus.set',
    shows: 'is refused where labels are switched off',
    as: 'curator',
    given: async (world) => {
      const dataset = await curated(world);
      succeeded(await world.callers.superuser.rest.put(`/api/datasets/${dataset.id}/curationLabelSet?name=DISABLED`));
      return { path: [dataset.id], query: { label: 'Author contacted' } };
    },
    status: 400,
    errorCode: 'CURATION_STATUS_REFUSED',
  },
  {
    row: 'datasets.curationStatus.set',
    shows: 'is refused where the newest version is published',
    as: 'curator',
    given: async (world) => {
      const dataset = await curated(world);
      await publishDataset(world.callers.owner, dataset);
      return { path: [dataset.id], query: { label: 'Author contacted' } };
    },
    status: 400,
    errorCode: 'DATASET_ALREADY_PUBLISHED',
  },
  {
    row: 'datasets.curationStatus.set',
    shows: 'needs a label',
    as: 'curator',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /label/,
  },
  ...(['contributor', 'guest'] as const).flatMap((as): ContractCase[] => [
    {
      row: 'datasets.curationStatus.set',
      shows: `needs PublishDataset, which a ${as} lacks`,
      as,
      given: ({ draft }) => ({ path: [draft.id], query: { label: 'Done' } }),
      status: 400,
      errorCode: 'PERMISSION_DENIED',
    },
    {
      row: 'datasets.curationStatus.delete',
      shows: `needs PublishDataset, which a ${as} lacks`,
      as,
      given: ({ draft }) => ({ path: [draft.id] }),
      status: 400,
      errorCode: 'PERMISSION_DENIED',
    },
  ]),
  {
    row: 'datasets.curationStatus.delete',
    shows: 'clears the status, also where labels were switched off meanwhile',
    as: 'curator',
    given: async (world) => {
      const dataset = await labelled(world, 'Author contacted');
      succeeded(await world.callers.superuser.rest.delete(`/api/datasets/${dataset.id}/curationLabelSet`));
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'Curation Status deleted' }),
  },
  {
    row: 'datasets.curationStatus.delete',
    shows: 'is refused the second time',
    as: 'curator',
    given: async (world) => {
      const dataset = await labelled(world, 'Author contacted');
      succeeded(await world.callers.curator.rest.delete(`/api/datasets/${dataset.id}/curationStatus`));
      return { path: [dataset.id] };
    },
    status: 400,
    errorCode: 'CURATION_STATUS_REFUSED',
  },
  {
    row: 'datasets.allowedCurationLabels',
    shows: 'joins the labels of the dataset by commas',
    as: 'curator',
    given: async (world) => ({ path: [(await curated(world)).id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'Author contacted,Privacy review' }),
  },
  {
    row: 'datasets.allowedCurationLabels',
    shows: 'is empty where no set is in effect',
    as: 'curator',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: '' }),
  },
  {
    row: 'datasets.allowedCurationLabels',
    shows: 'needs PublishDataset',
    as: 'contributor',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
];

/** Rows of a CSV document whose cells are all quoted. */
function rowsOf(csv: string): string[][] {
  return csv
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
}

const lists: readonly ContractCase[] = [
  {
    row: 'datasets.listCurationStatesId',
    shows: 'gives headings, roles that can publish, and the newest status of the dataset, as CSV to save',
    as: 'superuser',
    given: async (world) => ({ path: [(await labelled(world, 'Author contacted', 'Privacy review')).id] }),
    status: 200,
    holds: (answer, { callers }) => {
      expect(answer.headers.get('content-type')).toBe('text/csv;charset=UTF-8');
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="datasets.status.csv"');
      expect(answer.body).toMatch(/^Dataset,Date Created,Last Modified Date,Curation Status,Status Set Time,Status Set By,/);
      const [headings = [], row = [], ...rest] = rowsOf(answer.body);
      expect(rest).toEqual([]);
      expect(headings.slice(0, 8)).toEqual([
        'Dataset',
        'Date Created',
        'Last Modified Date',
        'Curation Status',
        'Status Set Time',
        'Status Set By',
        'admin',
        'curator',
      ]);
      expect(row).toHaveLength(headings.length);
      expect(row[0]).toMatch(/^=HYPERLINK\("http:[^"]*\/dataset\.xhtml\?persistentId=doi:10\.[^"]+","[^"]+"\)$/);
      expect(row[1]).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(row[2]).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(row[3]).toBe('Privacy review');
      expect(row[4]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(row[5]).toBe(callers.curator.identifier.slice(1));
      expect(row[6]).toBe(callers.owner.identifier);
      expect(row[7]).toBe(callers.curator.identifier);
    },
  },
  {
    row: 'datasets.listCurationStatesId',
    shows: 'gives a row for each status with the history, newest first',
    as: 'superuser',
    given: async (world) => ({
      path: [(await labelled(world, 'Author contacted', 'Privacy review')).id],
      query: { includeHistory: 'true' },
    }),
    status: 200,
    holds: (answer) => {
      const column = rowsOf(answer.body).map((row) => row[3]);
      expect(column).toEqual(['Curation Status', 'Privacy review', 'Author contacted']);
    },
  },
  {
    row: 'datasets.listCurationStatesId',
    shows: 'says <none> where no status was ever set',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 200,
    holds: (answer) => expect(rowsOf(answer.body)[1]?.slice(3, 6)).toEqual(['<none>', '<none>', '<none>']),
  },
  {
    row: 'datasets.listCurationStatesId',
    shows: 'gives the headings alone of a dataset without a draft',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id] }),
    status: 200,
    holds: (answer) => expect(rowsOf(answer.body)).toHaveLength(1),
  },
  {
    row: 'datasets.listCurationStatesId',
    shows: 'keeps a title inside the formula, whatever it holds',
    as: 'superuser',
    given: async ({ open, callers }) => {
      const answer = succeeded(
        await callers.owner.rest.post(`/api/collections/${open.alias}/datasets`, minimal('Tides",WEBSERVICE("http://evil.example"),"')),
      );
      return { path: [answer.number('data.id')] };
    },
    status: 200,
    holds: (answer) => {
      expect(rowsOf(answer.body)[1]?.[0]).toMatch(/,"Tides"",WEBSERVICE\(""http:\/\/evil\.example""\),"""\)$/);
    },
  },
  {
    row: 'datasets.listCurationStatesId',
    shows: 'finds no dataset of an unknown number',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.listCurationStates',
    shows: 'lists every dataset that has a draft, and no other',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer, { draft }) => {
      const links = rowsOf(answer.body).map((row) => row[0] ?? '');
      expect(links.filter((link) => link.includes(`${draft.persistentId}"`))).toHaveLength(1);
    },
  },
  ...(['datasets.listCurationStates', 'datasets.listCurationStatesId'] as const).flatMap((row): ContractCase[] => {
    const given: ContractCase['given'] = ({ draft }) => ({ path: row.endsWith('Id') ? [draft.id] : [] });
    return [
      { row, shows: 'is not for guests', given, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
      { row, shows: 'is for superusers only', as: 'curator', given, status: 403, errorCode: 'SUPERUSER_REQUIRED' },
    ];
  }),
];

/** Cases of curation status, its labels and the list of curation states. Source: datasets.md 10.3, 10.4. */
export const curationCases: readonly ContractCase[] = [...statuses, ...lists];
