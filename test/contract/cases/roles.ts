/* oxlint-disable vitest/no-standalone-expect -- contract.test.ts runs the cases inside tests */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { PERMISSIONS } from '../../../src/vocabulary.ts';
import { readJson } from '../../support/json-reader.ts';
import { assignRole, type Caller, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const RECORD = ['alias', 'name', 'permissions', 'description', 'id', 'ownerId'];
const GLOBAL_RECORD = RECORD.slice(0, -1);

function freeAlias(): string {
  return `r${randomBytes(5).toString('hex')}`;
}

/** A role as it is sent, with an alias of its own. */
function roleBody(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    alias: freeAlias(),
    name: 'Data Steward',
    description: 'Looks after data.',
    permissions: ['EditDataset', 'AddDataset'],
    ...more,
  };
}

interface StoredRole {
  readonly id: number;
  readonly alias: string;
}

async function storedRole(superuser: Caller, path: string): Promise<StoredRole> {
  const answer = succeeded(await superuser.rest.post(path, roleBody()));
  return { id: answer.number('data.id'), alias: answer.text('data.alias') };
}

const collectionRole = ({ callers, open }: ContractWorld) => storedRole(callers.superuser, `/api/collections/${open.alias}/roles`);
const globalRole = ({ callers }: ContractWorld) => storedRole(callers.superuser, '/api/admin/roles');

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
function inputCases(row: string, place: (world: ContractWorld) => CaseRequest | Promise<CaseRequest>): readonly ContractCase[] {
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
      given: async (world) => ({ ...(await place(world)), raw: '{}', headers: { 'Content-Type': 'text/plain' } }),
      status: 415,
      errorCode: 'UNSUPPORTED_MEDIA_TYPE',
    },
  ];
}

/** Defining a role in a collection, by either path. Source: collections.md 5.7, 7.1. */
function definingCases(row: string, at: (collection: string) => CaseRequest): readonly ContractCase[] {
  return [
    {
      row,
      shows: 'gives the record, permissions in catalogue order',
      as: 'superuser',
      given: ({ open }) => ({ ...at(open.alias), json: roleBody() }),
      status: 200,
      keys: RECORD,
      holds: (answer, { open }) => {
        expect(answer.at('data.permissions')).toEqual(['AddDataset', 'EditDataset']);
        expect(answer.at('data.ownerId')).toBe(open.id);
      },
    },
    ...inputCases(row, ({ open }) => at(open.alias)),
    {
      row,
      shows: 'refuses an alias that any role has',
      as: 'superuser',
      given: async (world) => ({ ...at(world.closed.alias), json: roleBody({ alias: (await collectionRole(world)).alias }) }),
      status: 403,
      errorCode: 'ROLE_ALIAS_TAKEN',
    },
    {
      row,
      shows: 'tells aliases by their case',
      as: 'superuser',
      given: async (world) => ({ ...at(world.open.alias), json: roleBody({ alias: (await collectionRole(world)).alias.toUpperCase() }) }),
      status: 200,
    },
    {
      row,
      shows: 'is for superusers, also where permissions are managed',
      as: 'owner',
      given: ({ open }) => ({ ...at(open.alias), json: roleBody() }),
      status: 403,
      errorCode: 'SUPERUSER_REQUIRED',
    },
    {
      row,
      shows: 'needs ManageCollectionPermissions',
      as: 'curator',
      given: ({ open }) => ({ ...at(open.alias), json: roleBody() }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
    { row, shows: 'is not for guests', given: ({ open }) => ({ ...at(open.alias), json: roleBody() }), status: 401 },
    {
      row,
      shows: 'names an unknown collection',
      as: 'superuser',
      given: () => ({ ...at('nowhere'), json: roleBody() }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
    },
  ];
}

/** A role that is not there, and ids that can be none. */
function lookupCases(row: string, more: CaseRequest = {}): readonly ContractCase[] {
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

const reading: readonly ContractCase[] = [
  {
    row: 'roles.get',
    shows: 'gives a role to who manages permissions where it is defined',
    as: 'owner',
    given: async (world) => ({ path: [(await collectionRole(world)).id] }),
    status: 200,
    keys: RECORD,
  },
  {
    row: 'roles.get',
    shows: 'finds a role by its alias',
    as: 'owner',
    given: async (world) => ({ path: [':alias'], query: { alias: (await collectionRole(world)).alias } }),
    status: 200,
    keys: RECORD,
  },
  {
    row: 'roles.get',
    shows: 'gives a global role to a superuser, without an owner',
    as: 'superuser',
    given: () => ({ path: [':alias'], query: { alias: 'curator' } }),
    status: 200,
    keys: GLOBAL_RECORD,
  },
  {
    row: 'roles.get',
    shows: 'answers 403 to who lacks ManageCollectionPermissions',
    as: 'curator',
    given: async (world) => ({ path: [(await collectionRole(world)).id] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'roles.get',
    shows: 'answers 403 to guests',
    given: async (world) => ({ path: [(await collectionRole(world)).id] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'roles.get',
    shows: 'keeps global roles for superusers',
    as: 'owner',
    given: () => ({ path: [':alias'], query: { alias: 'admin' } }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: 'roles.get',
    shows: 'answers 403 to guests who ask for a global role',
    given: () => ({ path: [':alias'], query: { alias: 'admin' } }),
    status: 403,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  ...lookupCases('roles.get'),
  {
    row: 'roles.userSelectable',
    shows: 'gives the roles that the caller has',
    as: 'curator',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.list('data').map((one) => readJson(one).text('alias'))).toEqual(['curator']),
  },
  {
    row: 'roles.userSelectable',
    shows: 'gives all roles to superusers',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.list('data').length).toBeGreaterThanOrEqual(8),
  },
  { row: 'roles.userSelectable', shows: 'needs an account', given: () => ({}), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
];

const deleting: readonly ContractCase[] = [
  {
    row: 'roles.delete',
    shows: 'takes the role from everybody who has it',
    as: 'owner',
    given: async (world) => {
      const role = await collectionRole(world);
      const below = await world.fresh.collection();
      for (const place of [world.open, below]) {
        await assignRole(world.callers.superuser, place, world.callers.stranger.identifier, role.alias);
      }
      return { path: [role.id] };
    },
    status: 200,
    keys: ['message'],
    holds: async (_answer, { callers, open }) => {
      const left = await callers.owner.rest.get(`/api/collections/${open.alias}/assignments`);
      expect(left.list('data').map((one) => readJson(one).text('assignee'))).not.toContain(callers.stranger.identifier);
    },
  },
  {
    row: 'roles.delete',
    shows: 'takes an alias',
    as: 'owner',
    given: async (world) => ({ path: [':alias'], query: { alias: (await collectionRole(world)).alias } }),
    status: 200,
  },
  {
    row: 'roles.delete',
    shows: 'refuses the default contributor role of a collection',
    as: 'owner',
    given: async (world) => {
      const { alias } = await world.fresh.collection();
      const role = await storedRole(world.callers.superuser, `/api/collections/${alias}/roles`);
      succeeded(await world.callers.owner.rest.put(`/api/collections/${alias}/defaultContributorRole/${role.alias}`));
      return { path: [role.id] };
    },
    status: 409,
    errorCode: 'ROLE_IN_USE',
  },
  {
    row: 'roles.delete',
    shows: 'refuses global roles',
    as: 'superuser',
    given: async (world) => ({ path: [(await globalRole(world)).id] }),
    status: 403,
    errorCode: 'ROLE_PROTECTED',
  },
  {
    row: 'roles.delete',
    shows: 'refuses global roles to guests as to anybody without an account',
    given: () => ({ path: [':alias'], query: { alias: 'admin' } }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: 'roles.delete',
    shows: 'needs ManageCollectionPermissions',
    as: 'curator',
    given: async (world) => ({ path: [(await collectionRole(world)).id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  ...lookupCases('roles.delete'),
];

/** Refusals of the administrative gate. */
function gateCases(row: string, given: ContractCase['given']): readonly ContractCase[] {
  return [
    { row, shows: 'is not for guests', given, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { row, shows: 'is for superusers', as: 'owner', given, status: 403, errorCode: 'ADMIN_API_REFUSED' },
  ];
}

const administering: readonly ContractCase[] = [
  {
    row: 'admin.roles.create',
    shows: 'gives the record without an owner',
    as: 'superuser',
    given: () => ({ json: roleBody() }),
    status: 200,
    keys: GLOBAL_RECORD,
  },
  ...inputCases('admin.roles.create', () => ({})),
  {
    row: 'admin.roles.create',
    shows: 'refuses an alias that any role has as a conflict',
    as: 'superuser',
    given: () => ({ json: roleBody({ alias: 'curator' }) }),
    status: 409,
    errorCode: 'ROLE_ALIAS_TAKEN',
  },
  ...gateCases('admin.roles.create', () => ({ json: roleBody() })),
  {
    row: 'admin.roles.list',
    shows: 'gives the global roles by name, and no others',
    as: 'superuser',
    given: async (world) => {
      await collectionRole(world);
      return {};
    },
    status: 200,
    holds: (answer) => {
      const roles = answer.list('data').map((one) => readJson(one).record(''));
      expect(roles.map((role) => role['alias'])).toEqual(expect.arrayContaining(['admin', 'contributor', 'curator', 'member']));
      expect(roles.some((role) => 'ownerId' in role)).toBe(false);
      expect(roles[0]).toMatchObject({ alias: 'admin', permissions: PERMISSIONS });
    },
  },
  ...gateCases('admin.roles.list', () => ({})),
  {
    row: 'admin.roles.replace',
    shows: 'changes at once what a holder may do',
    as: 'superuser',
    given: async (world) => {
      const role = await globalRole(world);
      await assignRole(world.callers.superuser, world.closed, world.callers.stranger.identifier, role.alias);
      return { path: [role.id], json: roleBody({ permissions: ['ViewUnpublishedCollection'] }) };
    },
    status: 200,
    keys: GLOBAL_RECORD,
    holds: async (answer, { callers, closed }) => {
      expect((await callers.stranger.rest.get(`/api/collections/${closed.alias}`)).status).toBe(200);
      succeeded(await callers.superuser.rest.delete(`/api/admin/roles/${answer.number('data.id')}`));
      expect((await callers.stranger.rest.get(`/api/collections/${closed.alias}`)).status).toBe(401);
    },
  },
  {
    row: 'admin.roles.replace',
    shows: 'works on roles of collections, which keep their owner',
    as: 'superuser',
    given: async (world) => ({ path: [(await collectionRole(world)).id], json: roleBody() }),
    status: 200,
    keys: RECORD,
  },
  {
    row: 'admin.roles.replace',
    shows: 'keeps an alias that the role has already',
    as: 'superuser',
    given: async (world) => {
      const { id, alias } = await globalRole(world);
      return { path: [id], json: roleBody({ alias }) };
    },
    status: 200,
  },
  ...inputCases('admin.roles.replace', async (world) => ({ path: [(await globalRole(world)).id] })),
  {
    row: 'admin.roles.replace',
    shows: 'refuses an alias that another role has as a conflict',
    as: 'superuser',
    given: async (world) => ({ path: [(await globalRole(world)).id], json: roleBody({ alias: 'member' }) }),
    status: 409,
    errorCode: 'ROLE_ALIAS_TAKEN',
  },
  {
    row: 'admin.roles.replace',
    shows: 'lets built-in roles keep their alias',
    as: 'superuser',
    given: () => ({ path: [':alias'], query: { alias: 'contributor' }, json: roleBody() }),
    status: 403,
    errorCode: 'ROLE_PROTECTED',
  },
  ...lookupCases('admin.roles.replace', { json: roleBody() }),
  ...gateCases('admin.roles.replace', async (world) => ({ path: [(await globalRole(world)).id], json: roleBody() })),
  {
    row: 'admin.roles.delete',
    shows: 'deletes a global role and its assignments',
    as: 'superuser',
    given: async (world) => {
      const role = await globalRole(world);
      await assignRole(world.callers.owner, world.open, world.callers.stranger.identifier, role.alias);
      return { path: [role.id] };
    },
    status: 200,
    keys: ['message'],
  },
  {
    row: 'admin.roles.delete',
    shows: 'takes an alias, and roles of collections too',
    as: 'superuser',
    given: async (world) => ({ path: [':alias'], query: { alias: (await collectionRole(world)).alias } }),
    status: 200,
  },
  {
    row: 'admin.roles.delete',
    shows: 'refuses built-in roles',
    as: 'superuser',
    given: () => ({ path: [':alias'], query: { alias: 'contributor' } }),
    status: 403,
    errorCode: 'ROLE_PROTECTED',
  },
  {
    row: 'admin.roles.delete',
    shows: 'refuses the default contributor role of a collection',
    as: 'superuser',
    given: async (world) => {
      const role = await globalRole(world);
      const { alias } = await world.fresh.collection();
      succeeded(await world.callers.owner.rest.put(`/api/collections/${alias}/defaultContributorRole/${role.alias}`));
      return { path: [role.id] };
    },
    status: 409,
    errorCode: 'ROLE_IN_USE',
  },
  ...lookupCases('admin.roles.delete'),
  ...gateCases('admin.roles.delete', async (world) => ({ path: [(await globalRole(world)).id] })),
];

const defaultRole = 'collections.defaultContributorRole';

/** Source: collections.md 5.12. */
const defaulting: readonly ContractCase[] = [
  {
    row: defaultRole,
    shows: 'is what creators of datasets get from then on',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias, 'curator'] }),
    status: 200,
    keys: ['message'],
    holds: (answer) => expect(answer.text('data.message')).toMatch(/Curator/),
  },
  {
    row: defaultRole,
    shows: 'takes none',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias, 'none'] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/None/),
  },
  {
    row: defaultRole,
    shows: 'takes a role of the collection itself',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      return { path: [alias, (await storedRole(callers.superuser, `/api/collections/${alias}/roles`)).alias] };
    },
    status: 200,
  },
  {
    row: defaultRole,
    shows: 'takes no role of an ancestor',
    as: 'owner',
    given: async (world) => ({ path: [(await world.fresh.collection()).alias, (await collectionRole(world)).alias] }),
    status: 404,
    errorCode: 'ROLE_NOT_FOUND',
  },
  {
    row: defaultRole,
    shows: 'names an unknown role, before it looks at permissions',
    given: ({ open }) => ({ path: [open.alias, 'nobodys'] }),
    status: 404,
    errorCode: 'ROLE_NOT_FOUND',
    message: 'Role nobodys not found.',
  },
  ...['dvContributor', 'dsContributor', 'fullContributor', 'fileDownloader'].map((alias): ContractCase => ({
    row: defaultRole,
    shows: `refuses ${alias}, which holds nothing for datasets`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias, alias] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  ...['none', 'curator'].map((alias): ContractCase => ({
    row: defaultRole,
    shows: `needs ManageCollectionPermissions for ${alias}`,
    as: 'curator',
    given: ({ open }) => ({ path: [open.alias, alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: defaultRole,
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere', 'none'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

/** Cases of roles: defining, reading, replacing, deleting and defaulting. */
export const roleCases: readonly ContractCase[] = [
  ...definingCases('collections.roles.create', (collection) => ({ path: [collection] })),
  ...definingCases('roles.create', (collection) => ({ query: { dvo: collection } })),
  {
    row: 'roles.create',
    shows: 'needs the parameter dvo',
    as: 'superuser',
    given: () => ({ json: roleBody() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /dvo/,
  },
  ...reading,
  ...deleting,
  ...administering,
  ...defaulting,
];
