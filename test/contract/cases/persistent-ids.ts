import { expect } from 'vitest';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** Refusals that all rows share. */
function refusals(row: string, given: (world: ContractWorld) => CaseRequest): ContractCase[] {
  return [
    { row, shows: 'is not for guests', given, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { row, shows: 'is for superusers only', as: 'owner', given, status: 403, errorCode: 'SUPERUSER_REQUIRED' },
  ];
}

const lookUp = (persistentId: string): CaseRequest => ({ query: { persistentId } });

/** Cases of what superusers ask about identifiers; what a provider outside says is shown with one. Source: datasets.md 14.1. */
export const persistentIdCases: readonly ContractCase[] = [
  {
    row: 'pids.get',
    shows: 'tells what is known of an identifier, also of one sent as an address',
    as: 'superuser',
    given: ({ published }) => lookUp(`https://doi.org/${published.persistentId.slice('doi:'.length).toLowerCase()}`),
    status: 200,
    holds: (answer, { published }) =>
      expect(answer.at('data')).toEqual({
        id: published.persistentId.slice('doi:'.length),
        persistentId: published.persistentId,
        provider: 'FAKE',
        state: 'registered',
        url: `http://127.0.0.1/dataset.xhtml?persistentId=${published.persistentId}`,
      }),
  },
  {
    row: 'pids.get',
    shows: 'finds nothing of an identifier that its provider does not know',
    as: 'superuser',
    given: () => lookUp('doi:10.5072/FK2/NOSUCH'),
    status: 404,
    errorCode: 'PERSISTENT_ID_NOT_FOUND',
  },
  ...['10.5072/FK2/NOSUCH', 'doi:10.9999/ELSEWHERE', ''].map((text): ContractCase => ({
    row: 'pids.get',
    shows: `refuses "${text}"`,
    as: 'superuser',
    given: () => lookUp(text),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  { row: 'pids.get', shows: 'needs an identifier', as: 'superuser', given: () => ({}), status: 400, errorCode: 'BAD_USER_INPUT' },
  ...refusals('pids.get', ({ published }) => lookUp(published.persistentId)),
  {
    row: 'pids.providers',
    shows: 'begins with the provider of new datasets, and names each beginning once',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) =>
      expect(answer.at('data')).toEqual([
        { id: 'FAKE', protocol: 'doi', authority: '10.5072', separator: '/', shoulder: 'FK2/' },
        { id: 'perma', protocol: 'perma', authority: 'archivolt', separator: '', shoulder: '' },
      ]),
  },
  ...refusals('pids.providers', () => ({})),
  {
    row: 'pids.unreserved',
    shows: 'is empty where no provider outside has to be asked',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ numUnreserved: 0, count: [] }),
  },
  ...refusals('pids.unreserved', () => ({})),
  {
    row: 'pids.reserve',
    shows: 'has the provider asked',
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    keys: ['message'],
  },
  {
    row: 'pids.reserve',
    shows: 'finds no dataset of an unknown number',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  ...refusals('pids.reserve', ({ draft }) => ({ path: [draft.id] })),
];
