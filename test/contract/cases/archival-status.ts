import { expect } from 'vitest';
import { type SeededDataset, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const STATUS = { status: 'success', message: 'https://archive.example.org/1' };
const ROW = 'datasets.archivalStatus';

async function archived(world: ContractWorld): Promise<SeededDataset> {
  const dataset = await world.fresh.published();
  const told = { method: 'PUT', json: STATUS };
  succeeded(await world.callers.superuser.rest.send(`/api/datasets/${dataset.id}/1.0/archivalStatus`, told));
  return dataset;
}

const rows: readonly (readonly [row: string, more: CaseRequest])[] = [
  [ROW, {}],
  [`${ROW}.set`, { json: STATUS }],
  [`${ROW}.delete`, {}],
];

const refusals = rows.flatMap(([row, more]): ContractCase[] => [
  {
    row,
    shows: 'is not for guests',
    given: ({ published }) => ({ path: [published.id, '1.0'], ...more }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row,
    shows: 'needs a superuser',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id, '1.0'], ...more }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row,
    shows: 'knows no such dataset',
    as: 'superuser',
    given: () => ({ path: [999_999, '1.0'], ...more }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row,
    shows: 'knows no such version',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id, '7.0'], ...more }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row,
    shows: 'refuses what names no version',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id, 'newest'], ...more }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
]);

/** Cases of what an archive tells of its copies. Source: datasets.md 14.1. */
export const archivalStatusCases: readonly ContractCase[] = [
  ...refusals,
  ...[ROW, `${ROW}.delete`].map((row): ContractCase => ({
    row,
    shows: 'finds nothing that was not told',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id, '1.0'] }),
    status: 404,
    errorCode: 'ARCHIVAL_STATUS_NOT_FOUND',
  })),
  {
    row: ROW,
    shows: 'gives what was told, also by the persistent identifier',
    as: 'superuser',
    given: async (world) => ({
      path: [':persistentId', ':latest-published'],
      query: { persistentId: (await archived(world)).persistentId },
    }),
    status: 200,
    keys: ['status', 'message'],
    holds: (answer) => expect(answer.at('data')).toEqual(STATUS),
  },
  {
    row: `${ROW}.set`,
    shows: 'replaces what was told, under a lock as well',
    as: 'superuser',
    given: async (world) => {
      const dataset = await archived(world);
      await world.lock(dataset, 'Workflow');
      return { path: [dataset.id, '1.0'], json: { status: 'failure', message: 'No space left' } };
    },
    status: 200,
    keys: ['message'],
  },
  {
    row: `${ROW}.set`,
    shows: 'takes a draft',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id, ':draft'], json: { status: 'pending', message: '' } }),
    status: 200,
  },
  ...([{ status: 'success' }, { message: 'x' }, { status: 'done', message: 'x' }, {}, []] as const).map((json): ContractCase => ({
    row: `${ROW}.set`,
    shows: `refuses ${JSON.stringify(json)}`,
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id, '1.0'], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: `${ROW}.delete`,
    shows: 'forgets what was told',
    as: 'superuser',
    given: async (world) => ({ path: [(await archived(world)).id, '1.0'] }),
    status: 200,
    keys: ['message'],
  },
];
