import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import { addFile, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withFile } from './file-changes.ts';

const SET = 'files.metadata.set';
const DRAFT = 'files.metadata.draft';

/** A form with the part jsonData alone. */
function form(jsonData: unknown): FormData {
  const parts = new FormData();
  parts.set('jsonData', typeof jsonData === 'string' ? jsonData : JSON.stringify(jsonData));
  return parts;
}

/** The record behind the words of the answer, cut at the first brace as clients do. */
function recordIn(answer: RestAnswer) {
  return readJson(JSON.parse(answer.body.slice(answer.body.indexOf('{')))).record('');
}

async function set(world: ContractWorld, file: number, jsonData: unknown): Promise<void> {
  const answer = await world.callers.owner.rest.send(`/api/files/${file}/metadata`, { method: 'POST', raw: form(jsonData) });
  if (answer.status !== 200) throw new Error(answer.body);
}

const EVERYTHING = {
  label: 'ship.png',
  directoryLabel: '/images//web/',
  description: 'My description.',
  categories: ['Data', ' Data', ''],
  provFreeform: 'Scanned by hand.',
};

const successes: readonly ContractCase[] = [
  {
    row: SET,
    shows: 'changes every key, and gives the record of the draft as text',
    as: 'contributor',
    given: async (world) => ({ path: [(await withFile(world, true)).file], raw: form({ ...EVERYTHING, restrict: true }) }),
    status: 200,
    holds: (answer) => {
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(answer.body).toMatch(/^File Metadata update has been completed: \{"label":"ship\.png","directoryLabel"/);
      expect(recordIn(answer)).toEqual({
        label: 'ship.png',
        directoryLabel: 'images/web',
        description: 'My description.',
        restricted: true,
        provFreeForm: 'Scanned by hand.',
        categories: ['Data'],
        id: expect.any(Number),
      });
    },
  },
  {
    row: SET,
    shows: 'leaves alone what is omitted',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await set(world, file, EVERYTHING);
      return { path: [file], raw: form({ description: 'Other' }) };
    },
    status: 200,
    holds: (answer) =>
      expect(recordIn(answer)).toMatchObject({
        label: 'ship.png',
        directoryLabel: 'images/web',
        description: 'Other',
        categories: ['Data'],
        provFreeForm: 'Scanned by hand.',
      }),
  },
  {
    row: SET,
    shows: 'clears what is sent empty',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await set(world, file, EVERYTHING);
      const empty = { directoryLabel: '', description: '', provFreeForm: '', categories: [], dataFileTags: [] };
      return { path: [file], raw: form(empty) };
    },
    status: 200,
    holds: (answer) => expect(recordIn(answer)).toEqual({ label: 'ship.png', description: '', restricted: false, id: expect.any(Number) }),
  },
  {
    row: SET,
    shows: 'takes the moment that the record names',
    as: 'owner',
    given: async (world) => {
      const { dataset, file } = await withFile(world);
      const read = await world.callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/:draft/files`);
      const sourceLastUpdateTime = read.text('data.0.dataFile.lastUpdateTime');
      return { path: [file], query: { sourceLastUpdateTime }, raw: form({ description: 'In time' }) };
    },
    status: 200,
  },
  {
    row: DRAFT,
    shows: 'gives what the draft says, while the published version says what it said',
    as: 'member',
    given: async (world) => {
      const { file } = await withFile(world, true);
      await set(world, file, { label: 'later.csv' });
      expect((await world.callers.guest.rest.get(`/api/files/${file}/metadata`)).text('label')).toBe('weights.csv');
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(answer.text('label')).toBe('later.csv');
    },
  },
];

function refusal(shows: string, jsonData: unknown, pointer: string): ContractCase {
  return {
    row: SET,
    shows: `refuses ${shows}`,
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], raw: form(jsonData) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe(pointer),
  };
}

async function underLock(world: ContractWorld): Promise<CaseRequest> {
  const { dataset, file } = await withFile(world);
  await world.lock(dataset, 'finalizePublication');
  return { path: [file], raw: form({ description: 'Late' }) };
}

const refusals: readonly ContractCase[] = [
  refusal('a blank label', { label: ' ' }, '/label'),
  refusal('a folder with a forbidden character', { directoryLabel: 'a*b' }, '/directoryLabel'),
  refusal('a description that is no text', { description: 5 }, '/jsonData/description'),
  {
    row: SET,
    shows: 'refuses the path of another file, and names it',
    as: 'owner',
    given: async (world) => {
      const { dataset, file } = await withFile(world);
      const jsonData = { directoryLabel: 'code' };
      await addFile(world.callers.owner, dataset, { name: 'README.md', jsonData });
      return { path: [file], raw: form({ label: 'README.md', directoryLabel: 'code' }) };
    },
    status: 400,
    errorCode: 'FILE_PATH_TAKEN',
    message: /code\/README\.md/,
  },
  {
    row: SET,
    shows: 'refuses a change made up on an older state',
    as: 'owner',
    given: ({ publishedFile }) => ({
      path: [publishedFile],
      query: { sourceLastUpdateTime: '2020-01-01T00:00:00Z' },
      raw: form({ description: 'Stale' }),
    }),
    status: 400,
    errorCode: 'DATASET_STALE',
  },
  {
    row: SET,
    shows: 'refuses a moment that is none',
    as: 'owner',
    given: ({ publishedFile }) => ({
      path: [publishedFile],
      query: { sourceLastUpdateTime: 'yesterday' },
      raw: form({ description: 'Stale' }),
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: SET,
    shows: 'refuses jsonData that is not JSON',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], raw: form('{"label"') }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: SET,
    shows: 'needs the part jsonData',
    as: 'owner',
    given: ({ publishedFile }) => {
      const parts = new FormData();
      parts.set('other', 'x');
      return { path: [publishedFile], raw: parts };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: SET,
    shows: 'takes no bytes',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], file: { name: 'a.txt', bytes: '', jsonData: { description: 'D' } } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/file'),
  },
  {
    row: SET,
    shows: 'answers 400 when there is no such file',
    as: 'owner',
    given: () => ({ path: [987_654], raw: form({ description: 'D' }) }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: SET,
    shows: 'answers 403 to those who may not edit',
    as: 'member',
    given: ({ publishedFile }) => ({ path: [publishedFile], raw: form({ description: 'D' }) }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: SET,
    shows: 'refuses a file that the draft no longer has',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world, true);
      succeeded(await world.callers.owner.rest.delete(`/api/files/${file}`));
      return { path: [file], raw: form({ description: 'Late' }) };
    },
    status: 400,
    errorCode: 'FILE_NOT_IN_VERSION',
  },
  { row: SET, shows: 'refuses under a lock', as: 'owner', given: underLock, status: 400, errorCode: 'DATASET_LOCKED' },
  {
    row: DRAFT,
    shows: 'answers 400 without a draft',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world, true)).file] }),
    status: 400,
    errorCode: 'DATASET_DRAFT_NOT_FOUND',
  },
  {
    row: DRAFT,
    shows: 'is closed to those who may not see drafts',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: DRAFT,
    shows: 'answers 400 when there is no such file',
    as: 'owner',
    given: () => ({ path: [987_654] }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
  { row: DRAFT, shows: 'refuses a bad file id', as: 'owner', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
];

/** Cases of what a draft says of a file. Source: files.md 7. */
export const fileMetadataCases: readonly ContractCase[] = [...successes, ...refusals];
