import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { minimal } from './native-metadata.ts';

const SETS = { Journal: ['Author contacted', 'Privacy review'], Other: ['Done'] };

async function define({ callers }: ContractWorld): Promise<void> {
  const raw = JSON.stringify(SETS);
  succeeded(await callers.superuser.rest.send('/api/admin/settings/:AllowedCurationLabels', { method: 'PUT', raw }));
}

function message(text: string): NonNullable<ContractCase['holds']> {
  return (answer) => expect(answer.at('data')).toEqual({ message: text });
}

/** Who may not, for a row about a dataset or a collection. */
function refusals(row: string, kind: 'dataset' | 'collection', query: Readonly<Record<string, string>>): ContractCase[] {
  const given: ContractCase['given'] = ({ draft, open }) => ({ path: [kind === 'dataset' ? draft.id : open.alias], query });
  return [
    { row, shows: 'is not for guests', given, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { row, shows: 'is for superusers only', as: 'owner', given, status: 403, errorCode: 'SUPERUSER_REQUIRED' },
    {
      row,
      shows: `knows no ${kind} of this name`,
      given: () => ({ path: [kind === 'dataset' ? 987_654 : 'nowhere'], query }),
      status: 404,
      errorCode: kind === 'dataset' ? 'DATASET_NOT_FOUND' : 'COLLECTION_NOT_FOUND',
    },
  ];
}

const ofDatasets: readonly ContractCase[] = [
  {
    row: 'datasets.curationLabelSet.get',
    shows: 'is DISABLED by default',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 200,
    holds: message('DISABLED'),
  },
  {
    row: 'datasets.curationLabelSet.get',
    shows: 'is that of the nearest collection above which has one',
    as: 'superuser',
    given: async (world) => {
      await define(world);
      const { callers, fresh } = world;
      const outer = await fresh.collection();
      const inner = succeeded(
        await callers.owner.rest.post(`/api/collections/${outer.alias}`, {
          alias: `${outer.alias}-in`,
          name: 'Inner',
          collectionContacts: [{ contactEmail: 'c@example.org' }],
        }),
      ).text('data.alias');
      succeeded(await callers.superuser.rest.put(`/api/admin/collection/${outer.alias}/curationLabelSet?name=Other`));
      const made = await callers.superuser.graphql.expectData(
        'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { databaseId } } }',
        { input: { collection: { alias: inner }, version: { native: minimal().datasetVersion } } },
      );
      return { path: [made.number('data.createDataset.dataset.databaseId')] };
    },
    status: 200,
    holds: message('Other'),
  },
  ...refusals('datasets.curationLabelSet.get', 'dataset', {}),
  ...['Journal', 'DISABLED', 'DEFAULT'].map((name): ContractCase => ({
    row: 'datasets.curationLabelSet.set',
    shows: `takes ${name}`,
    as: 'superuser',
    given: async (world) => {
      await define(world);
      return { path: [(await world.fresh.draft()).id], query: { name } };
    },
    status: 200,
    holds: message(`Curation label set of the dataset is now ${name}`),
  })),
  ...['journal', 'constructor', ''].map((name): ContractCase => ({
    row: 'datasets.curationLabelSet.set',
    shows: `knows no set "${name}"`,
    as: 'superuser',
    given: async (world) => {
      await define(world);
      return { path: [world.draft.id], query: { name } };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'datasets.curationLabelSet.set',
    shows: 'needs a name',
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /name/,
  },
  ...refusals('datasets.curationLabelSet.set', 'dataset', { name: 'DISABLED' }),
  {
    row: 'datasets.curationLabelSet.delete',
    shows: 'goes back to what the collections above say',
    as: 'superuser',
    given: async (world) => {
      await define(world);
      const dataset = await world.fresh.draft();
      succeeded(await world.callers.superuser.rest.put(`/api/datasets/${dataset.id}/curationLabelSet?name=Journal`));
      return { path: [dataset.id] };
    },
    status: 200,
    holds: message('Curation label set of the dataset is now DEFAULT'),
  },
  ...refusals('datasets.curationLabelSet.delete', 'dataset', {}),
];

const ofCollections: readonly ContractCase[] = [
  {
    row: 'admin.curationLabelSets',
    shows: 'gives the sets as the setting has them',
    as: 'superuser',
    given: async (world) => {
      await define(world);
      return {};
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual(SETS),
  },
  { row: 'admin.curationLabelSets', shows: 'is not for guests', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  {
    row: 'admin.curationLabelSets',
    shows: 'is for superusers only',
    as: 'owner',
    given: () => ({}),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: 'admin.curationLabelSet.get',
    shows: 'is DEFAULT where the collection has none of its own',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: message('DEFAULT'),
  },
  ...refusals('admin.curationLabelSet.get', 'collection', {}),
  {
    row: 'admin.curationLabelSet.set',
    shows: 'chooses a set',
    as: 'superuser',
    given: async (world) => {
      await define(world);
      return { path: [(await world.fresh.collection()).alias], query: { name: 'Journal' } };
    },
    status: 200,
    holds: message('Curation label set of the collection is now Journal'),
  },
  {
    row: 'admin.curationLabelSet.set',
    shows: 'knows no set that the setting does not have',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { name: 'None' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...refusals('admin.curationLabelSet.set', 'collection', { name: 'DISABLED' }),
  {
    row: 'admin.curationLabelSet.delete',
    shows: 'lets the collection take over what its owner has',
    as: 'superuser',
    given: async (world) => {
      await define(world);
      const { alias } = await world.fresh.collection();
      succeeded(await world.callers.superuser.rest.put(`/api/admin/collection/${alias}/curationLabelSet?name=Journal`));
      return { path: [alias] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.at('data')).toEqual({ message: 'Curation label set of the collection is now DEFAULT' });
      const root = await callers.superuser.rest.get('/api/admin/collection/:root/curationLabelSet');
      expect(root.at('data.message')).toBe('DEFAULT');
    },
  },
  ...refusals('admin.curationLabelSet.delete', 'collection', {}),
];

/** Cases of the sets of curation labels of datasets and collections. Source: datasets.md 10.3, users-admin.md 18.4. */
export const curationLabelSetCases: readonly ContractCase[] = [...ofDatasets, ...ofCollections];
