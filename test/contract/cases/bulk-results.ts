import pino from 'pino';
import { expect } from 'vitest';
import { continueBulkJob } from '../../../src/domain/bulk/continue-bulk-job.ts';
import { createCollection, createDataset } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROW = 'bulk.result';
const BEGIN = 'mutation ($input: BulkQueryInput!) { bulkQuery(input: $input) { bulkJob { databaseId } } }';
const WALK =
  'query ($alias: String!) { collection(reference: { alias: $alias }) { contents { nodes { ... on Dataset { persistentId } } } } }';

/** The address of the result of a job over a collection with one draft. */
async function addressOf({ callers: { superuser }, server }: ContractWorld): Promise<URL> {
  const collection = await createCollection(superuser);
  await createDataset(superuser, collection);
  const begun = await superuser.graphql.expectData(BEGIN, { input: { query: WALK, variables: { alias: collection.alias } } });
  const id = begun.number('data.bulkQuery.bulkJob.databaseId');
  const { jobsDb: db, services } = server.application;
  // This job alone: what other cases have left to be done stays as they expect it.
  await continueBulkJob({ db, services, commandServices: services, log: pino({ level: 'silent' }) }, id);
  const shown = await superuser.graphql.expectData('query ($id: Int!) { bulkJob(databaseId: $id) { resultUrl } }', { id });
  return new URL(shown.text('data.bulkJob.resultUrl'));
}

function requestOf({ pathname, searchParams }: URL, changed: Readonly<Record<string, string>> = {}): CaseRequest {
  return { path: [pathname.split('/')[3] ?? ''], query: { ...Object.fromEntries(searchParams), ...changed } };
}

export const bulkResultCases: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'gives the lines to whoever has the address',
    as: 'guest',
    given: async (world) => requestOf(await addressOf(world)),
    status: 200,
    holds: ({ body }) => expect(JSON.parse(body)).toEqual({ persistentId: expect.any(String) }),
  },
  {
    row: ROW,
    shows: 'refuses an address that was altered, also with a token',
    as: 'superuser',
    given: async (world) => requestOf(await addressOf(world), { expires: '9999999999999' }),
    status: 404,
    errorCode: 'BULK_RESULT_GONE',
  },
  {
    row: ROW,
    shows: 'refuses a request that expects another result',
    as: 'guest',
    given: async (world) => ({ ...requestOf(await addressOf(world)), headers: { 'if-match': '"other"' } }),
    status: 412,
    errorCode: 'PRECONDITION_FAILED',
  },
  {
    row: ROW,
    shows: 'tells nothing of jobs that are not there',
    as: 'guest',
    given: () => ({ path: ['no-number'], query: { expires: '9999999999999', signature: 'AAAA' } }),
    status: 404,
    errorCode: 'BULK_RESULT_GONE',
  },
  {
    row: ROW,
    shows: 'needs the parts of the address',
    as: 'guest',
    given: () => ({ path: [1], query: { expires: 'tomorrow' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];
