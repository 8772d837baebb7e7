import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { exampleDataset, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const TYPES = '/api/datasets/datasetTypes';

/** A type that no dataset has. */
async function added({ callers }: ContractWorld, more: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; name: string }> {
  const name = uniqueName('type');
  const answer = await callers.superuser.rest.post(TYPES, { name, ...more });
  return { id: answer.number('data.id'), name };
}

const WRITES: readonly (readonly [row: string, path: readonly (string | number)[], json?: unknown])[] = [
  ['datasetTypes.add', [], { name: 'never' }],
  ['datasetTypes.blocks', ['dataset'], []],
  ['datasetTypes.licenses', ['dataset'], []],
  ['datasetTypes.delete', [1]],
];

const writeRefusals = WRITES.flatMap(([row, path, json]): ContractCase[] => [
  {
    row,
    shows: 'is not for guests',
    given: () => ({ path, ...(json === undefined ? {} : { json }) }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row,
    shows: 'needs a superuser',
    as: 'owner',
    given: () => ({ path, ...(json === undefined ? {} : { json }) }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
]);

const badBodies = (
  [
    ['no name', {}, /name/],
    ['a blank name', { name: ' ' }, /name/],
    ['a name of digits alone', { name: '12' }, /digits/],
    ['an unknown block', { name: 'x-block', linkedMetadataBlocks: ['nosuch'] }, /nosuch/],
    ['an unknown licence', { name: 'x-licence', availableLicenses: ['nosuch'] }, /nosuch/],
  ] as const
).map(([what, json, message]): ContractCase => ({
  row: 'datasetTypes.add',
  shows: `refuses ${what}`,
  as: 'superuser',
  given: () => ({ json }),
  status: 400,
  errorCode: 'BAD_USER_INPUT',
  message,
}));

/** Cases of the kinds of datasets. Source: datasets.md 14.1 and 4.1. */
export const datasetTypeCases: readonly ContractCase[] = [
  {
    row: 'datasetTypes.list',
    shows: 'begins with the type that every installation has',
    given: () => ({}),
    status: 200,
    holds: (answer) =>
      expect(answer.at('data.0')).toEqual({ id: expect.any(Number), name: 'dataset', linkedMetadataBlocks: [], availableLicenses: [] }),
  },
  ...(['id', 'name'] as const).map((key): ContractCase => ({
    row: 'datasetTypes.get',
    shows: `finds a type by its ${key}`,
    given: async (world) => ({ path: [(await added(world))[key]] }),
    status: 200,
    keys: ['id', 'name', 'linkedMetadataBlocks', 'availableLicenses'],
  })),
  ...['nosuch', '999999'].map((name): ContractCase => ({
    row: 'datasetTypes.get',
    shows: `knows no type ${name}`,
    given: () => ({ path: [name] }),
    status: 404,
    errorCode: 'DATASET_TYPE_NOT_FOUND',
  })),
  {
    row: 'datasetTypes.add',
    shows: 'adds a type, of which a dataset can be at once; then it stays',
    as: 'superuser',
    given: () => ({
      json: { name: uniqueName('software'), linkedMetadataBlocks: ['geospatial', 'citation'], availableLicenses: ['CC BY 4.0'] },
    }),
    status: 200,
    keys: ['id', 'name', 'linkedMetadataBlocks', 'availableLicenses'],
    holds: async (answer, { callers, open }) => {
      expect(answer.record('data')).toMatchObject({ linkedMetadataBlocks: ['citation', 'geospatial'], availableLicenses: ['CC BY 4.0'] });
      const datasetType = answer.text('data.name');
      const created = await callers.owner.rest.post(`/api/collections/${open.alias}/datasets`, {
        ...exampleDataset('minimal'),
        datasetType,
      });
      const seen = await callers.owner.rest.get(`/api/datasets/${created.number('data.id')}`);
      expect(seen.at('data.datasetType')).toBe(datasetType);
      // The example has a licence that the type does not allow.
      expect(seen.record('data.latestVersion')).not.toHaveProperty('license');
      expect((await callers.superuser.rest.delete(`${TYPES}/${answer.number('data.id')}`)).errorCode).toBe('DATASET_TYPE_IN_USE');
    },
  },
  ...badBodies,
  {
    row: 'datasetTypes.add',
    shows: 'refuses a name that is taken',
    as: 'superuser',
    given: () => ({ json: { name: 'dataset' } }),
    status: 400,
    errorCode: 'DATASET_TYPE_TAKEN',
  },
  {
    row: 'datasetTypes.blocks',
    shows: 'says which blocks a type had and has',
    as: 'superuser',
    given: async (world) => ({
      path: [(await added(world, { linkedMetadataBlocks: ['geospatial'] })).name],
      json: ['citation', 'citation'],
    }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ linkedMetadataBlocks: { before: ['geospatial'], after: ['citation'] } }),
  },
  {
    row: 'datasetTypes.blocks',
    shows: 'refuses an unknown block and changes nothing',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world, { linkedMetadataBlocks: ['geospatial'] })).name], json: ['nosuch'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /nosuch/,
  },
  {
    row: 'datasetTypes.blocks',
    shows: 'reads a list alone',
    as: 'superuser',
    given: () => ({ path: ['dataset'], json: { citation: true } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasetTypes.licenses',
    shows: 'says which licences a type had and has',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).id], json: ['CC0 1.0'] }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ availableLicenses: { before: [], after: ['CC0 1.0'] } }),
  },
  {
    row: 'datasetTypes.licenses',
    shows: 'refuses an unknown licence',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).id], json: ['nosuch'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /nosuch/,
  },
  ...['datasetTypes.blocks', 'datasetTypes.licenses'].map((row): ContractCase => ({
    row,
    shows: 'names an unknown type',
    as: 'superuser',
    given: () => ({ path: ['nosuch'], json: [] }),
    status: 404,
    errorCode: 'DATASET_TYPE_NOT_FOUND',
  })),
  {
    row: 'datasetTypes.blocks',
    shows: 'shows its blocks with those of every collection, if the type is requested',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).name], json: ['journal'] }),
    status: 200,
    holds: async (_answer, { callers, open, server }) => {
      const { sql } = server.application.connection;
      const [type] = await sql<{ name: string }[]>`select name from dataset_type order by id desc limit 1`;
      const path = `/api/collections/${open.alias}/metadatablocks`;
      const without = await callers.guest.rest.get(`${path}?datasetType=nosuch`);
      const withType = await callers.guest.rest.get(`${path}?datasetType=${type?.name ?? ''}`);
      const names = (seen: typeof without) => seen.list('data').map((one) => readJson(one).at('name'));
      expect(names(without)).not.toContain('journal');
      expect(names(withType)).toEqual([...names(without), 'journal']);
    },
  },
  {
    row: 'datasetTypes.delete',
    shows: 'removes a type that no dataset has',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).id] }),
    status: 200,
    holds: async (answer, { callers }) => {
      const id = /\d+/.exec(answer.text('data.message'))?.[0] ?? '';
      expect((await callers.guest.rest.get(`${TYPES}/${id}`)).status).toBe(404);
    },
  },
  {
    row: 'datasetTypes.delete',
    shows: 'keeps the type that every installation has',
    as: 'superuser',
    given: async ({ callers }) => ({ path: [(await callers.guest.rest.get(`${TYPES}/dataset`)).number('data.id')] }),
    status: 403,
    errorCode: 'DATASET_TYPE_PROTECTED',
  },
  {
    row: 'datasetTypes.delete',
    shows: 'names an unknown type',
    as: 'superuser',
    given: () => ({ path: [999999] }),
    status: 400,
    errorCode: 'DATASET_TYPE_NOT_FOUND',
  },
  ...writeRefusals,
];
