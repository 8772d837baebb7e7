import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { assignRole, createUser, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';

/** Cases of roles and assignments of collections. Source: collections.md 4 and 5.6 to 5.11. */
export const roleAssignmentCases: readonly ContractCase[] = [
  {
    row: 'collections.roles.list',
    shows: 'lists roles of the collection itself alone',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  {
    row: 'collections.roles.list',
    shows: 'needs ManageCollectionPermissions',
    as: 'curator',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.roles.list',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.assignments.list',
    shows: 'lists the assignments made on the collection itself, by id',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer, { callers }) => {
      const list = answer.list('data').map((one) => readJson(one).record(''));
      expect(list.map((one) => one['assignee'])).toEqual(
        [callers.owner, callers.curator, callers.contributor, callers.member].map(({ identifier }) => identifier),
      );
      for (const one of list) expect(Object.keys(one)).toEqual(['id', 'assignee', 'roleId', 'roleName', '_roleAlias', 'definitionPointId']);
    },
  },
  {
    row: 'collections.assignments.list',
    shows: 'needs ManageCollectionPermissions',
    as: 'member',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.assignments.list',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.assignments.create',
    shows: 'gives the record; the assignee is written in its own case',
    as: 'owner',
    given: async ({ fresh, callers }) => ({
      path: [(await fresh.collection()).alias],
      json: { assignee: callers.stranger.identifier.toUpperCase(), role: 'member' },
    }),
    status: 200,
    keys: ['id', 'assignee', 'roleId', 'roleName', '_roleAlias', 'definitionPointId'],
    holds: (answer, { callers }) => {
      expect(answer.record('data')).toMatchObject({ assignee: callers.stranger.identifier, roleName: 'Member', _roleAlias: 'member' });
    },
  },
  {
    row: 'collections.assignments.create',
    shows: 'refuses an account that is deactivated',
    as: 'owner',
    given: async ({ fresh, server }) => {
      const gone = await createUser(server, 'switched-off');
      await server.application.connection.sql`update user_account set deactivated_at = now() where user_name = ${gone.identifier.slice(1)}`;
      return { path: [(await fresh.collection()).alias], json: { assignee: gone.identifier, role: 'member' } };
    },
    status: 403,
    errorCode: 'USER_DEACTIVATED',
  },
  {
    row: 'collections.assignments.create',
    shows: 'takes a role that a collection above defines',
    as: 'owner',
    given: async ({ fresh, callers, open }) => {
      const role = { alias: uniqueName('a').slice(0, 16), name: 'From above', permissions: ['AddDataset'] };
      await callers.superuser.rest.post(`/api/collections/${open.alias}/roles`, role);
      return { path: [(await fresh.collection()).alias], json: { assignee: callers.stranger.identifier, role: role.alias } };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.roleName')).toBe('From above'),
  },
  {
    row: 'collections.assignments.create',
    shows: 'refuses a role that holds what the caller does not, and changes nothing',
    as: 'stranger',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      const role = { alias: uniqueName('m').slice(0, 16), name: 'Manager', permissions: ['ManageCollectionPermissions', 'AddDataset'] };
      await callers.superuser.rest.post(`/api/collections/${alias}/roles`, role);
      await callers.owner.rest.post(`/api/collections/${alias}/assignments`, { assignee: callers.stranger.identifier, role: role.alias });
      return { path: [alias], json: { assignee: callers.member.identifier, role: 'fullContributor' } };
    },
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  ...[':authenticated-users', ':AllUsers', ':guest'].map((assignee): ContractCase => ({
    row: 'collections.assignments.create',
    shows: `takes ${assignee}`,
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], json: { assignee, role: 'member' } }),
    status: 200,
    holds: (answer) => expect(answer.at('data.assignee')).toBe(assignee),
  })),
  ...['@nobody-at-all', ':allusers', '', 'plain', '&explicit/1-none', '&builtIn/all'].map((assignee): ContractCase => ({
    row: 'collections.assignments.create',
    shows: `does not know the assignee "${assignee}"`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { assignee, role: 'member' } }),
    status: 400,
    errorCode: 'ASSIGNEE_NOT_FOUND',
    message: 'Assignee not found',
  })),
  {
    row: 'collections.assignments.create',
    shows: 'refuses an unknown role',
    as: 'owner',
    given: ({ open, callers }) => ({ path: [open.alias], json: { assignee: callers.stranger.identifier, role: 'none' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /none/,
  },
  {
    row: 'collections.assignments.create',
    shows: 'refuses a role that the assignee has',
    as: 'owner',
    given: ({ open, callers }) => ({ path: [open.alias], json: { assignee: callers.member.identifier, role: 'member' } }),
    status: 403,
    errorCode: 'ROLE_ALREADY_GRANTED',
    message: 'Role has already been granted.',
  },
  {
    row: 'collections.assignments.create',
    shows: 'needs ManageCollectionPermissions',
    as: 'curator',
    given: ({ open, callers }) => ({ path: [open.alias], json: { assignee: callers.stranger.identifier, role: 'member' } }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.assignments.create',
    shows: 'is not for guests',
    given: ({ open, callers }) => ({ path: [open.alias], json: { assignee: callers.stranger.identifier, role: 'member' } }),
    status: 401,
  },
  {
    row: 'collections.assignments.create',
    shows: 'reads JSON alone',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'collections.assignments.create',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'], json: { assignee: ':guest', role: 'member' } }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.assignments.delete',
    shows: 'takes the role away and says whose',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const collection = await fresh.collection();
      return { path: [collection.alias, await assignRole(callers.owner, collection, callers.stranger.identifier, 'curator')] };
    },
    status: 200,
    holds: (answer, { callers }) => {
      expect(answer.text('data.message')).toMatch(
        new RegExp(`^Role Curator revoked for assignee ${callers.stranger.identifier} in Collection `),
      );
    },
  },
  {
    row: 'collections.assignments.delete',
    shows: 'knows no assignment of this number',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias, 999_999] }),
    status: 404,
    errorCode: 'ROLE_ASSIGNMENT_NOT_FOUND',
  },
  {
    row: 'collections.assignments.delete',
    shows: 'knows no assignment that is not a number',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias, 'x'] }),
    status: 404,
    errorCode: 'ROLE_ASSIGNMENT_NOT_FOUND',
  },
  {
    row: 'collections.assignments.delete',
    shows: 'does not reach into another collection',
    as: 'superuser',
    given: async ({ fresh, callers, open }) => {
      const other = await fresh.collection();
      return { path: [open.alias, await assignRole(callers.owner, other, callers.stranger.identifier, 'member')] };
    },
    status: 404,
    errorCode: 'ROLE_ASSIGNMENT_NOT_FOUND',
  },
  {
    row: 'collections.assignments.delete',
    shows: 'needs ManageCollectionPermissions',
    as: 'curator',
    given: async ({ open, callers }) => {
      const list = await callers.owner.rest.get(`/api/collections/${open.alias}/assignments`);
      return { path: [open.alias, list.number('data.0.id')] };
    },
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
];
