import { expect } from 'vitest';
import { PERMISSIONS } from '../../../src/vocabulary/access.ts';
import { readJson } from '../../support/json-reader.ts';
import { assignRole, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import { collectionRole, GLOBAL_RECORD, globalRole, inputCases, lookupCases, RECORD, roleBody } from './role-requests.ts';

/** Refusals of the administrative gate. */
function gateCases(row: string, given: ContractCase['given']): readonly ContractCase[] {
  return [
    { row, shows: 'is not for guests', given, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { row, shows: 'is for superusers', as: 'owner', given, status: 403, errorCode: 'ADMIN_API_REFUSED' },
  ];
}

/** Cases of roles as administrators handle them. */
export const roleAdministrationCases: readonly ContractCase[] = [
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
