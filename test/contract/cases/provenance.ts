import { expect } from 'vitest';
import { publishDataset, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withFile } from './file-changes.ts';

const JSON_GET = 'files.prov.json.get';
const JSON_SET = 'files.prov.json.set';
const JSON_DELETE = 'files.prov.json.delete';
const TEXT_GET = 'files.prov.freeform.get';
const TEXT_SET = 'files.prov.freeform.set';
const SETTING = '/api/admin/settings/:ProvCollectionEnabled';
const TYPED = { 'Content-Type': 'application/json' };

/** With white space of its own, to see that it comes back byte by byte. */
const DOCUMENT = JSON.stringify(
  { prefix: { ex: 'https://example.org/' }, entity: { 'ex:weights': {} }, bundle: { 'ex:b': { entity: { 'ex:inner': {} } } } },
  null,
  3,
);

async function give(world: ContractWorld, file: number, document = DOCUMENT): Promise<void> {
  const answer = await world.callers.owner.rest.send(`/api/files/${file}/prov-json?entityName=ex:weights`, {
    method: 'POST',
    raw: document,
    headers: TYPED,
  });
  if (answer.status !== 200) throw new Error(answer.body);
}

function saving(file: number, raw = DOCUMENT, entityName = 'ex:weights'): CaseRequest {
  return { path: [file], query: { entityName }, raw, headers: TYPED };
}

const records: readonly ContractCase[] = [
  {
    row: JSON_SET,
    shows: 'stores a record as it was sent, without making a draft',
    as: 'owner',
    given: async (world) => saving((await withFile(world, true)).file),
    status: 200,
    keys: ['message'],
    holds: (answer) => expect(answer.text('data.message')).toMatch(/weights\.csv/),
  },
  {
    row: JSON_SET,
    shows: 'takes an entity of a bundle, and replaces the record of a file that is not published',
    as: 'contributor',
    given: async (world) => {
      const { file } = await withFile(world);
      await give(world, file);
      return saving(file, DOCUMENT, 'ex:inner');
    },
    status: 200,
  },
  {
    row: JSON_SET,
    shows: 'takes wasEndedBy in both spellings',
    as: 'owner',
    given: async (world) => {
      const ended = { e: { 'prov:activity': 'ex:a' } };
      return saving((await withFile(world)).file, JSON.stringify({ entity: { 'ex:weights': {} }, wasEndedBy: ended, wasEndedby: ended }));
    },
    status: 200,
  },
  {
    row: JSON_SET,
    shows: 'keeps what a published file has',
    as: 'owner',
    given: async (world) => {
      const { file, dataset } = await withFile(world);
      await give(world, file);
      await publishDataset(world.callers.owner, dataset);
      return saving(file);
    },
    status: 403,
    errorCode: 'PROVENANCE_PUBLISHED',
  },
  {
    row: JSON_SET,
    shows: 'takes one for a published file from which it was removed before',
    as: 'owner',
    given: async (world) => {
      const { file, dataset } = await withFile(world);
      await give(world, file);
      succeeded(await world.callers.owner.rest.delete(`/api/files/${file}/prov-json`));
      await publishDataset(world.callers.owner, dataset);
      return saving(file);
    },
    status: 200,
  },
  {
    row: JSON_SET,
    shows: 'lists every rule that a record breaks',
    as: 'owner',
    given: async (world) =>
      saving(
        (await withFile(world)).file,
        JSON.stringify({
          prefix: { ex: 'nowhere' },
          entity: { 'ex:weights': { 'ex:list': [] } },
          wasGeneratedBy: { g: { 'prov:activity': 'ex:a', 'prov:time': 'yesterday' } },
          wasMade: {},
        }),
      ),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) =>
      expect(answer.list('errors').map((problem) => (problem as { pointer: string }).pointer)).toEqual([
        '/document/prefix/ex',
        '/document/entity/ex:weights/ex:list',
        '/document/wasGeneratedBy/g/prov:entity',
        '/document/wasGeneratedBy/g/prov:time',
        '/document/wasMade',
      ]),
  },
  {
    row: JSON_SET,
    shows: 'refuses an entity that the record does not know',
    as: 'owner',
    given: async (world) => saving((await withFile(world)).file, DOCUMENT, 'ex:other'),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/entityName'),
  },
  {
    row: JSON_SET,
    shows: 'needs the name of the entity',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file], raw: DOCUMENT, headers: TYPED }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/entityName'),
  },
  {
    row: JSON_SET,
    shows: 'refuses what is no JSON',
    as: 'owner',
    given: async (world) => saving((await withFile(world)).file, '{"entity": '),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: JSON_SET,
    shows: 'reads JSON alone',
    as: 'owner',
    given: async (world) => ({ ...saving((await withFile(world)).file), headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: JSON_SET,
    shows: 'refuses under a lock',
    as: 'owner',
    given: async (world) => {
      const { file, dataset } = await withFile(world);
      await world.lock(dataset, 'EditInProgress');
      return saving(file);
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: JSON_GET,
    shows: 'gives a record back as the text that was sent',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await give(world, file);
      return { path: [file] };
    },
    status: 200,
    keys: ['json'],
    holds: (answer) => expect(answer.text('data.json')).toBe(DOCUMENT),
  },
  {
    row: JSON_GET,
    shows: 'answers 400 when there is none',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file] }),
    status: 400,
    errorCode: 'PROVENANCE_NOT_FOUND',
  },
  {
    row: JSON_DELETE,
    shows: 'removes a record, after which another can be given',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await give(world, file);
      return { path: [file] };
    },
    status: 200,
    keys: ['message'],
  },
  {
    row: JSON_DELETE,
    shows: 'succeeds when there is none',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file] }),
    status: 200,
  },
  {
    row: JSON_DELETE,
    shows: 'refuses a file that is published',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world, true)).file] }),
    status: 403,
    errorCode: 'PROVENANCE_PUBLISHED',
  },
  {
    row: JSON_DELETE,
    shows: 'refuses under a lock',
    as: 'owner',
    given: async (world) => {
      const { file, dataset } = await withFile(world);
      await world.lock(dataset, 'EditInProgress');
      return { path: [file] };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
];

const words: readonly ContractCase[] = [
  {
    row: TEXT_SET,
    shows: 'says it in a draft, and leaves the published version as it was',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world, true)).file], json: { text: 'Weighed in May.' } }),
    status: 200,
    keys: ['message'],
    holds: (answer) => expect(answer.text('data.message')).toMatch(/weights\.csv.*Weighed in May\.$/),
  },
  {
    row: TEXT_SET,
    shows: 'needs the key text',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file], json: {} }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/text'),
  },
  {
    row: TEXT_SET,
    shows: 'refuses what is no JSON',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file], raw: 'Weighed', headers: TYPED }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: TEXT_SET,
    shows: 'refuses under a lock',
    as: 'owner',
    given: async (world) => {
      const { file, dataset } = await withFile(world);
      await world.lock(dataset, 'EditInProgress');
      return { path: [file], json: { text: 'Weighed in May.' } };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: TEXT_GET,
    shows: 'gives the words of the newest version',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world, true);
      await world.callers.owner.rest.post(`/api/files/${file}/prov-freeform`, { text: 'Weighed in May.' });
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ text: 'Weighed in May.' }),
  },
  {
    row: TEXT_GET,
    shows: 'answers 400 when there are none',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file] }),
    status: 400,
    errorCode: 'PROVENANCE_NOT_FOUND',
  },
];

/** What a row that succeeds needs beside the file. */
const REQUESTS: Readonly<Record<string, Omit<CaseRequest, 'path'>>> = {
  [JSON_GET]: {},
  [JSON_SET]: { query: { entityName: 'ex:weights' }, raw: DOCUMENT, headers: TYPED },
  [JSON_DELETE]: {},
  [TEXT_GET]: {},
  [TEXT_SET]: { json: { text: 'Weighed in May.' } },
};

const refusals = Object.entries(REQUESTS).flatMap(([row, request]): ContractCase[] => [
  {
    row,
    shows: 'is closed to all callers for all files if the installation records no provenance',
    as: 'guest',
    given: async ({ callers }) => {
      succeeded(await callers.superuser.rest.send(SETTING, { method: 'PUT', raw: 'false' }));
      return { ...request, path: [987_654] };
    },
    status: 403,
    errorCode: 'PROVENANCE_DISABLED',
    restore: async ({ callers }) => {
      await callers.superuser.rest.delete(SETTING);
    },
  },
  {
    row,
    shows: 'finds no file that is not there',
    as: 'owner',
    given: () => ({ ...request, path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  ...(['guest', 'member'] as const).map((as): ContractCase => ({
    row,
    shows: `is for those who may edit, not for a ${as}`,
    as,
    given: async (world) => ({ ...request, path: [(await withFile(world, true)).file] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row,
    shows: 'refuses a bad file id',
    as: 'owner',
    given: () => ({ ...request, path: ['abc'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
]);

/** Cases of the provenance of files. Source: files.md 10. */
export const provenanceCases: readonly ContractCase[] = [...records, ...words, ...refusals];
