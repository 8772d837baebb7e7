import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { examinedIds } from './validation.ts';
import { type DatasetWithFile, withFile } from './file-changes.ts';

const SIZES = 'admin.fixmissingoriginalsizes';
const TYPES = 'admin.fixmissingoriginaltypes';
const VALIDATE = 'admin.validateDataFileHashValue';
const COMPUTE = 'admin.computeDataFileHashValue';
const UPDATE = 'admin.updateHashValues';
const DATASET = 'admin.validate.dataset.files';

/** A dataset with a file whose record says another checksum than its bytes have. */
async function withDamage(world: ContractWorld): Promise<DatasetWithFile> {
  const made = await withFile(world);
  await world.server.application.connection.sql`
    update data_file set checksum_value = '0123456789abcdef0123456789abcdef' where id = ${made.file}`;
  return made;
}

/** Files whose originals have neither size nor type, in place of all others. */
async function withOriginals(world: ContractWorld, count: number): Promise<void> {
  const { sql } = world.server.application.connection;
  await sql`delete from saved_original`;
  for (let made = 0; made < count; made += 1) {
    const { file } = await withFile(world);
    await sql`insert into saved_original (data_file_id, file_name) values (${file}, 'weights.dta')`;
  }
}

type Check = NonNullable<ContractCase['holds']>;
const saysNothingLacks: Check = (answer) =>
  expect(answer.text('data.message')).toMatch(/^All .* already have their (?:size|media type)\.$/);
const saysTwoLack: Check = (answer) =>
  expect(answer.text('data.message')).toMatch(/^Found 2 tabular files .* background job was started\.$/);
const saysTheFirst: Check = (answer) => expect(answer.text('data.message')).toMatch(/first 1\.$/);
const namesLimit: Check = (answer) => expect(answer.text('errors.0.pointer')).toBe('/query/limit');

const originals = [SIZES, TYPES].flatMap((row): ContractCase[] => [
  {
    row,
    shows: 'has nothing to do where everything is recorded',
    as: 'superuser',
    given: async (world) => {
      await withOriginals(world, 0);
      return {};
    },
    status: 200,
    keys: ['message'],
    holds: saysNothingLacks,
  },
  {
    row,
    shows: 'says how many files it found, and that a job has begun',
    as: 'superuser',
    given: async (world) => {
      await withOriginals(world, 2);
      return {};
    },
    status: 200,
    holds: saysTwoLack,
  },
  {
    row,
    shows: 'names a limit below what it found',
    as: 'superuser',
    given: async (world) => {
      await withOriginals(world, 2);
      return { query: { limit: '1' } };
    },
    status: 200,
    holds: saysTheFirst,
  },
  ...['0', '-1', 'ten', '1.5'].map((limit): ContractCase => ({
    row,
    shows: `refuses the limit ${limit}`,
    as: 'superuser',
    given: () => ({ query: { limit } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: namesLimit,
  })),
  { row, shows: 'is closed to guests', as: 'guest', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row, shows: 'is closed to users', as: 'owner', given: () => ({}), status: 403, errorCode: 'ADMIN_API_REFUSED' },
]);

const checksums: readonly ContractCase[] = [
  {
    row: VALIDATE,
    shows: 'says that the bytes are what is recorded',
    as: 'superuser',
    given: async (world) => ({ path: [(await withFile(world)).file] }),
    status: 200,
    keys: ['message'],
    holds: (answer) => expect(answer.text('data.message')).toMatch(/ checksum [0-9a-f]{32}\.$/),
  },
  {
    row: VALIDATE,
    shows: 'answers 417 where they are not, with both checksums',
    as: 'superuser',
    given: async (world) => ({ path: [(await withDamage(world)).file] }),
    status: 417,
    errorCode: 'FILE_CHECKSUM_MISMATCH',
    message: /[0-9a-f]{32}.*0123456789abcdef0123456789abcdef/,
  },
  {
    row: COMPUTE,
    shows: 'stores a checksum by another algorithm',
    as: 'superuser',
    given: async (world) => ({ path: [(await withFile(world)).file, 'SHA-256'] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/SHA-256: [0-9a-f]{64}$/),
  },
  {
    row: COMPUTE,
    shows: 'keeps a checksum that the bytes do not have',
    as: 'superuser',
    given: async (world) => ({ path: [(await withDamage(world)).file, 'SHA-1'] }),
    status: 417,
    errorCode: 'FILE_CHECKSUM_MISMATCH',
  },
  {
    row: COMPUTE,
    shows: 'refuses an algorithm that it does not know',
    as: 'superuser',
    given: ({ publishedFile }) => ({ path: [publishedFile, 'CRC32'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/path/alg'),
  },
  ...[VALIDATE, COMPUTE].flatMap((row): ContractCase[] => {
    const rest = row === COMPUTE ? ['MD5'] : [];
    return [
      ...[987_654, 'abc'].map((id): ContractCase => ({
        row,
        shows: `answers 400 for the file ${id}`,
        as: 'superuser',
        given: () => ({ path: [id, ...rest] }),
        status: 400,
        errorCode: 'FILE_NOT_FOUND',
      })),
      {
        row,
        shows: 'is closed to guests',
        as: 'guest',
        given: ({ publishedFile }) => ({ path: [publishedFile, ...rest] }),
        status: 401,
        errorCode: 'AUTHENTICATION_REQUIRED',
      },
      {
        row,
        shows: 'is closed to users',
        as: 'owner',
        given: ({ publishedFile }) => ({ path: [publishedFile, ...rest] }),
        status: 403,
        errorCode: 'SUPERUSER_REQUIRED',
      },
    ];
  }),
];

const replacements: readonly ContractCase[] = [
  {
    row: UPDATE,
    shows: 'says how many files have another algorithm, and that a job has begun',
    as: 'superuser',
    given: async (world) => {
      await withFile(world);
      return { path: ['SHA-512'], query: { num: '1' } };
    },
    status: 200,
    keys: ['message'],
    holds: (answer) => expect(answer.text('data.message')).toMatch(/^Found \d+ files .* background job was started\. .* first 1\.$/),
  },
  {
    row: UPDATE,
    shows: 'has nothing to do where all files have the algorithm',
    as: 'superuser',
    given: async ({ server }) => {
      await server.application.connection.sql`update data_file set checksum_algorithm = 'SHA-1'`;
      return { path: ['SHA-1'] };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('All files already have checksums by this algorithm.'),
    restore: async ({ server }) =>
      void (await server.application.connection.sql`
        update data_file set checksum_algorithm =
          case length(checksum_value) when 32 then 'MD5' when 64 then 'SHA-256' when 128 then 'SHA-512' else 'SHA-1' end`),
  },
  ...(['CRC32', 'md5'] as const).map((algorithm): ContractCase => ({
    row: UPDATE,
    shows: `refuses the algorithm ${algorithm}`,
    as: 'superuser',
    given: () => ({ path: [algorithm] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/path/alg'),
  })),
  ...['0', '-1', 'ten'].map((num): ContractCase => ({
    row: UPDATE,
    shows: `refuses the number ${num}`,
    as: 'superuser',
    given: () => ({ path: ['MD5'], query: { num } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.text('errors.0.pointer')).toBe('/query/num'),
  })),
  { row: UPDATE, shows: 'is closed to guests', given: () => ({ path: ['MD5'] }), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
  { row: UPDATE, shows: 'is closed to users', as: 'owner', given: () => ({ path: ['MD5'] }), status: 403, errorCode: 'SUPERUSER_REQUIRED' },
];

const datasets: readonly ContractCase[] = [
  {
    row: DATASET,
    shows: 'takes a persistent identifier',
    as: 'superuser',
    given: async (world) => ({ path: [':persistentId'], query: { persistentId: (await withFile(world)).dataset.persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.list('dataFiles')).toHaveLength(1),
  },
  ...examinedIds(DATASET),
  {
    row: DATASET,
    shows: 'lists every file of a dataset, valid or not',
    as: 'superuser',
    given: async (world) => ({ path: [(await withDamage(world)).dataset.id] }),
    status: 200,
    holds: (answer) =>
      expect(answer.at('dataFiles')).toEqual([
        {
          datafileId: expect.any(Number),
          storageIdentifier: expect.stringMatching(/^local:\/\//),
          status: 'invalid',
          errorMessage: expect.stringContaining('MD5'),
        },
      ]),
  },
  {
    row: DATASET,
    shows: 'says no more of files that are valid',
    as: 'superuser',
    given: async (world) => ({ path: [(await withFile(world)).dataset.id] }),
    status: 200,
    holds: (answer) =>
      expect(answer.at('dataFiles')).toEqual([{ datafileId: expect.any(Number), storageIdentifier: expect.any(String), status: 'valid' }]),
  },
  {
    row: DATASET,
    shows: 'answers 404 when there is no such dataset',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: DATASET,
    shows: 'is closed to guests',
    as: 'guest',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: DATASET,
    shows: 'is closed to users',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 403,
    errorCode: 'ADMIN_API_REFUSED',
  },
];

/** Cases of the integrity of stored bytes. Source: files.md 12, 22.8. */
export const integrityCases: readonly ContractCase[] = [...originals, ...checksums, ...replacements, ...datasets];
