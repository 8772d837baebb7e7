import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { PERMISSIONS } from '../../../src/vocabulary/access.ts';
import { readJson } from '../../support/json-reader.ts';
import { type Caller, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** Keys of a role of a collection, in their order. */
export const RECORD = ['alias', 'name', 'permissions', 'description', 'id', 'ownerId'];
/** Keys of a global role. */
export const GLOBAL_RECORD = RECORD.slice(0, -1);

function freeAlias(): string {
  return `r${randomBytes(5).toString('hex')}`;
}

/** A role as it is sent, with an alias of its own. */
export function roleBody(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    alias: freeAlias(),
    name: 'Data Steward',
    description: 'Looks after data.',
    permissions: ['EditDataset', 'AddDataset'],
    ...more,
  };
}

/** A role that was made for a case. */
export interface StoredRole {
  readonly id: number;
  readonly alias: string;
}

/** Makes a role by sending it to a path. */
export async function storedRole(superuser: Caller, path: string): Promise<StoredRole> {
  const answer = succeeded(await superuser.rest.post(path, roleBody()));
  return { id: answer.number('data.id'), alias: answer.text('data.alias') };
}

/** A new role of the collection `open`. */
export const collectionRole = ({ callers, open }: ContractWorld): Promise<StoredRole> =>
  storedRole(callers.superuser, `/api/collections/${open.alias}/roles`);
/** A new role of the installation. */
export const globalRole = ({ callers }: ContractWorld): Promise<StoredRole> => storedRole(callers.superuser, '/api/admin/roles');

/** What every way of sending a role refuses, each rule by itself and all at once. */
const wrongBodies: readonly { readonly what: string; readonly body: unknown; readonly pointers: readonly string[] }[] = [
  { what: 'an alias with a space', body: roleBody({ alias: 'a b' }), pointers: ['/alias'] },
  { what: 'an alias of 17 characters', body: roleBody({ alias: 'a'.repeat(17) }), pointers: ['/alias'] },
  { what: 'an empty alias', body: roleBody({ alias: '' }), pointers: ['/alias'] },
  { what: 'the alias that stands for no role', body: roleBody({ alias: 'none' }), pointers: ['/alias'] },
  { what: 'no alias', body: { name: 'x' }, pointers: ['/alias'] },
  { what: 'a blank name', body: roleBody({ name: ' ' }), pointers: ['/name'] },
  { what: 'a description of 256 characters', body: roleBody({ description: 'd'.repeat(256) }), pointers: ['/description'] },
  {
    what: 'a bad alias, name and description, all named',
    body: roleBody({ alias: 'ä', name: '', description: 'd'.repeat(256) }),
    pointers: ['/alias', '/name', '/description'],
  },
  {
    what: 'unknown permissions, each named',
    body: roleBody({ permissions: ['AddDataset', 'Fly', 'addDataset'] }),
    pointers: ['/permissions/1', '/permissions/2'],
  },
  { what: 'ALL in another place than the first', body: roleBody({ permissions: ['AddDataset', 'ALL'] }), pointers: ['/permissions/1'] },
];

/** Cases of a row that takes a role; `place` gives the rest of the request. */
export function inputCases(row: string, place: (world: ContractWorld) => CaseRequest | Promise<CaseRequest>): readonly ContractCase[] {
  return [
    ...wrongBodies.map(({ what, body, pointers }): ContractCase => ({
      row,
      shows: `refuses ${what}`,
      as: 'superuser',
      given: async (world) => ({ ...(await place(world)), json: body }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      holds: (answer) => expect(answer.list('errors').map((one) => readJson(one).text('pointer'))).toEqual(pointers),
    })),
    ...[undefined, null, []].map((permissions): ContractCase => ({
      row,
      shows: `takes ${JSON.stringify(permissions) ?? 'no'} permissions as none`,
      as: 'superuser',
      given: async (world) => ({ ...(await place(world)), json: roleBody({ permissions }) }),
      status: 200,
      holds: (answer) => expect(answer.at('data.permissions')).toEqual([]),
    })),
    {
      row,
      shows: 'takes ALL in the first place as all permissions, and leaves out a description that is not there',
      as: 'superuser',
      given: async (world) => ({ ...(await place(world)), json: roleBody({ permissions: ['all', 'Fly'], description: null }) }),
      status: 200,
      holds: (answer) => {
        expect(answer.at('data.permissions')).toEqual(PERMISSIONS);
        expect(Object.keys(answer.record('data'))).not.toContain('description');
      },
    },
    {
      row,
      shows: 'reads JSON alone',
      as: 'superuser',
      given: async (world) => ({ ...(await place(world)), raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
      status: 415,
      errorCode: 'UNSUPPORTED_MEDIA_TYPE',
    },
  ];
}

/** A role that is not there, and ids that can be none. */
export function lookupCases(row: string, more: CaseRequest = {}): readonly ContractCase[] {
  const notFound = { row, as: 'superuser', status: 404, errorCode: 'ROLE_NOT_FOUND' } as const;
  const malformed = { row, as: 'superuser', status: 400, errorCode: 'BAD_USER_INPUT' } as const;
  return [
    { ...notFound, shows: 'knows no role of this number', given: () => ({ ...more, path: [999_999] }) },
    { ...notFound, shows: 'knows no role of a number beyond all ids', given: () => ({ ...more, path: ['99999999999999999999'] }) },
    { ...notFound, shows: 'knows no role of this alias', given: () => ({ ...more, path: [':alias'], query: { alias: 'nobodys' } }) },
    { ...malformed, shows: 'refuses an id that is no number', given: () => ({ ...more, path: ['admin'] }) },
    { ...malformed, shows: 'refuses :alias without an alias', given: () => ({ ...more, path: [':alias'] }) },
  ];
}
