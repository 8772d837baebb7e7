import { expect } from 'vitest';
import { assignRole, type Caller, createDataset, createUser, uniqueName } from '../../support/seed.ts';
import { leaveOneSuperuser, nameOf } from './accounts.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const MERGE = 'users.merge';
const RENAMES = ['users.changeIdentifier', 'users.changeIdentifierPost'];
const REMOVE_ROLES = 'users.removeRoles';
const DELETE = 'admin.authenticatedUsers.delete';
const DEACTIVATE = 'admin.authenticatedUsers.deactivate';
const UNKNOWN = 'nobody-has-this-name';

/** Those whom the case is about: no other case needs them. */
let one: Caller;
let other: Caller;

async function twoOf(world: ContractWorld): Promise<void> {
  one = await createUser(world.server, 'one');
  other = await createUser(world.server, 'other');
}

type Given = (world: ContractWorld) => Promise<CaseRequest>;

/** A request about new accounts, once they are what `prepare` makes of them. */
function about(path: () => readonly (string | number)[], prepare?: (world: ContractWorld) => Promise<unknown>): Given {
  return async (world) => {
    await twoOf(world);
    await prepare?.(world);
    return { path: path() };
  };
}

async function deactivate({ callers }: ContractWorld, caller: Caller): Promise<void> {
  const done = await callers.superuser.rest.post(`/api/admin/authenticatedUsers/${nameOf(caller)}/deactivate`);
  expect(done.status).toBe(200);
}

const give = (world: ContractWorld, to: Caller) => assignRole(world.callers.owner, world.open, to.identifier, 'member');

async function rolesOf({ callers }: ContractWorld, identifier: string): Promise<readonly unknown[]> {
  return (await callers.superuser.rest.get(`/api/admin/assignments/assignees/${identifier}`)).list('data');
}

async function idOf({ callers }: ContractWorld, caller: Caller): Promise<number> {
  return (await callers.superuser.rest.get(`/api/admin/authenticatedUsers/${nameOf(caller)}`)).number('data.id');
}

async function statusOf({ callers }: ContractWorld, name: string): Promise<number> {
  return (await callers.superuser.rest.get(`/api/admin/authenticatedUsers/${name}`)).status;
}

const ownStatus = async (caller: Caller): Promise<number> => (await caller.rest.get('/api/users/:me')).status;

async function setSuperuser(by: Caller, identifier: string, superuser: boolean): Promise<void> {
  const done = await by.rest.send(`/api/admin/superuser/${identifier.slice(1)}`, { method: 'PUT', raw: String(superuser) });
  expect(done.status).toBe(200);
}

const bothKeys = (row: string): readonly (readonly [string, (world: ContractWorld) => Promise<string | number>])[] => [
  [row, async () => nameOf(one)],
  [`${row}Id`, (world) => idOf(world, one)],
];

/** Who may not call a row, whatever it is about. */
function refusedTo(row: string, path: readonly string[], code: string): readonly ContractCase[] {
  return [
    { row, shows: 'asks a guest to log in', given: () => ({ path }), status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { row, shows: 'refuses who may not', as: 'owner', given: () => ({ path }), status: 403, errorCode: code },
  ];
}

/** Cases of changes of accounts. Source: users-admin.md 7.5 to 7.7, 8.2. */
export const accountChangeCases: readonly ContractCase[] = [
  {
    row: MERGE,
    shows: 'gives the roles of one account to the other, without doubles, and ends the first',
    as: 'superuser',
    given: about(
      () => [nameOf(one).toUpperCase(), nameOf(other)],
      async (world) => {
        await give(world, one);
        await give(world, other);
        await assignRole(world.callers.owner, world.closed, one.identifier, 'contributor');
      },
    ),
    status: 200,
    keys: ['message'],
    holds: async (answer, world) => {
      const names = `${nameOf(one).toUpperCase()} has been merged into ${nameOf(other)}`;
      expect(answer.text('data.message')).toBe(`All account data for ${names}.`);
      expect(await rolesOf(world, other.identifier)).toHaveLength(2);
      expect(await rolesOf(world, one.identifier)).toEqual([]);
      expect(await statusOf(world, nameOf(one))).toBe(400);
      expect(await ownStatus(one)).toBe(401);
      expect(await ownStatus(other)).toBe(200);
    },
  },
  {
    row: MERGE,
    shows: 'merges two accounts that are both deactivated',
    as: 'superuser',
    given: about(
      () => [nameOf(one), nameOf(other)],
      async (world) => {
        await deactivate(world, one);
        await deactivate(world, other);
      },
    ),
    status: 200,
  },
  {
    row: MERGE,
    shows: 'refuses an active and a deactivated one',
    as: 'superuser',
    given: about(
      () => [nameOf(one), nameOf(other)],
      (world) => deactivate(world, one),
    ),
    status: 400,
    errorCode: 'USER_STATES_DIFFER',
  },
  {
    row: MERGE,
    shows: 'keeps the last superuser apart from an account that is none',
    as: 'superuser',
    given: about(
      () => ['admin', nameOf(other)],
      (world) => leaveOneSuperuser(world),
    ),
    status: 400,
    errorCode: 'LAST_SUPERUSER',
    holds: async (_answer, world) => expect(await statusOf(world, nameOf(other))).toBe(200),
  },
  {
    row: MERGE,
    shows: 'refuses one account in two cases',
    as: 'superuser',
    given: about(() => [nameOf(one), nameOf(one).toUpperCase()]),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: MERGE,
    shows: 'knows no first account of another name',
    as: 'superuser',
    given: about(() => [UNKNOWN, nameOf(other)]),
    status: 400,
    errorCode: 'USER_NOT_FOUND',
    message: /nobody-has-this-name/,
  },
  {
    row: MERGE,
    shows: 'knows no second account with an @',
    as: 'superuser',
    given: about(() => [nameOf(one), other.identifier]),
    status: 400,
    errorCode: 'USER_NOT_FOUND',
  },
  ...refusedTo(MERGE, [UNKNOWN, UNKNOWN], 'SUPERUSER_REQUIRED'),

  ...RENAMES.flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'renames an account with its roles; its token goes on, and the old name is free',
      as: 'superuser',
      given: about(
        () => [nameOf(one), `${nameOf(one)}.new`],
        (world) => give(world, one),
      ),
      status: 200,
      keys: ['message'],
      holds: async (answer, world) => {
        expect(answer.text('data.message')).toBe(`UserIdentifier changed from ${nameOf(one)} to ${nameOf(one)}.new`);
        expect(await rolesOf(world, `${one.identifier}.new`)).toHaveLength(1);
        expect(await rolesOf(world, one.identifier)).toEqual([]);
        expect(await statusOf(world, nameOf(one))).toBe(400);
        const me = await one.rest.get('/api/users/:me');
        expect(me.record('data')).toMatchObject({ identifier: `${one.identifier}.new`, persistentUserId: `${nameOf(one)}.new` });
      },
    },
    {
      row,
      shows: 'changes the case of a name',
      as: 'superuser',
      given: about(() => [nameOf(one), nameOf(one).toUpperCase()]),
      status: 200,
      holds: async () => expect((await one.rest.get('/api/users/:me')).text('data.identifier')).toBe(one.identifier.toUpperCase()),
    },
    {
      row,
      shows: 'changes nothing, if that is wanted',
      as: 'superuser',
      given: about(() => [nameOf(one), nameOf(one)]),
      status: 200,
    },
    {
      row,
      shows: 'renames a deactivated account',
      as: 'superuser',
      given: about(
        () => [nameOf(one), `${nameOf(one)}.off`],
        (world) => deactivate(world, one),
      ),
      status: 200,
    },
    {
      row,
      shows: 'refuses a name that is taken in another case',
      as: 'superuser',
      given: about(() => [nameOf(one), nameOf(other).toUpperCase()]),
      status: 400,
      errorCode: 'USER_NAME_TAKEN',
    },
    ...['p', 'pete%20the%20great', 'pet%C3%A9', 'p'.repeat(61)].map((name): ContractCase => ({
      row,
      shows: `refuses the name ${name.slice(0, 20)}`,
      as: 'superuser',
      given: about(() => [nameOf(one), name]),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: /userName/,
    })),
    {
      row,
      shows: 'knows no account of another name',
      as: 'superuser',
      given: about(() => [UNKNOWN, uniqueName('new')]),
      status: 400,
      errorCode: 'USER_NOT_FOUND',
    },
    ...refusedTo(row, [UNKNOWN, 'another-name'], 'SUPERUSER_REQUIRED'),
  ]),

  {
    row: REMOVE_ROLES,
    shows: 'takes roles and memberships away',
    as: 'superuser',
    given: about(
      () => [nameOf(one)],
      async (world) => {
        await give(world, one);
        const { rest } = world.callers.owner;
        const alias = uniqueName('group');
        const group = await rest.post(`/api/collections/${world.open.alias}/groups`, { aliasInOwner: alias, displayName: 'G' });
        expect(group.status).toBe(201);
        const added = await rest.put(`/api/collections/${world.open.alias}/groups/${alias}/roleAssignees/${one.identifier}`);
        expect(added.status).toBe(200);
      },
    ),
    status: 200,
    keys: ['message'],
    holds: async (answer, world) => {
      expect(answer.text('data.message')).toBe(`Roles removed for user ${nameOf(one)}.`);
      expect(await rolesOf(world, one.identifier)).toEqual([]);
      const { sql } = world.server.application.connection;
      const left = await sql`select from explicit_group_member where user_account_id = ${await idOf(world, one)}`;
      expect(left).toHaveLength(0);
    },
  },
  {
    row: REMOVE_ROLES,
    shows: 'knows no account of another name',
    as: 'superuser',
    given: () => ({ path: [UNKNOWN] }),
    status: 400,
    errorCode: 'USER_NOT_FOUND',
  },
  ...refusedTo(REMOVE_ROLES, [UNKNOWN], 'SUPERUSER_REQUIRED'),

  ...bothKeys(DELETE).flatMap(([row, key]): ContractCase[] => [
    {
      row,
      shows: 'deletes an account, whose name is free then',
      as: 'superuser',
      given: async (world) => {
        await twoOf(world);
        return { path: [await key(world)] };
      },
      status: 200,
      keys: ['message'],
      holds: async (answer, world) => {
        expect(answer.text('data.message')).toBe(`AuthenticatedUser ${one.identifier} deleted.`);
        expect(await statusOf(world, nameOf(one))).toBe(400);
        expect(await ownStatus(one)).toBe(401);
      },
    },
    {
      row,
      shows: 'names all that stands in the way',
      as: 'superuser',
      given: async (world) => {
        await twoOf(world);
        await assignRole(world.callers.owner, world.open, one.identifier, 'fullContributor');
        await createDataset(one, world.open);
        return { path: [await key(world)] };
      },
      status: 400,
      errorCode: 'USER_HAS_TRACES',
      message: /^Could not delete Authenticated User @one-\w+ because the user has created [^;]*; the user holds role assignments/,
    },
    {
      row,
      shows: 'knows no other account',
      as: 'superuser',
      given: () => ({ path: [row.endsWith('Id') ? 2_000_000_000 : UNKNOWN] }),
      status: 400,
      errorCode: 'USER_NOT_FOUND',
    },
    ...refusedTo(row, ['0'], 'ADMIN_API_REFUSED'),
  ]),

  ...[DELETE, `${DELETE}Id`].map((row): ContractCase => ({
    row,
    shows: 'keeps the last superuser, though it has left no traces',
    as: 'untraced',
    given: async (world) => {
      await leaveOneSuperuser(world);
      await setSuperuser(world.callers.superuser, world.callers.untraced.identifier, true);
      await setSuperuser(world.callers.untraced, '@admin', false);
      const me = await world.callers.untraced.rest.get('/api/users/:me');
      return { path: [row === DELETE ? nameOf(world.callers.untraced) : me.number('data.id')] };
    },
    status: 400,
    errorCode: 'LAST_SUPERUSER',
    holds: async (_answer, { callers }) => expect(await ownStatus(callers.untraced)).toBe(200),
    restore: async ({ callers }) => {
      await setSuperuser(callers.untraced, '@admin', true);
      await setSuperuser(callers.superuser, callers.untraced.identifier, false);
    },
  })),

  ...bothKeys(DEACTIVATE).flatMap(([row, key]): ContractCase[] => [
    {
      row,
      shows: 'switches an account off, which stays in lists without roles and token',
      as: 'superuser',
      given: async (world) => {
        await twoOf(world);
        await give(world, one);
        return { path: [await key(world)] };
      },
      status: 200,
      keys: ['message'],
      holds: async (answer, world) => {
        expect(answer.text('data.message')).toBe(`User ${one.identifier} deactivated.`);
        const { rest } = world.callers.superuser;
        const record = (await rest.get(`/api/admin/authenticatedUsers/${nameOf(one)}`)).record('data');
        expect(record['deactivated']).toBe(true);
        expect(record['deactivatedTime']).toMatch(/Z$/);
        expect(await rolesOf(world, one.identifier)).toEqual([]);
        expect(await ownStatus(one)).toBe(401);
        expect((await rest.send(`/api/admin/superuser/${nameOf(one)}`, { method: 'PUT', raw: 'false' })).status).toBe(400);
        const assignment = { assignee: one.identifier, role: 'member' };
        expect((await rest.post(`/api/collections/${world.open.alias}/assignments`, assignment)).status).toBe(403);
        expect((await rest.post(`/api/admin/authenticatedUsers/${nameOf(one)}/deactivate`)).status).toBe(200);
      },
    },
    {
      row,
      shows: 'knows no other account',
      as: 'superuser',
      given: () => ({ path: [row.endsWith('Id') ? 2_000_000_000 : UNKNOWN] }),
      status: 400,
      errorCode: 'USER_NOT_FOUND',
    },
    ...refusedTo(row, ['0'], 'ADMIN_API_REFUSED'),
  ]),
  {
    row: DEACTIVATE,
    shows: 'leaves the last superuser on',
    as: 'superuser',
    given: async (world) => {
      await leaveOneSuperuser(world);
      return { path: ['admin'] };
    },
    status: 400,
    errorCode: 'LAST_SUPERUSER',
  },
  ...[DELETE, DEACTIVATE].map((row): ContractCase => ({
    row: `${row}Id`,
    shows: 'finds nothing by what is no number',
    as: 'superuser',
    given: () => ({ path: ['x'] }),
    status: 404,
    errorCode: 'NOT_FOUND',
  })),
];
