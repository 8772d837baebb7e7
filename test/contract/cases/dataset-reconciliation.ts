import { expect } from 'vitest';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROWS = ['datasets.pidGenerator.get', 'datasets.pidGenerator.set', 'datasets.pidGenerator.delete', 'datasets.pidReconcile'] as const;

function given(row: string, path: string | number): CaseRequest {
  return { path: [path], ...(row === 'datasets.pidGenerator.set' ? { raw: 'perma' } : {}) };
}

/** Refusals that rows share. */
function refusals(row: (typeof ROWS)[number]): ContractCase[] {
  return [
    ...(row === 'datasets.pidGenerator.get'
      ? []
      : ([
          ['is not for guests', 'guest', 401, 'AUTHENTICATION_REQUIRED'],
          ['is for superusers only', 'owner', 403, 'SUPERUSER_REQUIRED'],
        ] as const)
    ).map(([shows, as, status, errorCode]): ContractCase => ({
      row,
      shows,
      as,
      given: ({ draft }) => given(row, draft.id),
      status,
      errorCode,
    })),
    {
      row,
      shows: 'finds no dataset of an unknown number',
      as: 'superuser',
      given: () => given(row, 987_654),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
    { row, shows: 'refuses a bad dataset id', as: 'superuser', given: () => given(row, 'abc'), status: 400, errorCode: 'BAD_USER_INPUT' },
  ];
}

/** A new dataset that is to have a permalink. */
async function chosen(world: ContractWorld): Promise<{ readonly id: number; readonly persistentId: string }> {
  const dataset = await world.fresh.draft();
  const answer = await world.callers.superuser.rest.send(`/api/datasets/${dataset.id}/pidGenerator`, { method: 'PUT', raw: 'perma' });
  expect(answer.body).toBe('{"status":"OK","data":{"message":"perma"}}');
  return dataset;
}

/** Cases of the provider of a dataset's identifier. Source: datasets.md 12.3. */
export const datasetReconciliationCases: readonly ContractCase[] = [
  ...ROWS.flatMap(refusals),
  {
    row: 'datasets.pidGenerator.get',
    shows: 'names the provider of new datasets, also of a draft that a guest does not see',
    as: 'guest',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'FAKE' }),
  },
  {
    row: 'datasets.pidGenerator.get',
    shows: 'names the provider that was chosen, and takes the persistent identifier of the dataset',
    as: 'guest',
    given: async (world) => ({ path: [':persistentId'], query: { persistentId: (await chosen(world)).persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'perma' }),
  },
  {
    row: 'datasets.pidGenerator.set',
    shows: 'takes the id of a provider in any case',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], raw: ' Perma\n' }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'perma' }),
  },
  {
    row: 'datasets.pidGenerator.set',
    shows: 'takes a published dataset, whose identifier stays',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id], raw: 'perma' }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'perma' }),
  },
  ...['nosuch', '', 'datacite', 'x'.repeat(5000), '"perma"'].map((raw): ContractCase => ({
    row: 'datasets.pidGenerator.set',
    shows: `knows no provider ${JSON.stringify(raw.slice(0, 10))}`,
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id], raw }),
    status: 404,
    errorCode: 'PID_PROVIDER_NOT_FOUND',
  })),
  {
    row: 'datasets.pidGenerator.delete',
    shows: 'goes back to the provider of new datasets, as often as it is asked',
    as: 'superuser',
    given: async (world) => ({ path: [(await chosen(world)).id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'FAKE' }),
  },
  {
    row: 'datasets.pidReconcile',
    shows: 'gives a draft an identifier of its provider, and the former one finds it',
    as: 'superuser',
    given: async (world) => ({ path: [':persistentId'], query: { persistentId: (await chosen(world)).persistentId } }),
    status: 200,
    holds: async (answer, { callers }) => {
      const [, id = '', persistentId = ''] =
        /^Dataset (\d+) has the persistent identifier (perma:archivolt[A-Z0-9]{6})\.$/.exec(answer.text('data.message')) ?? [];
      const read = await callers.superuser.rest.get(`/api/datasets/${id}`);
      const former = read.text('data.latestVersion.alternativePersistentId');
      expect(read.at('data')).toMatchObject({
        persistentUrl: `http://127.0.0.1/citation?persistentId=${persistentId}`,
        protocol: 'perma',
        authority: 'archivolt',
        separator: '',
        identifier: persistentId.slice('perma:archivolt'.length),
        storageIdentifier: `local://${former.slice('doi:'.length)}`,
        latestVersion: { datasetPersistentId: persistentId, storageIdentifier: `local://${former.slice('doi:'.length)}` },
      });
      for (const named of [persistentId, former, former.toLowerCase()]) {
        const found = await callers.superuser.rest.get(`/api/datasets/:persistentId?persistentId=${named}`);
        expect(found.at('data.id')).toBe(Number(id));
      }
    },
  },
  {
    row: 'datasets.pidReconcile',
    shows: 'refuses a dataset that was published',
    as: 'superuser',
    given: async (world) => {
      const dataset = await world.fresh.published();
      await world.callers.superuser.rest.send(`/api/datasets/${dataset.id}/pidGenerator`, { method: 'PUT', raw: 'perma' });
      return { path: [dataset.id] };
    },
    status: 403,
    errorCode: 'PID_RECONCILE_REFUSED',
    message: /published/,
  },
  {
    row: 'datasets.pidReconcile',
    shows: 'refuses a dataset whose identifier is one of its provider',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 403,
    errorCode: 'PID_RECONCILE_REFUSED',
    message: /FAKE already/,
  },
  {
    row: 'datasets.pidReconcile',
    shows: 'refuses the second call',
    as: 'superuser',
    given: async (world) => {
      const { id } = await chosen(world);
      expect((await world.callers.superuser.rest.post(`/api/datasets/${id}/pidReconcile`)).status).toBe(200);
      return { path: [id] };
    },
    status: 403,
    errorCode: 'PID_RECONCILE_REFUSED',
  },
  {
    row: 'datasets.pidReconcile',
    shows: 'is refused while a workflow runs',
    as: 'superuser',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      await world.callers.superuser.rest.send(`/api/datasets/${dataset.id}/pidGenerator`, { method: 'PUT', raw: 'perma' });
      await world.lock(dataset, 'Workflow');
      return { path: [dataset.id] };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
];
