import { expect } from 'vitest';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  uniqueName,
} from '../../support/seed.ts';
import { nameOf } from './accounts.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ALL = 'users.traces';
const ONE = 'users.traces.element';
const JSON_FORM = { Accept: 'application/json' };

interface Busy {
  readonly caller: Caller;
  readonly collection: SeededCollection;
  readonly dataset: SeededDataset;
  readonly group: string;
}
/** By world: files of tests that share a process have servers of their own. */
const busy = new WeakMap<ContractWorld, Promise<Busy>>();

/** An account with traces of several kinds. */
async function makeBusy({ server, callers: { superuser, owner }, open }: ContractWorld): Promise<Busy> {
  const caller = await createUser(server, 'busy');
  await assignRole(superuser, open, caller.identifier, 'fullContributor');
  const collection = await createCollection(caller, { owner: open.alias });
  const dataset = await createDataset(caller, collection);
  succeeded(await caller.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`));
  const group = uniqueName('group');
  const groups = `/api/collections/${open.alias}/groups`;
  succeeded(await owner.rest.post(groups, { aliasInOwner: group, displayName: 'Busy people' }));
  succeeded(await owner.rest.put(`${groups}/${group}/roleAssignees/${caller.identifier}`));
  return { caller, collection, dataset, group };
}
/** The one of a world, made once. */
function theBusy(world: ContractWorld): Promise<Busy> {
  let made = busy.get(world);
  if (made === undefined) busy.set(world, (made = makeBusy(world)));
  return made;
}

const ofBusy = async (world: ContractWorld) => nameOf((await theBusy(world)).caller);

/** Cases of what accounts left behind. Source: users-admin.md 7.7. */
export const accountTraceCases: readonly ContractCase[] = [
  {
    row: ALL,
    shows: 'names what an account was given, made, published and changed, by kind in the order of the contract',
    as: 'superuser',
    given: async (world) => ({ path: [(await ofBusy(world)).toUpperCase()] }),
    status: 200,
    keys: ['user', 'traces'],
    holds: async (answer, world) => {
      const { caller, collection, dataset } = await theBusy(world);
      expect(answer.record('data.user')).toEqual({ identifier: caller.identifier, name: 'busy Tester' });
      const traces = answer.record('data.traces');
      expect(Object.keys(traces)).toEqual([
        'roleAssignments',
        'collectionCreator',
        'collectionPublisher',
        'datasetCreator',
        'datasetPublisher',
        'datasetVersionUsers',
        'explicitGroups',
      ]);
      expect(traces['collectionCreator']).toEqual({ count: 1, items: [{ id: collection.id, alias: collection.alias }] });
      expect(traces['collectionPublisher']).toEqual(traces['collectionCreator']);
      expect(traces['datasetCreator']).toEqual({ count: 1, items: [{ id: dataset.id, pid: dataset.persistentId }] });
      expect(traces['datasetPublisher']).toEqual(traces['datasetCreator']);
      expect(traces['datasetVersionUsers']).toEqual({
        count: 1,
        items: [{ id: expect.any(Number), dataset: dataset.persistentId, version: '1.0' }],
      });
      expect(traces['explicitGroups']).toEqual({ count: 1, items: [{ id: expect.any(Number), name: 'Busy people' }] });
      expect(answer.at('data.traces.roleAssignments.items.0')).toEqual({
        id: expect.any(Number),
        definitionPointName: 'Open',
        definitionPointId: world.open.id,
        roleAlias: 'fullContributor',
        roleName: expect.any(String),
      });
      const own = answer
        .list('data.traces.roleAssignments.items')
        .find((item) => (item as { definitionPointId: number }).definitionPointId === dataset.id);
      if (own !== undefined) expect(own).toMatchObject({ definitionPointIdentifier: dataset.persistentId.replace(/^[^/]*\//, '') });
    },
  },
  {
    row: ALL,
    shows: 'says that a new account left nothing',
    as: 'superuser',
    given: async ({ server }) => ({ path: [nameOf(await createUser(server, 'idle'))] }),
    status: 200,
    holds: (answer) => expect(answer.at('data.traces')).toEqual({}),
  },
  {
    row: ONE,
    shows: 'is CSV with the keys as columns',
    as: 'superuser',
    given: async (world) => ({ path: [await ofBusy(world), 'collectionCreator'] }),
    status: 200,
    holds: async (answer, world) => {
      const { collection } = await theBusy(world);
      expect(answer.body).toBe(`id,alias\r\n${collection.id},${collection.alias}\r\n`);
    },
  },
  {
    row: ONE,
    shows: 'is CSV with nothing but the columns where there is nothing',
    as: 'superuser',
    given: async (world) => ({ path: [await ofBusy(world), 'savedSearches'] }),
    status: 200,
    holds: (answer) => expect(answer.body).toBe('id\r\n'),
  },
  {
    row: ONE,
    shows: 'is JSON for clients that ask for it, in the form of the whole',
    as: 'superuser',
    given: async (world) => ({ path: [await ofBusy(world), 'datasetCreator'], headers: JSON_FORM }),
    status: 200,
    holds: async (answer, world) => {
      const { dataset } = await theBusy(world);
      expect(answer.at('data.traces')).toEqual({ datasetCreator: { count: 1, items: [{ id: dataset.id, pid: dataset.persistentId }] } });
    },
  },
  {
    row: ONE,
    shows: 'is a slice, with the count of all',
    as: 'superuser',
    given: async (world) => ({ path: [await ofBusy(world), 'datasetCreator'], query: { offset: '1', limit: '1' }, headers: JSON_FORM }),
    status: 200,
    holds: (answer) => expect(answer.at('data.traces.datasetCreator')).toEqual({ count: 1, items: [] }),
  },
  ...(['-1', '251', 'many'] as const).map((limit): ContractCase => ({
    row: ONE,
    shows: `refuses the limit ${limit}`,
    as: 'superuser',
    given: async (world) => ({ path: [await ofBusy(world), 'datasetCreator'], query: { limit } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /limit/,
  })),
  {
    row: ONE,
    shows: 'refuses a kind that there is not',
    as: 'superuser',
    given: async (world) => ({ path: [await ofBusy(world), 'everything'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /everything/,
  },
  ...([ALL, ONE] as const).flatMap((row): ContractCase[] => {
    const rest = row === ONE ? ['datasetCreator'] : [];
    return [
      {
        row,
        shows: 'is refused to guests',
        given: () => ({ path: ['admin', ...rest] }),
        status: 401,
        errorCode: 'AUTHENTICATION_REQUIRED',
      },
      {
        row,
        shows: 'is refused to accounts, about themselves as well',
        as: 'owner',
        given: ({ callers }) => ({ path: [nameOf(callers.owner), ...rest] }),
        status: 403,
        errorCode: 'SUPERUSER_REQUIRED',
      },
      {
        row,
        shows: 'knows nothing of an account that there is not',
        as: 'superuser',
        given: () => ({ path: ['nobody-has-this-name', ...rest] }),
        status: 404,
        errorCode: 'USER_NOT_FOUND',
      },
    ];
  }),
];
