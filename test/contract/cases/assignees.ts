import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { assignRole, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ActorName } from './contract-world.ts';
import { createGroup, withGroup } from './groups-seed.ts';

const gate: readonly (readonly [ActorName, number, string])[] = [
  ['guest', 401, 'AUTHENTICATION_REQUIRED'],
  ['owner', 403, 'ADMIN_API_REFUSED'],
];
const builtIns = [
  [':guest', 'Guest'],
  [':authenticated-users', 'Anyone with an account'],
  [':AllUsers', 'Everyone, including guests'],
] as const;

/** Cases of looking up role assignees and their assignments. Source: collections.md 7.4, 7.5, users-admin.md 9.4. */
export const assigneeCases: readonly ContractCase[] = [
  {
    row: 'admin.assignments',
    shows: 'lists the assignments of a user anywhere, by id',
    as: 'superuser',
    given: ({ callers }) => ({ path: [callers.member.identifier] }),
    status: 200,
    holds: (answer, { open, closed, callers }) => {
      const list = answer.list('data').map((one) => readJson(one).record(''));
      expect(list.map((one) => one['definitionPointId'])).toEqual([open.id, closed.id]);
      for (const one of list) {
        expect(Object.keys(one)).toEqual(['id', 'assignee', 'roleId', 'roleName', '_roleAlias', 'definitionPointId']);
        expect(one).toMatchObject({ assignee: callers.member.identifier, roleName: 'Member', _roleAlias: 'member' });
      }
    },
  },
  {
    row: 'admin.assignments',
    shows: 'takes an identifier with a slash',
    as: 'superuser',
    given: async (world) => {
      const collection = await withGroup(world);
      await assignRole(world.callers.owner, collection, `&explicit/${collection.id}-ccs`, 'member');
      return { path: [`&explicit/${collection.id}-ccs`] };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data')).toHaveLength(1),
  },
  {
    row: 'admin.assignments',
    shows: 'compares exactly, case included',
    as: 'superuser',
    given: ({ callers }) => ({ path: [callers.member.identifier.toUpperCase()] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  ...['@nobody-at-all', 'plain', '&ip/none', 'a/b/c'].map((identifier): ContractCase => ({
    row: 'admin.assignments',
    shows: `has none for ${identifier}`,
    as: 'superuser',
    given: () => ({ path: [identifier] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  })),
  {
    row: 'admin.assignee',
    shows: 'shows a user, named in any case',
    as: 'superuser',
    given: ({ callers }) => ({ path: [callers.member.identifier.toUpperCase()] }),
    status: 200,
    keys: ['title', 'email'],
    holds: (answer, { callers }) =>
      expect(answer.at('data')).toEqual({ title: 'member Tester', email: `${callers.member.identifier.slice(1)}@example.org` }),
  },
  {
    row: 'admin.assignee',
    shows: 'shows the affiliation of a user who has one',
    as: 'superuser',
    given: async ({ server }) => {
      const name = uniqueName('uma');
      await server.application.connection.sql`
        insert into user_account (user_name, first_name, last_name, email, affiliation, authentication_provider_id, persistent_user_id)
        values (${name}, 'Uma', 'Thurman', ${`${name}@example.org`}, 'Kill', 'builtin', ${name})`;
      return { path: [`@${name}`] };
    },
    status: 200,
    keys: ['title', 'email', 'affiliation'],
    holds: (answer) => expect(answer.record('data')).toMatchObject({ title: 'Uma Thurman', affiliation: 'Kill' }),
  },
  ...builtIns.map(([identifier, title]): ContractCase => ({
    row: 'admin.assignee',
    shows: `has a title for ${identifier}`,
    as: 'superuser',
    given: () => ({ path: [identifier] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ title }),
  })),
  {
    row: 'admin.assignee',
    shows: 'shows the display name of an explicit group',
    as: 'superuser',
    given: async (world) => {
      const collection = await world.fresh.collection();
      return { path: [await createGroup(world.callers.owner, collection, 'with-name', { displayName: 'With Name' })] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ title: 'With Name' }),
  },
  ...['&ip/', '&ip%2F'].map((prefix): ContractCase => ({
    row: 'admin.assignee',
    shows: `takes an IP group behind ${prefix}`,
    as: 'superuser',
    given: async ({ server }) => {
      const alias = uniqueName('lab');
      await server.application.connection.sql`insert into ip_group (alias, name) values (${alias}, 'Laboratory')`;
      return { path: [`${prefix}${alias}`] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ title: 'Laboratory' }),
  })),
  ...['@nobody-at-all', 'plain', '&ip/none', '&shib/7', '&builtIn/all', ':allusers', '%23x', '&explicit/1-none'].map(
    (identifier): ContractCase => ({
      row: 'admin.assignee',
      shows: `finds no assignee with the identifier ${identifier}`,
      as: 'superuser',
      given: () => ({ path: [identifier] }),
      status: 404,
      errorCode: 'NOT_FOUND',
    }),
  ),
  ...['admin.assignments', 'admin.assignee'].flatMap((row) =>
    gate.map(([as, status, errorCode]): ContractCase => ({
      row,
      shows: `is closed to ${as}`,
      as,
      given: () => ({ path: [':guest'] }),
      status,
      errorCode,
    })),
  ),
  {
    row: 'collections.assignments.create',
    shows: 'takes an explicit group from anywhere, and a private-URL user of any number',
    as: 'superuser',
    given: async (world) => {
      const beside = await createGroup(world.callers.owner, await world.fresh.collection(), 'beside');
      const collection = await world.fresh.collection();
      succeeded(await world.callers.owner.rest.post(`/api/collections/${collection.id}/assignments`, { assignee: '!42', role: 'member' }));
      return { path: [collection.alias], json: { assignee: beside, role: 'member' } };
    },
    status: 200,
    holds: async (answer, _world, caller) => {
      expect(answer.text('data.assignee')).toMatch(/^&explicit\/\d+-beside$/);
      const list = await caller.rest.get(`/api/collections/${answer.number('data.definitionPointId')}/assignments`);
      expect(list.at('data.1.assignee')).toBe('#42');
    },
  },
  {
    row: 'collections.assignments.create',
    shows: 'refuses a role that the group has',
    as: 'owner',
    given: async (world) => {
      const collection = await withGroup(world);
      const assignee = `&explicit/${collection.id}-ccs`;
      await assignRole(world.callers.owner, collection, assignee, 'member');
      return { path: [collection.alias], json: { assignee, role: 'member' } };
    },
    status: 403,
    errorCode: 'ROLE_ALREADY_GRANTED',
  },
];
