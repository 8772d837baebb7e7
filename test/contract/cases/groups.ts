import { expect } from 'vitest';
import { assignRole, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import { createGroup, refusedCallers, withGroup } from './groups-seed.ts';

const RECORD = ['identifier', 'groupAliasInOwner', 'owner', 'description', 'displayName', 'containedRoleAssignees'];
const BARE_RECORD = RECORD.filter((key) => key !== 'description');

const wrongShown: readonly [string, Readonly<Record<string, unknown>>, RegExp][] = [
  ['no display name', {}, /displayName/],
  ['a blank display name', { displayName: ' ' }, /displayName/],
  ['a display name that is no text', { displayName: 7 }, /displayName/],
  ['a display name that is too long', { displayName: 'x'.repeat(256) }, /255/],
  ['a description that is too long', { displayName: 'x', description: 'x'.repeat(1025) }, /1024/],
  ['a description that is no text', { displayName: 'x', description: [] }, /description/],
  ['text that no row can hold', { displayName: 'a\0b' }, /stored/],
];

/** Cases of explicit groups without their members. Source: collections.md 6. */
export const groupCases: readonly ContractCase[] = [
  {
    row: 'groups.create',
    shows: 'gives the record and says where it is',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.collection()).alias],
      json: { aliasInOwner: 'Close_collabs-1', displayName: 'Close Collaborators', description: 'Describe the group' },
    }),
    status: 201,
    keys: RECORD,
    holds: async (answer, _world, caller) => {
      const owner = answer.number('data.owner');
      expect(answer.at('data')).toEqual({
        identifier: `&explicit/${owner}-Close_collabs-1`,
        groupAliasInOwner: 'Close_collabs-1',
        owner,
        description: 'Describe the group',
        displayName: 'Close Collaborators',
        containedRoleAssignees: [],
      });
      const location = new URL(answer.headers.get('location') ?? '');
      expect(location.pathname).toMatch(/^\/api\/collections\/[^/]+\/groups\/Close_collabs-1$/);
      expect((await caller.rest.get(location.pathname)).at('data')).toEqual(answer.at('data'));
    },
  },
  {
    row: 'groups.create',
    shows: 'leaves a description out that was not given',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).id], json: { aliasInOwner: 'x', displayName: 'X' } }),
    status: 201,
    keys: BARE_RECORD,
  },
  {
    row: 'groups.create',
    shows: 'takes an alias that another collection has, or this one in another case',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias], json: { aliasInOwner: 'CCS', displayName: 'X' } }),
    status: 201,
  },
  {
    row: 'groups.create',
    shows: 'refuses an alias that the collection has, and changes nothing',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias], json: { aliasInOwner: 'ccs', displayName: 'Other' } }),
    status: 409,
    errorCode: 'GROUP_ALIAS_TAKEN',
  },
  ...['', ' ', 'a b', 'a/b', 'ä', 'x'.repeat(256), 7, null].map((aliasInOwner): ContractCase => ({
    row: 'groups.create',
    shows: `refuses the alias ${JSON.stringify(aliasInOwner).slice(0, 20)}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { aliasInOwner, displayName: 'X' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /aliasInOwner/,
  })),
  ...wrongShown.map(([what, body, message]): ContractCase => ({
    row: 'groups.create',
    shows: `refuses ${what}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { aliasInOwner: 'never', ...body } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
    holds: async (_answer, { open, callers }) => {
      expect((await callers.owner.rest.get(`/api/collections/${open.alias}/groups/never`)).status).toBe(404);
    },
  })),
  {
    row: 'groups.create',
    shows: 'names all faults at once',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { description: 'x'.repeat(1025) } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => {
      const pointers = answer.list('errors').map((_error, position) => answer.text(`errors.${position}.pointer`));
      expect(pointers.toSorted()).toEqual(['/aliasInOwner', '/description', '/displayName']);
    },
  },
  {
    row: 'groups.create',
    shows: 'reads JSON alone',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'groups.create',
    shows: 'refuses what is no JSON',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '{"alias', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'groups.list',
    shows: 'lists the groups of the collection itself, by when they were made',
    as: 'owner',
    given: async (world) => {
      const collection = await withGroup(world);
      await createGroup(world.callers.owner, collection, 'a-second');
      await createGroup(world.callers.owner, world.open, `above-${collection.id}`);
      return { path: [collection.alias] };
    },
    status: 200,
    holds: (answer) =>
      expect(answer.list('data').map((_group, position) => answer.at(`data.${position}.groupAliasInOwner`))).toEqual(['ccs', 'a-second']),
  },
  {
    row: 'groups.list',
    shows: 'is empty where there is no group',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  {
    row: 'groups.get',
    shows: 'gives the record',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).id, 'ccs'] }),
    status: 200,
    keys: RECORD,
  },
  {
    row: 'groups.get',
    shows: 'knows the alias in its own case alone',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).id, 'CCS'] }),
    status: 404,
    errorCode: 'GROUP_NOT_FOUND',
  },
  {
    row: 'groups.update',
    shows: 'overwrites name and description; the alias stays',
    as: 'owner',
    given: async (world) => ({
      path: [(await withGroup(world)).alias, 'ccs'],
      json: { aliasInOwner: 'other', displayName: 'Renamed', description: 'New' },
    }),
    status: 200,
    keys: RECORD,
    holds: (answer) =>
      expect(answer.record('data')).toMatchObject({ groupAliasInOwner: 'ccs', displayName: 'Renamed', description: 'New' }),
  },
  {
    row: 'groups.update',
    shows: 'clears a description that is not given, and ignores an alias of a wrong type',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias, 'ccs'], json: { aliasInOwner: 7, displayName: 'Renamed' } }),
    status: 200,
    keys: BARE_RECORD,
  },
  {
    row: 'groups.update',
    shows: 'keeps the members',
    as: 'owner',
    given: async (world) => {
      const collection = await withGroup(world);
      succeeded(await world.callers.owner.rest.post(`/api/collections/${collection.id}/groups/ccs/roleAssignees`, [':guest']));
      return { path: [collection.alias, 'ccs'], json: { displayName: 'Renamed' } };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.containedRoleAssignees')).toEqual([':guest']),
  },
  ...wrongShown.map(([what, json, message]): ContractCase => ({
    row: 'groups.update',
    shows: `refuses ${what} and changes nothing`,
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias, 'ccs'], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
  })),
  {
    row: 'groups.update',
    shows: 'reads JSON alone',
    as: 'owner',
    given: async (world) => ({ path: [(await withGroup(world)).alias, 'ccs'], raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'groups.delete',
    shows: 'takes the group out of others and its roles away',
    as: 'owner',
    given: async (world) => {
      const { owner } = world.callers;
      const collection = await withGroup(world);
      const outer = await createGroup(owner, collection, 'outer');
      const identifier = `&explicit/${collection.id}-ccs`;
      succeeded(await owner.rest.post(`/api/collections/${collection.id}/groups/outer/roleAssignees`, [identifier]));
      await assignRole(owner, collection, identifier, 'member');
      await assignRole(owner, collection, outer, 'member');
      return { path: [collection.id, 'ccs'] };
    },
    status: 200,
    keys: ['message'],
    holds: async (answer, _world, caller) => {
      const id = /&explicit\/(\d+)-ccs/.exec(answer.text('data.message'))?.[1];
      const outer = await caller.rest.get(`/api/collections/${id}/groups/outer`);
      expect(outer.at('data.containedRoleAssignees')).toEqual([]);
      const left = (await caller.rest.get(`/api/collections/${id}/assignments`)).list('data');
      expect(left.map((one) => Object.entries(one ?? {}).find(([key]) => key === 'assignee')?.[1])).toEqual([
        caller.identifier,
        `&explicit/${id}-outer`,
      ]);
      expect((await caller.rest.get(`/api/collections/${id}/groups/ccs`)).status).toBe(404);
    },
  },
  ...(['groups.get', 'groups.update', 'groups.delete'] as const).flatMap((row): ContractCase[] => {
    const json = row === 'groups.update' ? { json: { displayName: 'X' } } : {};
    return [
      {
        row,
        shows: 'knows no group of this alias',
        as: 'owner',
        given: ({ open }) => ({ path: [open.alias, 'no-such-group'], ...json }),
        status: 404,
        errorCode: 'GROUP_NOT_FOUND',
      },
      ...refusedCallers.map((as): ContractCase => ({
        row,
        shows: `is closed to ${as}`,
        as,
        given: async (world) => {
          const alias = `for-${as}-${row.slice(7)}`;
          await createGroup(world.callers.owner, world.open, alias);
          return { path: [world.open.alias, alias], ...json };
        },
        status: 401,
        errorCode: 'PERMISSION_DENIED',
      })),
    ];
  }),
  ...(['groups.create', 'groups.list'] as const).flatMap((row): ContractCase[] =>
    refusedCallers.map((as) => ({
      row,
      shows: `is closed to ${as}`,
      as,
      given: ({ open }) => ({ path: [open.alias], ...(row === 'groups.create' ? { json: { aliasInOwner: 'x', displayName: 'X' } } : {}) }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    })),
  ),
  ...(['groups.create', 'groups.list', 'groups.get', 'groups.update', 'groups.delete'] as const).map((row): ContractCase => {
    const body = row === 'groups.create' || row === 'groups.update' ? { json: { aliasInOwner: 'x', displayName: 'X' } } : {};
    return {
      row,
      shows: 'names an unknown collection',
      as: 'owner',
      given: () => ({ path: row === 'groups.create' || row === 'groups.list' ? ['nowhere'] : ['nowhere', 'x'], ...body }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
      message: /nowhere/,
    };
  }),
];
