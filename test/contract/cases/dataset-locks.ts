import { expect } from 'vitest';
import { LOCK_TYPES } from '../../../src/vocabulary/datasets.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

async function typesOf({ callers }: ContractWorld, dataset: number): Promise<unknown[]> {
  const locks = await callers.guest.rest.get(`/api/datasets/${dataset}/locks`);
  return locks.list('data').map((_one, at) => locks.at(`data.${at}.lockType`));
}

async function locked({ fresh, lock }: ContractWorld, ...types: readonly string[]): Promise<number> {
  const dataset = await fresh.draft();
  for (const type of types) await lock(dataset, type);
  return dataset.id;
}

/** Refusals that the two rows which change locks share. */
function refusals(row: string, more: readonly string[]): ContractCase[] {
  const of = (shows: string, as: 'guest' | 'owner', status: number, errorCode: string): ContractCase => ({
    row,
    shows,
    as,
    given: ({ draft }) => ({ path: [draft.id, ...more] }),
    status,
    errorCode,
  });
  return [
    of('is not for guests', 'guest', 401, 'AUTHENTICATION_REQUIRED'),
    of('is for superusers only', 'owner', 403, 'SUPERUSER_REQUIRED'),
    {
      row,
      shows: 'finds no dataset of an unknown number',
      as: 'superuser',
      given: () => ({ path: [987_654, ...more] }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
    {
      row,
      shows: 'refuses a bad dataset id',
      as: 'superuser',
      given: () => ({ path: ['abc', ...more] }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    },
  ];
}

/** Cases of setting, removing and listing locks. Source: datasets.md 11.3 and 16. */
export const datasetLockCases: readonly ContractCase[] = [
  ...LOCK_TYPES.map((type): ContractCase => ({
    row: 'datasets.locks.add',
    shows: `sets ${type}`,
    as: 'superuser',
    given: async (world) => ({ path: [await locked(world), type] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: `dataset locked with lock type ${type}` }),
  })),
  {
    row: 'datasets.locks.add',
    shows: 'takes the persistent identifier; the lock names its setter without @, and the dataset',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [':persistentId', 'Ingest'], query: { persistentId: (await fresh.draft()).persistentId } }),
    status: 200,
    holds: async (_answer, { callers }) => {
      const all = await callers.superuser.rest.get('/api/datasets/locks?type=Ingest');
      const last = all.list('data').length - 1;
      expect(all.record(`data.${last}`)).toEqual({
        lockType: 'Ingest',
        date: expect.stringMatching(/^\w{3} \w{3} \d\d \d\d:\d\d:\d\d UTC \d{4}$/),
        user: 'admin',
        dataset: expect.stringMatching(/^doi:/),
      });
    },
  },
  {
    row: 'datasets.locks.add',
    shows: 'refuses a second lock of a type',
    as: 'superuser',
    given: async (world) => ({ path: [await locked(world, 'Ingest'), 'Ingest'] }),
    status: 403,
    errorCode: 'DATASET_LOCK_EXISTS',
    message: 'dataset already locked with lock type Ingest',
  },
  {
    row: 'datasets.locks.add',
    shows: 'refuses an unknown type',
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id, 'ingest'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /^Invalid lock type value: ingest/,
  },
  ...refusals('datasets.locks.add', ['Ingest']),
  {
    row: 'datasets.locks.delete',
    shows: 'removes all locks',
    as: 'superuser',
    given: async (world) => ({ path: [await locked(world, 'Ingest', 'Workflow')] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'locks removed' }),
  },
  {
    row: 'datasets.locks.delete',
    shows: 'removes the lock of a type and leaves the others',
    as: 'superuser',
    given: async (world) => ({ path: [await locked(world, 'Ingest', 'Workflow')], query: { type: 'Ingest' } }),
    status: 200,
    holds: async (answer, world) => {
      expect(answer.at('data')).toEqual({ message: 'lock type Ingest removed' });
      const all = await world.callers.superuser.rest.get('/api/datasets/locks?type=Workflow');
      const persistentId = all.text(`data.${all.list('data').length - 1}.dataset`);
      const dataset = await world.callers.owner.rest.get(`/api/datasets/:persistentId?persistentId=${persistentId}`);
      expect(await typesOf(world, dataset.number('data.id'))).toEqual(['Workflow']);
    },
  },
  {
    row: 'datasets.locks.delete',
    shows: 'only warns when there is no lock',
    as: 'superuser',
    given: async (world) => ({ path: [await locked(world)] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'dataset not locked' }),
  },
  {
    row: 'datasets.locks.delete',
    shows: 'only warns when there is no lock of the type',
    as: 'superuser',
    given: async (world) => ({ path: [await locked(world, 'Workflow')], query: { type: 'Ingest' } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'no lock type Ingest on the dataset' }),
  },
  {
    row: 'datasets.locks.delete',
    shows: 'refuses an unknown type',
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id], query: { type: 'Sleeping' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /type/,
  },
  ...refusals('datasets.locks.delete', []),
  {
    row: 'datasets.locks.all',
    shows: 'lists locks of all datasets of a type and a user',
    as: 'superuser',
    given: async (world) => {
      await locked(world, 'Ingest', 'GlobusUpload');
      return { query: { type: 'GlobusUpload', userIdentifier: '@admin' } };
    },
    status: 200,
    holds: (answer) => {
      const types = answer.list('data').map((_one, at) => answer.at(`data.${at}.lockType`));
      expect(new Set(types)).toEqual(new Set(['GlobusUpload']));
    },
  },
  {
    row: 'datasets.locks.all',
    shows: 'is empty for a user who set none',
    as: 'superuser',
    given: ({ callers }) => ({ query: { userIdentifier: callers.stranger.identifier.slice(1) } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  {
    row: 'datasets.locks.all',
    shows: 'refuses an unknown type',
    as: 'superuser',
    given: () => ({ query: { type: 'Sleeping' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /^Invalid lock type value: Sleeping/,
  },
  {
    row: 'datasets.locks.all',
    shows: 'refuses an unknown user',
    as: 'superuser',
    given: () => ({ query: { userIdentifier: 'nobody-at-all' } }),
    status: 400,
    errorCode: 'USER_NOT_FOUND',
  },
  { row: 'datasets.locks.all', shows: 'is not for guests', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  {
    row: 'datasets.locks.all',
    shows: 'is for superusers only',
    as: 'owner',
    given: () => ({}),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
];
