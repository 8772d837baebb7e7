import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { assignRole, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import { roleAdministrationCases } from './role-administration.ts';
import { roleDefinitionCases } from './role-definitions.ts';
import { collectionRole, GLOBAL_RECORD, globalRole, lookupCases, RECORD, storedRole } from './role-requests.ts';

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
    // Cases of other rows give this caller more roles.
    holds: (answer) => {
      const aliases = answer.list('data').map((one) => readJson(one).text('alias'));
      expect(aliases).toContain('curator');
      expect(aliases).not.toContain('admin');
    },
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
    shows: 'removes the role from all of its holders',
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
    shows: 'refuses global roles to guests',
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
  ...roleDefinitionCases,
  ...reading,
  ...deleting,
  ...roleAdministrationCases,
  ...defaulting,
];
