import { expect } from 'vitest';
import { uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

function fresh(more: Readonly<Record<string, unknown>> = {}) {
  return { name: uniqueName('set').slice(0, 30), definition: 'title:tides', ...more };
}

async function added({ callers }: ContractWorld, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = fresh(more);
  await callers.superuser.rest.post('/api/harvest/server/oaisets/add', body);
  return body.name;
}

const WRITES: readonly (readonly [row: string, path: readonly string[], json?: unknown])[] = [
  ['harvest.oaisets.add', [], fresh()],
  ['harvest.oaisets.update', ['nosuch'], { definition: 'tides' }],
  ['harvest.oaisets.delete', ['nosuch']],
];

const refusedWrites = WRITES.flatMap(([row, path, json]): ContractCase[] => {
  const given = () => ({ path, ...(json === undefined ? {} : { json }) });
  return [
    { row, shows: 'is not for guests', given, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { row, shows: 'needs a superuser', as: 'owner', given, status: 403, errorCode: 'SUPERUSER_REQUIRED' },
  ];
});

const badBodies = (
  [
    ['a name with a blank', { name: 'two words' }, /spec/],
    ['a name of 31 characters', { name: 'a'.repeat(31) }, /spec/],
    ['neither query nor collection', { definition: '' }, /definition/],
    ['a query that cannot be read', { definition: '(tides' }, /parenthesis/],
    ['a field that there is not', { definition: 'nosuchfield:tides' }, /nosuchfield/],
    ['a long query', { definition: 'a'.repeat(2_001) }, /definition/],
    ['an unknown collection', { collection: 'nosuch' }, /collection/],
    ['a name that is no text', { name: 7 }, /name/],
  ] as const
).map(([what, more, message]): ContractCase => ({
  row: 'harvest.oaisets.add',
  shows: `refuses ${what}`,
  as: 'superuser',
  given: () => ({ json: fresh(more) }),
  status: 400,
  errorCode: 'BAD_USER_INPUT',
  message,
}));

/** Cases of sets for harvesters. Source: users-admin.md 18.6. */
export const oaiSetCases: readonly ContractCase[] = [
  ...refusedWrites,
  ...badBodies,
  {
    row: 'harvest.oaisets.list',
    shows: 'lists the sets to anyone',
    given: async (world) => {
      await added(world);
      return {};
    },
    status: 200,
    holds: (answer) => expect(answer.list('data.oaisets').length).toBeGreaterThan(0),
  },
  {
    row: 'harvest.oaisets.get',
    shows: 'gives one set',
    given: async (world) => ({ path: [await added(world, { collection: world.open.alias, description: 'Tides' })] }),
    status: 200,
    keys: ['name', 'spec', 'description', 'definition', 'collection', 'version'],
  },
  {
    row: 'harvest.oaisets.get',
    shows: 'knows no other set',
    given: () => ({ path: ['nosuch'] }),
    status: 404,
    errorCode: 'OAI_SET_NOT_FOUND',
  },
  {
    row: 'harvest.oaisets.add',
    shows: 'adds a set and gives its record, without a version yet',
    as: 'superuser',
    given: () => ({ json: fresh({ description: 'Tides' }) }),
    status: 201,
    keys: ['name', 'spec', 'description', 'definition'],
  },
  {
    row: 'harvest.oaisets.add',
    shows: 'refuses a name that is taken',
    as: 'superuser',
    given: async (world) => ({ json: fresh({ name: await added(world) }) }),
    status: 400,
    errorCode: 'OAI_SET_TAKEN',
  },
  {
    row: 'harvest.oaisets.update',
    shows: 'changes what is sent',
    as: 'superuser',
    given: async (world) => ({ path: [await added(world)], json: { definition: 'title:storms' } }),
    status: 200,
  },
  {
    row: 'harvest.oaisets.update',
    shows: 'refuses a query that cannot be read',
    as: 'superuser',
    given: async (world) => ({ path: [await added(world)], json: { definition: 'tides OR' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'harvest.oaisets.update',
    shows: 'knows no other set',
    as: 'superuser',
    given: () => ({ path: ['nosuch'], json: { definition: 'tides' } }),
    status: 400,
    errorCode: 'OAI_SET_NOT_FOUND',
  },
  {
    row: 'harvest.oaisets.delete',
    shows: 'removes a set',
    as: 'superuser',
    given: async (world) => ({ path: [await added(world)] }),
    status: 200,
  },
  {
    row: 'harvest.oaisets.delete',
    shows: 'knows no other set',
    as: 'superuser',
    given: () => ({ path: ['nosuch'] }),
    status: 404,
    errorCode: 'OAI_SET_NOT_FOUND',
  },
  {
    row: 'admin.metadata.exportOai',
    shows: 'has a set built again',
    as: 'superuser',
    given: async (world) => ({ path: [await added(world)] }),
    status: 200,
  },
  {
    row: 'admin.metadata.exportOai',
    shows: 'knows no other set',
    as: 'superuser',
    given: () => ({ path: ['nosuch'] }),
    status: 404,
    errorCode: 'OAI_SET_NOT_FOUND',
  },
];
