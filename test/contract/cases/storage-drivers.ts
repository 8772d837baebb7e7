import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';

const LOCAL = { name: 'local', type: 'file', label: 'Local', directUpload: true, directDownload: false, uploadOutOfBand: false };

function message(text: string): NonNullable<ContractCase['holds']> {
  return (answer) => expect(answer.at('data')).toEqual({ message: text });
}

/** Who may not, for a row about a dataset or a collection. */
function refusals(row: string, kind: 'dataset' | 'collection', raw?: string): ContractCase[] {
  const body = raw === undefined ? {} : { raw };
  const given: ContractCase['given'] = ({ draft, open }) => ({ path: [kind === 'dataset' ? draft.id : open.alias], ...body });
  return [
    { row, shows: 'is not for guests', given, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { row, shows: 'is for superusers only', as: 'owner', given, status: 403, errorCode: 'SUPERUSER_REQUIRED' },
    {
      row,
      shows: `knows no ${kind} of this name`,
      as: 'superuser',
      given: () => ({ path: [kind === 'dataset' ? 987_654 : 'nowhere'], ...body }),
      status: 404,
      errorCode: kind === 'dataset' ? 'DATASET_NOT_FOUND' : 'COLLECTION_NOT_FOUND',
    },
  ];
}

/** Labels that no storage has. */
function badLabels(row: string, kind: 'dataset' | 'collection'): ContractCase[] {
  return ['local', 'Nowhere', ' '].map((raw): ContractCase => ({
    row,
    shows: `knows no storage with the label "${raw}"`,
    as: 'superuser',
    given: ({ draft, open }) => ({ path: [kind === 'dataset' ? draft.id : open.alias], raw }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  }));
}

const ofDatasets: readonly ContractCase[] = [
  {
    row: 'datasets.storageDriver',
    shows: 'names the store to all callers, even before publication',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual(LOCAL),
  },
  {
    row: 'datasets.storageDriver',
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  ...['Local', '"Local"'].map((raw): ContractCase => ({
    row: 'datasets.storageDriver.set',
    shows: `chooses the storage ${raw}`,
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], raw }),
    status: 200,
    holds: message('Storage set to: Local'),
  })),
  ...badLabels('datasets.storageDriver.set', 'dataset'),
  ...refusals('datasets.storageDriver.set', 'dataset', 'Local'),
  {
    row: 'datasets.storageDriver.delete',
    shows: 'goes back to what the collections above say',
    as: 'superuser',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      succeeded(await callers.superuser.rest.send(`/api/datasets/${dataset.id}/storageDriver`, { method: 'PUT', raw: 'Local' }));
      return { path: [dataset.id] };
    },
    status: 200,
    holds: message('Storage reset to: Local'),
  },
  ...refusals('datasets.storageDriver.delete', 'dataset'),
];

const ofCollections: readonly ContractCase[] = [
  {
    row: 'admin.storageDrivers',
    shows: 'gives the names of the storages by their labels',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ Local: 'local' }),
  },
  { row: 'admin.storageDrivers', shows: 'is not for guests', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  {
    row: 'admin.storageDrivers',
    shows: 'is for superusers only',
    as: 'owner',
    given: () => ({}),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: 'admin.storageDriver.get',
    shows: 'is undefined where the collection has chosen none',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer) => expect(answer.at('data.name')).toBe('undefined'),
  },
  {
    row: 'admin.storageDriver.get',
    shows: 'tells which one holds there',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { getEffective: 'true' } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual(LOCAL),
  },
  {
    row: 'admin.storageDriver.get',
    shows: 'wants to know whether what holds is asked for',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { getEffective: 'perhaps' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /getEffective/,
  },
  ...refusals('admin.storageDriver.get', 'collection'),
  {
    row: 'admin.storageDriver.set',
    shows: 'chooses a storage, which the collection then shows',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], raw: 'Local' }),
    status: 200,
    holds: message('Storage set to: Local'),
  },
  ...badLabels('admin.storageDriver.set', 'collection'),
  ...refusals('admin.storageDriver.set', 'collection', 'Local'),
  {
    row: 'admin.storageDriver.delete',
    shows: 'lets the collection take over what its owner has',
    as: 'superuser',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      const chosen = `/api/admin/collection/${alias}/storageDriver`;
      succeeded(await callers.superuser.rest.send(chosen, { method: 'PUT', raw: 'Local' }));
      expect((await callers.superuser.rest.get(chosen)).at('data')).toEqual(LOCAL);
      expect((await callers.superuser.rest.get(`/api/collections/${alias}`)).at('data.storageDriverLabel')).toBe('Local');
      return { path: [alias] };
    },
    status: 200,
    holds: message('Storage reset to: Local'),
  },
  ...refusals('admin.storageDriver.delete', 'collection'),
];

/** Cases of the storages of datasets and collections. Source: datasets.md 11.2, users-admin.md 18.4. */
export const storageDriverCases: readonly ContractCase[] = [...ofDatasets, ...ofCollections];
