import { expect } from 'vitest';
import { addFile, publishDataset, type SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const RESTRICT = 'files.restrict';

export interface DatasetWithFile {
  readonly dataset: SeededDataset;
  readonly file: number;
}

/** A dataset with the file `weights.csv`: in its first draft, or published as 1.0. */
export async function withFile({ fresh, callers: { owner } }: ContractWorld, published = false): Promise<DatasetWithFile> {
  const dataset = await fresh.draft();
  const file = await addFile(owner, dataset, { name: 'weights.csv', type: 'text/csv' });
  if (published) await publishDataset(owner, dataset);
  return { dataset, file };
}

const successes: readonly ContractCase[] = [
  {
    row: RESTRICT,
    shows: 'restricts a file of a first draft at once, its bytes too',
    as: 'contributor',
    given: async (world) => ({ path: [(await withFile(world)).file], raw: 'true' }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ message: 'File weights.csv restricted.' }),
  },
  {
    row: RESTRICT,
    shows: 'takes true and false alone: nonsense opens no file',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await world.callers.owner.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' });
      restricted = file;
      return { path: [file], raw: 'maybe' };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /must be true or false/,
    holds: async (_answer, { callers }) => {
      const read = await callers.owner.rest.get(`/api/files/${restricted}`);
      expect(read.at('data.restricted')).toBe(true);
    },
  },
  ...['', '1', 'yes', '"true"', '{}', '{"restrict": "maybe"}'].map((raw): ContractCase => ({
    row: RESTRICT,
    shows: `refuses ${raw === '' ? 'an empty body' : raw}`,
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file], raw }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: RESTRICT,
    shows: 'takes an object, and stores its terms in the draft',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file],
      raw: JSON.stringify({ restrict: true, enableAccessRequest: false, termsOfAccess: 'Ask us.' }),
    }),
    status: 200,
    holds: (answer) =>
      expect(answer.text('data.message')).toBe('File weights.csv restricted. Access request is disabled. Terms of access: Ask us.'),
  },
];

const refusals: readonly ContractCase[] = [
  {
    row: RESTRICT,
    shows: 'answers 400 when there is no such file',
    as: 'owner',
    given: () => ({ path: [987_654], raw: 'true' }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: RESTRICT,
    shows: 'refuses a bad file id',
    as: 'owner',
    given: () => ({ path: ['abc'], raw: 'true' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: RESTRICT,
    shows: 'answers 400 to those who may not edit',
    as: 'member',
    given: ({ publishedFile }) => ({ path: [publishedFile], raw: 'true' }),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: RESTRICT,
    shows: 'refuses what the file is already',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file], raw: 'false' }),
    status: 400,
    errorCode: 'FILE_RESTRICTION_UNCHANGED',
    message: /weights\.csv/,
  },
  {
    row: RESTRICT,
    shows: 'refuses a file that the draft no longer has',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world, true);
      await world.callers.owner.rest.delete(`/api/files/${file}`);
      return { path: [file], raw: 'true' };
    },
    status: 400,
    errorCode: 'FILE_NOT_IN_VERSION',
  },
  {
    row: RESTRICT,
    shows: 'refuses JSON that ends too early',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], raw: '{"restrict": tr' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: RESTRICT,
    shows: 'needs the key restrict in an object',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], raw: '{"enableAccessRequest": true}' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/restrict'),
  },
  {
    row: RESTRICT,
    shows: 'refuses a restriction if access could not be requested, and writes nothing',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file],
      raw: JSON.stringify({ restrict: true, enableAccessRequest: false }),
    }),
    status: 409,
    errorCode: 'DATASET_TERMS_INVALID',
  },
  {
    row: RESTRICT,
    shows: 'refuses under a lock',
    as: 'owner',
    given: async (world) => {
      const { file, dataset } = await withFile(world);
      await world.lock(dataset, 'EditInProgress');
      return { path: [file], raw: 'true' };
    },
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
];

const DELETE = 'files.delete';

const removals: readonly ContractCase[] = [
  {
    row: DELETE,
    shows: 'deletes a file that was never published',
    as: 'contributor',
    given: async (world) => ({ path: [(await withFile(world)).file] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(true),
  },
  {
    row: DELETE,
    shows: 'takes a published file out of the draft alone',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world, true)).file] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toBe(false),
  },
  {
    row: DELETE,
    shows: 'refuses a file that the draft no longer has',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world, true);
      await world.callers.owner.rest.delete(`/api/files/${file}`);
      return { path: [file] };
    },
    status: 400,
    errorCode: 'FILE_NOT_IN_VERSION',
  },
  {
    row: DELETE,
    shows: 'finds no file that was deleted altogether',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await world.callers.owner.rest.delete(`/api/files/${file}`);
      return { path: [file] };
    },
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: DELETE,
    shows: 'answers 400 to those who may not edit',
    as: 'member',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: DELETE,
    shows: 'refuses under a lock',
    as: 'owner',
    given: async (world) => {
      const { file, dataset } = await withFile(world);
      await world.lock(dataset, 'EditInProgress');
      return { path: [file] };
    },
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
  { row: DELETE, shows: 'refuses a bad file id', as: 'owner', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
];

/** The file that a case has restricted. */
let restricted = 0;

/** Cases of changing files that are there. Source: files.md 6, 22.1. */
export const fileChangeCases: readonly ContractCase[] = [...successes, ...refusals, ...removals];
