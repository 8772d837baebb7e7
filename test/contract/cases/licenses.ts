import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { exampleDataset, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

function fresh(more: Readonly<Record<string, unknown>> = {}) {
  const name = uniqueName('Licence');
  return { name, uri: `https://licences.example.org/${name}`, shortDescription: 'A licence.', sortOrder: 9, active: true, ...more };
}

/** The id of a licence that nothing has. */
async function added({ callers }: ContractWorld, more: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; name: string }> {
  const body = fresh(more);
  const answer = await callers.superuser.rest.post('/api/licenses', body);
  return { id: Number(answer.headers.get('location')?.split('/').at(-1)), name: body.name };
}

const WRITES: readonly (readonly [row: string, path: readonly (string | number)[], json?: unknown])[] = [
  ['licenses.add', [], fresh()],
  ['licenses.default.set', [1]],
  ['licenses.active', [2, 'false']],
  ['licenses.sortOrder', [2, 3]],
  ['licenses.delete', [2]],
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

const unknown = WRITES.filter(([row]) => row !== 'licenses.add').map(([row, [, ...rest]]): ContractCase => ({
  row,
  shows: 'names an unknown licence',
  as: 'superuser',
  given: () => ({ path: [999999, ...rest] }),
  status: 404,
  errorCode: 'LICENSE_NOT_FOUND',
}));

const badBodies = (
  [
    ['an id', fresh({ id: 7 }), /id/],
    ['no sortOrder', fresh({ sortOrder: undefined }), /sortOrder/],
    ['a negative sortOrder', fresh({ sortOrder: -1 }), /sortOrder/],
    ['a blank name', fresh({ name: ' ' }), /name/],
    ['no name', fresh({ name: undefined }), /name/],
    ['what is no address', fresh({ uri: 'no address' }), /uri/],
  ] as const
).map(([what, json, message]): ContractCase => ({
  row: 'licenses.add',
  shows: `refuses ${what}`,
  as: 'superuser',
  given: () => ({ json }),
  status: 400,
  errorCode: 'BAD_USER_INPUT',
  message,
}));

/** Cases of the licences of an installation. Source: users-admin.md 18.7. */
export const licenseCases: readonly ContractCase[] = [
  {
    row: 'licenses.list',
    shows: 'lists the licences in their order, with their records',
    given: () => ({}),
    status: 200,
    holds: (answer) => {
      const [first, second] = answer.list('data').map((one) => readJson(one).record(''));
      expect(first).toEqual({
        id: expect.any(Number),
        name: 'CC0 1.0',
        shortDescription: expect.any(String),
        uri: 'http://creativecommons.org/publicdomain/zero/1.0',
        iconUrl: expect.any(String),
        active: true,
        isDefault: true,
        sortOrder: 1,
        rightsIdentifier: 'CC0-1.0',
        rightsIdentifierScheme: 'SPDX',
        schemeUri: 'https://spdx.org/licenses/',
        languageCode: 'en',
      });
      expect(second).toMatchObject({ name: 'CC BY 4.0', isDefault: false });
    },
  },
  {
    row: 'licenses.get',
    shows: 'gives one licence; keys without a value are left out',
    given: async (world) => ({ path: [(await added(world)).id] }),
    status: 200,
    keys: ['id', 'name', 'shortDescription', 'uri', 'active', 'isDefault', 'sortOrder'],
  },
  ...['999999', 'nosuch'].map((id): ContractCase => ({
    row: 'licenses.get',
    shows: `knows no licence ${id}`,
    given: () => ({ path: [id] }),
    status: 404,
    errorCode: 'LICENSE_NOT_FOUND',
  })),
  {
    row: 'licenses.default.get',
    shows: 'names the default licence',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/\b\d+$/),
  },
  {
    row: 'licenses.add',
    shows: 'adds a licence, which datasets can have at once',
    as: 'superuser',
    given: () => ({ json: fresh({ iconUrl: 'https://licences.example.org/icon.png', rightsIdentifier: 'X' }) }),
    status: 201,
    holds: async (answer, { callers, open }) => {
      const path = new URL(answer.headers.get('location') ?? '').pathname;
      const seen = await callers.guest.rest.get(path);
      expect(seen.record('data')).toMatchObject({
        iconUrl: 'https://licences.example.org/icon.png',
        rightsIdentifier: 'X',
        isDefault: false,
      });
      const version = { ...exampleDataset('minimal').datasetVersion, license: seen.text('data.name') };
      const created = await callers.owner.rest.post(`/api/collections/${open.alias}/datasets`, { datasetVersion: version });
      expect(created.status).toBe(201);
      expect((await callers.superuser.rest.delete(path)).errorCode).toBe('LICENSE_IN_USE');
    },
  },
  ...badBodies,
  ...(['name', 'uri'] as const).map((key): ContractCase => ({
    row: 'licenses.add',
    shows: `refuses a ${key} that another licence has`,
    as: 'superuser',
    given: async ({ callers }) => {
      const list = await callers.guest.rest.get('/api/licenses');
      return { json: fresh({ [key]: list.text(`data.0.${key}`) }) };
    },
    status: 409,
    errorCode: 'LICENSE_TAKEN',
  })),
  {
    row: 'licenses.default.set',
    shows: 'makes another licence the default, and the former one none',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).id] }),
    status: 200,
    holds: async (answer, { callers }) => {
      const id = Number(/\d+$/.exec(answer.text('data.message'))?.[0]);
      const list = await callers.guest.rest.get('/api/licenses');
      const defaults = list.list('data').filter((one) => readJson(one).at('isDefault') === true);
      expect(defaults.map((one) => readJson(one).at('id'))).toEqual([id]);
      expect((await callers.superuser.rest.delete(`/api/licenses/${id}`)).errorCode).toBe('LICENSE_IN_USE');
      expect((await callers.superuser.rest.put(`/api/licenses/${id}/:active/false`)).errorCode).toBe('LICENSE_STATE_REFUSED');
      expect((await callers.superuser.rest.put('/api/licenses/default/1')).status).toBe(200);
    },
  },
  {
    row: 'licenses.default.set',
    shows: 'refuses an inactive licence',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world, { active: false })).id] }),
    status: 400,
    errorCode: 'LICENSE_STATE_REFUSED',
  },
  {
    row: 'licenses.active',
    shows: 'takes a licence out of use: no new version can have it',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).id, 'false'] }),
    status: 200,
    holds: async (answer, { callers, open }) => {
      const id = /ID (\d+)/.exec(answer.text('data.message'))?.[1] ?? '';
      const license = (await callers.guest.rest.get(`/api/licenses/${id}`)).text('data.name');
      const version = { ...exampleDataset('minimal').datasetVersion, license };
      const created = await callers.owner.rest.post(`/api/collections/${open.alias}/datasets`, { datasetVersion: version });
      expect([created.status, created.errorCode]).toEqual([400, 'BAD_USER_INPUT']);
    },
  },
  {
    row: 'licenses.active',
    shows: 'refuses the state that the licence has',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).id, 'true'] }),
    status: 400,
    errorCode: 'LICENSE_STATE_REFUSED',
  },
  {
    row: 'licenses.active',
    shows: 'reads true and false alone',
    as: 'superuser',
    given: () => ({ path: [2, 'maybe'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'licenses.sortOrder',
    shows: 'moves a licence in the list',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).id, 0] }),
    status: 200,
    holds: async (answer, { callers }) => {
      const id = Number(/ID (\d+)/.exec(answer.text('data.message'))?.[1]);
      const list = await callers.guest.rest.get('/api/licenses');
      expect(list.record('data.0')).toMatchObject({ id, sortOrder: 0 });
      expect((await callers.superuser.rest.delete(`/api/licenses/${id}`)).status).toBe(200);
    },
  },
  {
    row: 'licenses.sortOrder',
    shows: 'reads whole numbers alone',
    as: 'superuser',
    given: () => ({ path: [2, 'first'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'licenses.delete',
    shows: 'removes a licence that nothing has',
    as: 'superuser',
    given: async (world) => ({ path: [(await added(world)).id] }),
    status: 200,
    holds: async (answer, { callers }) => {
      const id = /\d+/.exec(answer.text('data.message'))?.[0] ?? '';
      expect((await callers.guest.rest.get(`/api/licenses/${id}`)).status).toBe(404);
    },
  },
  {
    row: 'licenses.delete',
    shows: 'keeps the default licence',
    as: 'superuser',
    given: () => ({ path: [1] }),
    status: 409,
    errorCode: 'LICENSE_IN_USE',
  },
  ...writeRefusals,
  ...unknown,
];
