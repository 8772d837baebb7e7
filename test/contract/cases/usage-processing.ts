import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'admin.processingState';
const MONTH = '2025-07';
const KEYS = ['yearMonth', 'state', 'stateChangeTimestamp', 'server'];

async function told({ callers }: ContractWorld): Promise<CaseRequest> {
  succeeded(await callers.superuser.rest.send(`/api/admin/makeDataCount/${MONTH}/processingState?state=new&server=h`, { method: 'POST' }));
  return { path: [MONTH] };
}

const rows: readonly (readonly [row: string, more: CaseRequest])[] = [
  [ROW, {}],
  [`${ROW}.set`, { query: { state: 'DONE' } }],
  [`${ROW}.delete`, {}],
];

/** Cases of the processing of usage by a counter outside. Source: users-admin.md 15.4. */
export const usageProcessingCases: readonly ContractCase[] = [
  ...rows.flatMap(([row, more]): ContractCase[] => [
    { row, shows: 'is closed to guests', given: () => ({ path: [MONTH], ...more }), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    {
      row,
      shows: 'is closed to owner',
      as: 'owner',
      given: () => ({ path: [MONTH], ...more }),
      status: 403,
      errorCode: 'ADMIN_API_REFUSED',
    },
    ...['2024-13', '2024', 'x'].map((month): ContractCase => ({
      row,
      shows: `takes ${month} for no month`,
      as: 'superuser',
      given: () => ({ path: [month], ...more }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    })),
  ]),
  ...[ROW, `${ROW}.delete`].map((row): ContractCase => ({
    row,
    shows: 'knows nothing of another month',
    as: 'superuser',
    given: () => ({ path: ['1999-01'] }),
    status: 404,
    errorCode: 'USAGE_MONTH_NOT_FOUND',
  })),
  {
    row: ROW,
    shows: 'says how far a month is',
    as: 'superuser',
    given: told,
    status: 200,
    keys: KEYS,
    holds: (answer) =>
      expect(answer.at('data')).toEqual({
        yearMonth: MONTH,
        state: 'NEW',
        stateChangeTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d$/),
        server: 'h',
      }),
  },
  {
    row: `${ROW}.set`,
    shows: 'keeps the machine that was told before',
    as: 'superuser',
    given: async (world) => ({ ...(await told(world)), query: { state: 'processing' } }),
    status: 200,
    keys: KEYS,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ state: 'PROCESSING', server: 'h' }),
  },
  {
    row: `${ROW}.set`,
    shows: 'leaves a machine out that was never told',
    as: 'superuser',
    given: () => ({ path: ['2025-08'], query: { state: 'SKIP' } }),
    status: 200,
    keys: KEYS.slice(0, 3),
  },
  ...([{}, { state: 'GONE' }] as const).map((query): ContractCase => ({
    row: `${ROW}.set`,
    shows: `refuses ${JSON.stringify(query)} and lists the states`,
    as: 'superuser',
    given: () => ({ path: [MONTH], query }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /NEW, DONE, SKIP, PROCESSING, FAILED/,
  })),
  {
    row: `${ROW}.delete`,
    shows: 'forgets a month',
    as: 'superuser',
    given: told,
    status: 200,
    keys: ['message'],
  },
];
