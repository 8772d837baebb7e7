import { expect } from 'vitest';
import { succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractWorld } from './contract-world.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import { createGroup, refusedCallers, withGroup } from './groups-seed.ts';

const ADD = 'groups.assignees.add';
const ADD_ONE = 'groups.assignees.addOne';
const REMOVE_ONE = 'groups.assignees.removeOne';

/** An IP group; its alias. */
async function createIpGroup({ server }: ContractWorld): Promise<string> {
  const alias = uniqueName('lab');
  await server.application.connection.sql`insert into ip_group (alias, name) values (${alias}, 'Laboratory')`;
  return alias;
}

async function createMailGroup({ server }: ContractWorld): Promise<string> {
  const alias = uniqueName('mail');
  await server.application.connection.sql`insert into mail_domain_group (alias, name, domains) values (${alias}, 'Mail', '{example.org}')`;
  return alias;
}

/** Unknown identifiers. */
export const nobodies = [
  '@nobody-at-all',
  '&explicit/1-none',
  '&ip/none',
  '&mail/none',
  '&shib/1',
  '&builtIn/all',
  ':allusers',
  'plain',
  '@',
];

/** Cases of the members of explicit groups. Source: collections.md 4, 6. */
export const groupMemberCases: readonly ContractCase[] = [
  {
    row: ADD,
    shows: 'adds users, groups and built-in assignees; they are listed by code unit',
    as: 'owner',
    given: async (world) => {
      const collection = await withGroup(world);
      const inner = await createGroup(world.callers.owner, collection, 'inner');
      const above = await createGroup(world.callers.owner, world.open, uniqueName('above'));
      const { stranger, member } = world.callers;
      return {
        path: [collection.alias, 'ccs'],
        json: [
          stranger.identifier.toUpperCase(),
          ':authenticated-users',
          `&maildomain/${await createMailGroup(world)}`,
          ':AllUsers',
          `&ip/${await createIpGroup(world)}`,
          inner,
          above,
          ':guest',
          '!0012',
          member.identifier,
          member.identifier,
        ],
      };
    },
    status: 200,
    holds: (answer, { callers }) => {
      const shape = answer.list('data.containedRoleAssignees').map((one) => String(one).replace(/-[0-9a-f]{10}/, ''));
      const owner = answer.number('data.owner');
      const explicit = shape.filter((one) => one.startsWith('&explicit/'));
      expect(explicit).toHaveLength(2);
      expect(explicit).toContain(`&explicit/${owner}-inner`);
      expect(shape).toEqual([
        '#12',
        ...explicit,
        '&ip/lab',
        '&mail/mail',
        ':AllUsers',
        ':authenticated-users',
        ':guest',
        ...[callers.member, callers.stranger].map(({ identifier }) => identifier.replace(/-[0-9a-f]{10}/, '')),
      ]);
      expect(answer.list('data.containedRoleAssignees')).toContain(callers.stranger.identifier);
    },
  },
  {
    row: ADD,
    shows: 'adds a member twice to no effect, and takes an empty list',
    as: 'owner',
    given: async (world) => {
      const collection = await withGroup(world);
      succeeded(await world.callers.owner.rest.post(`/api/collections/${collection.id}/groups/ccs/roleAssignees`, [':guest']));
      succeeded(await world.callers.owner.rest.post(`/api/collections/${collection.id}/groups/ccs/roleAssignees`, []));
      return { path: [collection.id, 'ccs'], json: [':guest', ':AllUsers'] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.containedRoleAssignees')).toEqual([':AllUsers', ':guest']),
  },
  {
    row: ADD,
    shows: 'names all unknown identifiers and adds none',
    as: 'owner',
    given: async (world) => ({
      path: [(await withGroup(world)).alias, 'ccs'],
      json: ['@nobody-at-all', world.callers.member.identifier, '&ip/none', ':guest', 'plain'],
    }),
    status: 403,
    errorCode: 'ASSIGNEE_NOT_FOUND',
    message: /@nobody-at-all.*&ip\/none.*plain/,
    holds: async (answer, { callers, server }) => {
      const pointers = answer.list('errors').map((_error, position) => answer.text(`errors.${position}.pointer`));
      expect(pointers).toEqual(['/assignees/0', '/assignees/2', '/assignees/4']);
      const { sql } = server.application.connection;
      const [group] = await sql<{ ownerId: number }[]>`select owner_id as "ownerId" from explicit_group order by id desc limit 1`;
      const read = await callers.owner.rest.get(`/api/collections/${group?.ownerId}/groups/ccs`);
      expect(read.at('data.containedRoleAssignees')).toEqual([]);
    },
  },
  ...[{}, 'text', [1], null, [':guest', null]].map((json): ContractCase => ({
    row: ADD,
    shows: `refuses the body ${JSON.stringify(json)}`,
    as: 'owner',
    given: async (world) => ({
      path: [(await withGroup(world)).alias, 'ccs'],
      raw: JSON.stringify(json),
      headers: { 'Content-Type': 'application/json' },
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: ADD,
    shows: 'refuses more identifiers than one request may hold',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias, 'ccs'], json: Array.from({ length: 10_001 }, () => ':guest') }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /10000/,
  },
  {
    row: ADD,
    shows: 'reads JSON alone',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias, 'ccs'], raw: '[]', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: ADD_ONE,
    shows: 'takes an identifier with a slash as it is, and ignores the body',
    as: 'owner',
    given: async (world) => ({
      path: [(await withGroup(world)).alias, 'ccs', `&ip/${await createIpGroup(world)}`],
      raw: 'anything',
      headers: { 'Content-Type': 'text/plain' },
    }),
    status: 200,
    holds: (answer) => expect(answer.text('data.containedRoleAssignees.0')).toMatch(/^&ip\/lab-/),
  },
  {
    row: ADD_ONE,
    shows: 'takes an identifier that is escaped',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias, 'ccs', encodeURIComponent(world.callers.member.identifier)] }),
    status: 200,
    holds: (answer, { callers }) => expect(answer.at('data.containedRoleAssignees')).toEqual([callers.member.identifier]),
  },
  {
    row: ADD_ONE,
    shows: 'takes a built-in assignee and a slash that is escaped',
    as: 'owner',
    given: async (world) => {
      const collection = await withGroup(world);
      succeeded(
        await world.callers.owner.rest.put(`/api/collections/${collection.id}/groups/ccs/roleAssignees/:authenticated-users`, undefined),
      );
      return { path: [collection.id, 'ccs', `%26ip%2F${await createIpGroup(world)}`] };
    },
    status: 200,
    holds: (answer) =>
      expect(answer.list('data.containedRoleAssignees')).toEqual([expect.stringMatching(/^&ip\/lab-/), ':authenticated-users']),
  },
  {
    row: REMOVE_ONE,
    shows: 'takes a user out, named in any case, and leaves the others',
    as: 'owner',
    given: async (world) => {
      const { owner, member } = world.callers;
      const collection = await withGroup(world);
      const members = [member.identifier, ':guest'];
      succeeded(await owner.rest.post(`/api/collections/${collection.id}/groups/ccs/roleAssignees`, members));
      return { path: [collection.alias, 'ccs', member.identifier.toUpperCase()] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.containedRoleAssignees')).toEqual([':guest']),
  },
  {
    row: REMOVE_ONE,
    shows: 'takes an IP group out that exists no more',
    as: 'owner',
    given: async (world) => {
      const { owner } = world.callers;
      const collection = await withGroup(world);
      const alias = await createIpGroup(world);
      succeeded(await owner.rest.post(`/api/collections/${collection.id}/groups/ccs/roleAssignees`, [`&ip/${alias}`]));
      await world.server.application.connection.sql`delete from ip_group where alias = ${alias}`;
      return { path: [collection.alias, 'ccs', `&ip/${alias}`] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.containedRoleAssignees')).toEqual([]),
  },
  {
    row: REMOVE_ONE,
    shows: 'takes a group out of a group',
    as: 'owner',
    given: async (world) => {
      const { owner } = world.callers;
      const collection = await withGroup(world);
      const inner = await createGroup(owner, collection, 'inner');
      succeeded(await owner.rest.post(`/api/collections/${collection.id}/groups/ccs/roleAssignees`, [inner]));
      return { path: [collection.alias, 'ccs', inner] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.containedRoleAssignees')).toEqual([]),
  },
  ...[...nobodies, ':guest'].map((identifier): ContractCase => ({
    row: REMOVE_ONE,
    shows: `passes over ${identifier}, which is not in the group`,
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias, 'ccs', identifier] }),
    status: 200,
    holds: (answer) => expect(answer.at('data.containedRoleAssignees')).toEqual([]),
  })),
  ...([ADD, ADD_ONE, REMOVE_ONE] as const).flatMap((row): ContractCase[] => {
    const request = (collection: string, alias: string): CaseRequest =>
      row === ADD ? { path: [collection, alias], json: [':guest'] } : { path: [collection, alias, ':guest'] };
    return [
      {
        row,
        shows: 'names an unknown collection',
        as: 'owner',
        given: () => request('nowhere', 'x'),
        status: 404,
        errorCode: 'COLLECTION_NOT_FOUND',
        message: /nowhere/,
      },
      {
        row,
        shows: 'knows no group of this alias',
        as: 'owner',
        given: ({ open }) => request(open.alias, 'no-such-group'),
        status: 404,
        errorCode: 'GROUP_NOT_FOUND',
      },
      ...refusedCallers.map((as): ContractCase => ({
        row,
        shows: `is closed to ${as}`,
        as,
        given: async (world) => {
          const alias = `members-${as}-${row.slice(17)}`;
          await createGroup(world.callers.owner, world.open, alias);
          return request(world.open.alias, alias);
        },
        status: 401,
        errorCode: 'PERMISSION_DENIED',
      })),
    ];
  }),
];
