import { expect } from 'vitest';
import { PERMISSIONS } from '../../../src/vocabulary/access.ts';
import { readJson } from '../../support/json-reader.ts';
import { assignRole, createCollection, type SeededCollection, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const SETTING = '/api/admin/settings/:InheritParentRoleAssignments';

/** Source: collections.md 7.5, users-admin.md 9.4. */
const permissionsRow = 'admin.permissions';
const everything = { user: '@admin', permissions: PERMISSIONS };

const onObjects: readonly ContractCase[] = [
  ...(
    [
      ['the alias of a collection', ({ open }) => [open.alias]],
      ['the alias in another case', ({ open }) => [open.alias.toUpperCase()]],
      ['the root', () => [':ROOT']],
      ['the number of a collection', ({ open }) => [open.id]],
      ['the number of a dataset', ({ draft }) => [draft.id]],
      ['the number of a file', ({ draftFile }) => [draftFile]],
      ['a persistent identifier', ({ draft }) => [draft.persistentId]],
    ] as const satisfies readonly (readonly [string, (world: ContractWorld) => readonly (string | number)[]])[]
  ).map(([what, path]): ContractCase => ({
    row: permissionsRow,
    shows: `takes ${what}`,
    as: 'superuser',
    given: (world) => ({ path: path(world) }),
    status: 200,
    keys: ['user', 'permissions'],
    holds: (answer) => expect(answer.at('data')).toEqual(everything),
  })),
  {
    row: permissionsRow,
    shows: 'takes :persistentId with its parameter',
    as: 'superuser',
    given: ({ published }) => ({ path: [':persistentId'], query: { persistentId: published.persistentId } }),
    status: 200,
  },
  ...(
    [
      ['an alias', ['nowhere'], {}, 404, 'COLLECTION_NOT_FOUND'],
      ['a number', [999_999], {}, 404, 'NOT_FOUND'],
      ['a number beyond all ids', ['99999999999999'], {}, 404, 'NOT_FOUND'],
      ['a persistent identifier', [':persistentId'], { persistentId: 'doi:10.5072/FK2/NOBODY' }, 404, 'DATASET_NOT_FOUND'],
      [':persistentId without the parameter', [':persistentId'], {}, 400, 'BAD_USER_INPUT'],
    ] as const
  ).map(([what, path, query, status, errorCode]): ContractCase => ({
    row: permissionsRow,
    shows: `refuses ${what} that names nothing`,
    as: 'superuser',
    given: () => ({ path, query }),
    status,
    errorCode,
  })),
  {
    row: permissionsRow,
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: permissionsRow,
    shows: 'lies behind the administrative gate',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 403,
    errorCode: 'ADMIN_API_REFUSED',
  },
];

const userRow = 'collections.userPermissions';
const userKeys = [
  'canAddCollection',
  'canAddDataset',
  'canViewUnpublishedCollection',
  'canEditCollection',
  'canManageCollectionPermissions',
  'canPublishCollection',
  'canDeleteCollection',
];

/** Source: collections.md 11.2. */
const ofUsers: readonly ContractCase[] = [
  ...(
    [
      ['guest', []],
      ['stranger', []],
      ['member', ['canViewUnpublishedCollection']],
      ['curator', ['canAddCollection', 'canAddDataset', 'canViewUnpublishedCollection']],
      ['owner', userKeys],
      ['superuser', userKeys],
    ] as const
  ).map(([as, held]): ContractCase => ({
    row: userRow,
    shows: `says what the ${as} may do in a collection, visible or not`,
    as,
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 200,
    keys: userKeys,
    holds: (answer) => {
      expect(Object.entries(answer.record('data')).flatMap(([key, value]) => (value === true ? [key] : []))).toEqual(held);
    },
  })),
  {
    row: userRow,
    shows: 'names an unknown collection',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

const copyRow = 'admin.addRoleAssignmentsToChildren';

/** A collection with a child and a grandchild; the stranger curates it, and all users with an account are members. */
async function family({ callers, open }: ContractWorld): Promise<readonly [SeededCollection, SeededCollection, SeededCollection]> {
  const parent = await createCollection(callers.owner, { owner: open.alias });
  const child = await createCollection(callers.owner, { owner: parent.alias });
  const grandchild = await createCollection(callers.owner, { owner: child.alias });
  await assignRole(callers.owner, parent, callers.stranger.identifier, 'curator');
  await assignRole(callers.owner, parent, ':authenticated-users', 'curator');
  await assignRole(callers.owner, parent, callers.member.identifier, 'contributor');
  return [parent, child, grandchild];
}

async function setInherited({ callers }: ContractWorld, value: string | null): Promise<void> {
  const { rest } = callers.superuser;
  succeeded(value === null ? await rest.delete(SETTING) : await rest.send(SETTING, { method: 'PUT', raw: value }));
}

/** Source: users-admin.md 9.5. */
const copying: readonly ContractCase[] = [
  {
    row: copyRow,
    shows: 'copies the roles that the setting lists to every collection below, and says so in a text that holds JSON',
    as: 'superuser',
    given: async (world) => {
      const [parent] = await family(world);
      await setInherited(world, 'curator, nobodys');
      return { path: [parent.alias] };
    },
    status: 200,
    keys: ['message'],
    holds: async (answer, world) => {
      await setInherited(world, null);
      const { stranger, owner } = world.callers;
      const report = readJson(JSON.parse(answer.text('data.message')));
      expect(report.record('')).toEqual({
        'Collections Updated': [expect.any(Number), expect.any(Number)],
        'Updated Collection Aliases': [expect.any(String), expect.any(String)],
        'Assignments added for': [stranger.identifier],
        'Assignments not added for': [':authenticated-users'],
      });
      for (const id of report.list('Collections Updated')) {
        const list = (await owner.rest.get(`/api/collections/${String(id)}/assignments`)).list('data').map((one) => readJson(one));
        expect(list.map((one) => [one.text('assignee'), one.text('_roleAlias')])).toEqual([
          [owner.identifier, 'admin'],
          [stranger.identifier, 'curator'],
        ]);
      }
    },
  },
  {
    row: copyRow,
    shows: 'copies every global role under *, and nothing a second time',
    as: 'superuser',
    given: async (world) => {
      const [parent] = await family(world);
      await setInherited(world, '*');
      succeeded(await world.callers.superuser.rest.get(`/api/admin/collection/${parent.alias}/addRoleAssignmentsToChildren`));
      return { path: [parent.alias.toUpperCase()] };
    },
    status: 200,
    holds: async (answer, world) => {
      await setInherited(world, null);
      expect(JSON.parse(answer.text('data.message'))).toEqual({
        'Collections Updated': [],
        'Updated Collection Aliases': [],
        'Assignments added for': [],
        'Assignments not added for': [':authenticated-users'],
      });
    },
  },
  {
    row: copyRow,
    shows: 'needs the setting',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 400,
    errorCode: 'ROLE_INHERITANCE_NOT_SET',
  },
  {
    row: copyRow,
    shows: 'knows collections by their alias alone, and looks for them first',
    given: ({ open }) => ({ path: [open.id] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: copyRow,
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: copyRow,
    shows: 'is for superusers, before it looks at the setting',
    as: 'owner',
    given: () => ({ path: [':root'] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
];

/** Cases of permissions of a caller, and of roles handed down. */
export const accessCases: readonly ContractCase[] = [...onObjects, ...ofUsers, ...copying];
