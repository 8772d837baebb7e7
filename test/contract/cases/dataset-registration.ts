import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';

/** Refusals that the rows of one dataset share. */
function refusals(row: string): ContractCase[] {
  const of = (shows: string, as: 'guest' | 'owner', status: number, errorCode: string): ContractCase => ({
    row,
    shows,
    as,
    given: ({ published }) => ({ path: [published.id] }),
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
      given: () => ({ path: [987_654] }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
    { row, shows: 'refuses a bad dataset id', as: 'superuser', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
  ];
}

/** Cases of the two rows that are about all datasets. */
function ofAll(row: string, what: string): ContractCase[] {
  return [
    {
      row,
      shows: 'starts the update and says so',
      as: 'superuser',
      given: () => ({}),
      status: 200,
      keys: ['message'],
      // The provider of the test installation is asked nothing, so there is nothing to send.
      holds: (answer) => expect(answer.text('data.message')).toMatch(new RegExp(`${what} of all datasets .* 0 are sent`)),
    },
    { row, shows: 'is not for guests', as: 'guest', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { row, shows: 'is for superusers only', as: 'owner', given: () => ({}), status: 403, errorCode: 'SUPERUSER_REQUIRED' },
  ];
}

/** Cases of bringing persistent identifiers up to date at their providers. Source: datasets.md 12.3. */
export const datasetRegistrationCases: readonly ContractCase[] = [
  {
    row: 'datasets.modifyRegistration',
    shows: 'sends the target of a published dataset again',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    holds: (answer, { published }) => expect(answer.at('data')).toEqual({ message: `Dataset ${published.id} target url updated` }),
  },
  {
    row: 'datasets.modifyRegistration',
    shows: 'takes the persistent identifier of a draft',
    as: 'superuser',
    given: ({ draft }) => ({ path: [':persistentId'], query: { persistentId: draft.persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'Dataset :persistentId target url updated' }),
  },
  ...refusals('datasets.modifyRegistration'),
  {
    row: 'datasets.modifyRegistrationMetadata',
    shows: 'sends the metadata of a published dataset again',
    as: 'superuser',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    holds: (answer, { published }) =>
      expect(answer.at('data')).toEqual({
        message: `Dataset ${published.persistentId.replace('doi:10.5072/', '')} PID Metadata updated successfully.`,
      }),
  },
  {
    row: 'datasets.modifyRegistrationMetadata',
    shows: 'refuses a dataset that was never published',
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 400,
    errorCode: 'REGISTRATION_REFUSED',
  },
  ...refusals('datasets.modifyRegistrationMetadata'),
  ...ofAll('datasets.modifyRegistrationAll', 'metadata'),
  ...ofAll('datasets.modifyRegistrationTargets', 'target urls'),
];
