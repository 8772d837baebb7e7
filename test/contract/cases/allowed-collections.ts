import { expect } from 'vitest';
import { assignRole, createUser, uniqueName } from '../../support/seed.ts';
import { nameOf } from './accounts.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const row = 'users.allowedCollections';

/** Somebody with a role on one collection, and another by a group on the other one; the name. */
async function roleHolder({ server, callers: { owner }, open, closed }: ContractWorld): Promise<string> {
  const { identifier } = await createUser(server, 'holder');
  await assignRole(owner, open, identifier, 'curator');
  const aliasInOwner = uniqueName('group');
  const groups = `/api/collections/${closed.alias}/groups`;
  expect((await owner.rest.post(groups, { aliasInOwner, displayName: 'G' })).status).toBe(201);
  expect((await owner.rest.put(`${groups}/${aliasInOwner}/roleAssignees/${identifier}`)).status).toBe(200);
  await assignRole(owner, closed, `&explicit/${closed.id}-${aliasInOwner}`, 'member');
  return identifier.slice(1);
}

/** Cases of the collections where an account has roles. Source: users-admin.md 7.7, collections.md 11.3. */
export const allowedCollectionCases: readonly ContractCase[] = [
  ...(['any', 'ANY', 'viewUnpublishedDataset'] as const).map((permission): ContractCase => ({
    row,
    shows: `names collections with a role for ${permission}, also of a group`,
    as: 'superuser',
    given: async (world) => ({ path: [(await roleHolder(world)).toUpperCase(), permission] }),
    status: 200,
    keys: ['count', 'items'],
    holds: async (answer, { server, callers: { superuser }, open, closed }) => {
      // Other cases give roles to all users.
      const { identifier } = await createUser(server, 'newcomer');
      const shared = (await superuser.rest.get(`/api/users/${identifier.slice(1)}/allowedCollections/${permission}`)).list('data.items');
      const items = await Promise.all(
        [open, closed].map(async ({ id, alias }) => {
          const collection = await superuser.rest.get(`/api/collections/${alias}`);
          return { id, name: collection.text('data.name'), alias };
        }),
      );
      expect(answer.list('data.items')).toEqual([...items, ...shared]);
      expect(answer.number('data.count')).toBe(items.length + shared.length);
    },
  })),
  {
    row,
    shows: 'leaves out collections where no role holds the permission',
    as: 'superuser',
    given: async (world) => ({ path: [await roleHolder(world), 'PublishDataset'] }),
    status: 200,
    holds: (answer, { open }) =>
      expect(answer.record('data')).toEqual({ count: 1, items: [{ id: open.id, name: 'Open', alias: open.alias }] }),
  },
  {
    row,
    shows: 'tells an account its own',
    as: 'curator',
    given: ({ callers }) => ({ path: [nameOf(callers.curator), 'EditDataset'] }),
    status: 200,
    holds: (answer, { open, closed }) => {
      const items = [expect.objectContaining({ id: open.id }), expect.objectContaining({ id: closed.id })] as unknown[];
      expect(answer.list('data.items')).toEqual(expect.arrayContaining(items));
    },
  },
  {
    row,
    shows: 'tells nothing of an account without roles',
    as: 'superuser',
    given: async ({ server }) => ({ path: [nameOf(await createUser(server, 'nobody')), 'EditCollection'] }),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ count: 0, items: [] }),
  },
  {
    row,
    shows: 'names all collections of a superuser',
    as: 'superuser',
    given: () => ({ path: ['admin', 'DeleteCollection'] }),
    status: 200,
    holds: (answer, { closed }) => expect(answer.list('data.items')).toContainEqual(expect.objectContaining({ id: closed.id })),
  },
  {
    row,
    shows: 'refuses what is no permission',
    as: 'owner',
    given: ({ callers }) => ({ path: [nameOf(callers.owner), 'Anything'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /Anything.*AddCollection/,
  },
  {
    row,
    shows: 'knows no account of another name',
    as: 'superuser',
    given: () => ({ path: ['nobody-has-this-name', 'any'] }),
    status: 404,
    errorCode: 'USER_NOT_FOUND',
  },
  ...(['nobody-has-this-name', undefined] as const).map((name): ContractCase => ({
    row,
    shows: `tells nobody of ${name === undefined ? 'another account' : 'an account that is not there'}`,
    as: 'owner',
    given: ({ callers }) => ({ path: [name ?? nameOf(callers.stranger), 'any'] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  })),
  {
    row,
    shows: 'asks a guest to log in',
    given: ({ callers }) => ({ path: [nameOf(callers.stranger), 'any'] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
];
