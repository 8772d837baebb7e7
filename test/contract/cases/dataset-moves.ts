import { expect } from 'vitest';
import {
  addFile,
  assignRole,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
} from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** The dataset that the last case moved, or tried to. */
let moved: SeededDataset | undefined;

async function ownerAlias({ callers }: ContractWorld): Promise<string> {
  return succeeded(await callers.owner.rest.get(`/api/datasets/${moved?.id}?returnOwners=true`)).text('data.isPartOf.identifier');
}

/** A draft in `open`, and a collection in which the curator of `open` has a role of its own. */
async function withTarget(world: ContractWorld, role?: string): Promise<SeededCollection> {
  moved = await world.fresh.draft();
  const target = await world.fresh.collection();
  if (role !== undefined) await assignRole(world.callers.owner, target, world.callers.curator.identifier, role);
  return target;
}

async function linked(world: ContractWorld, collection: SeededCollection): Promise<void> {
  succeeded(await world.callers.owner.rest.put(`/api/datasets/${moved?.id}/link/${collection.alias}`));
}

async function lockTypes(world: ContractWorld): Promise<unknown[]> {
  const locks = succeeded(await world.callers.owner.rest.get(`/api/datasets/${moved?.id}/locks`));
  return locks.list('data').map((_lock, at) => locks.at(`data.${at}.lockType`));
}

const moves: readonly ContractCase[] = [
  {
    row: 'datasets.move',
    shows: 'takes versions and files along, and keeps identifier and bytes',
    as: 'owner',
    given: async (world) => {
      moved = await createDataset(world.callers.owner, world.open);
      await addFile(world.callers.owner, moved, { name: 'a.txt', bytes: 'kept bytes\n', type: 'text/plain' });
      await publishDataset(world.callers.owner, moved);
      return { path: [moved.id, (await world.fresh.collection()).alias] };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.at('data.message')).toBe('Dataset moved successfully.');
      expect(await ownerAlias(world)).toMatch(/^collection-/);
      const { rest } = world.callers.owner;
      const read = succeeded(await rest.get(`/api/datasets/:persistentId?persistentId=${moved?.persistentId}`));
      const file = read.number('data.latestVersion.files.0.dataFile.id');
      expect((await rest.get(`/api/access/datafile/${file}`)).body).toBe('kept bytes\n');
    },
  },
  {
    row: 'datasets.move',
    shows: 'takes the persistent identifier and the number of the target',
    as: 'superuser',
    given: async (world) => {
      const target = await withTarget(world);
      return { path: [':persistentId', target.id], query: { persistentId: moved?.persistentId ?? '' } };
    },
    status: 200,
  },
  {
    row: 'datasets.move',
    shows: 'is for those who publish on both sides, and the roles of the new place count from then on',
    as: 'curator',
    given: async (world) => {
      const target = await withTarget(world, 'curator');
      await assignRole(world.callers.owner, target, world.callers.stranger.identifier, 'member');
      return { path: [moved?.id ?? 0, target.alias] };
    },
    status: 200,
    holds: async (_answer, { callers }) => {
      const seen = async (name: 'stranger' | 'member') => (await callers[name].rest.get(`/api/datasets/${moved?.id}`)).status;
      expect([await seen('stranger'), await seen('member')]).toEqual([200, 401]);
    },
  },
  {
    row: 'datasets.move',
    shows: 'ends the review where creators of datasets may publish them',
    as: 'owner',
    given: async (world) => {
      const target = await withTarget(world);
      succeeded(await world.callers.owner.rest.post(`/api/datasets/${moved?.id}/submitForReview`));
      succeeded(await world.callers.owner.rest.put(`/api/collections/${target.alias}/defaultContributorRole/curator`));
      return { path: [moved?.id ?? 0, target.alias] };
    },
    status: 200,
    holds: async (_answer, world) => expect(await lockTypes(world)).toEqual([]),
  },
  {
    row: 'datasets.move',
    shows: 'goes on with the review elsewhere',
    as: 'owner',
    given: async (world) => {
      const target = await withTarget(world);
      succeeded(await world.callers.owner.rest.post(`/api/datasets/${moved?.id}/submitForReview`));
      return { path: [moved?.id ?? 0, target.alias] };
    },
    status: 200,
    holds: async (_answer, world) => expect(await lockTypes(world)).toEqual(['InReview']),
  },
  {
    row: 'datasets.move',
    shows: 'undoes links into the target and what holds it when forced, and no others',
    as: 'owner',
    given: async (world) => {
      const target = await withTarget(world);
      await linked(world, target);
      await linked(world, await world.fresh.collection());
      return { path: [moved?.id ?? 0, target.alias], query: { forceMove: 'true' } };
    },
    status: 200,
    holds: async (_answer, { callers }) =>
      expect(succeeded(await callers.owner.rest.get(`/api/datasets/${moved?.id}/links`)).list('data.linked-collections')).toHaveLength(1),
  },
];

const refusals: readonly ContractCase[] = [
  {
    row: 'datasets.move',
    shows: 'refuses to undo links, says how to force it, and leaves all as it was',
    as: 'owner',
    given: async (world) => {
      const target = await withTarget(world);
      await linked(world, target);
      return { path: [moved?.id ?? 0, target.alias] };
    },
    status: 403,
    errorCode: 'DATASET_MOVE_UNDOES',
    message: /forceMove=true.*linked into collection-/,
    holds: async (_answer, world) => {
      expect(await ownerAlias(world)).toBe(world.open.alias);
      const links = succeeded(await world.callers.owner.rest.get(`/api/datasets/${moved?.id}/links`));
      expect(links.list('data.linked-collections')).toHaveLength(1);
    },
  },
  {
    row: 'datasets.move',
    shows: 'refuses the collection that holds the dataset',
    as: 'owner',
    given: async ({ fresh, open }) => ({ path: [(await fresh.draft()).id, open.alias] }),
    status: 403,
    errorCode: 'DATASET_MOVE_REFUSED',
  },
  {
    row: 'datasets.move',
    shows: 'refuses a published dataset in an unpublished collection',
    as: 'owner',
    given: async ({ fresh, closed }) => ({ path: [(await fresh.published()).id, closed.alias] }),
    status: 403,
    errorCode: 'COLLECTION_NOT_PUBLISHED',
  },
  ...(['contributor', 'fullContributor', 'dsContributor'] as const).map((role): ContractCase => ({
    row: 'datasets.move',
    shows: `takes more on the target than the role ${role} holds`,
    as: 'curator',
    given: async (world) => {
      const target = await withTarget(world, role);
      return { path: [moved?.id ?? 0, target.alias] };
    },
    status: 401,
    errorCode: 'PERMISSION_DENIED',
    holds: async (_answer, world) => expect(await ownerAlias(world)).toBe(world.open.alias),
  })),
  {
    row: 'datasets.move',
    shows: 'takes more on the dataset than editing it',
    as: 'contributor',
    given: async (world) => {
      const target = await withTarget(world);
      await assignRole(world.callers.owner, target, world.callers.contributor.identifier, 'admin');
      return { path: [moved?.id ?? 0, target.alias] };
    },
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.move',
    shows: 'is not for guests, and says so',
    given: ({ draft, closed }) => ({ path: [draft.id, closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
    message: /:guest/,
  },
  ...(['guest', 'owner'] as const).map((as): ContractCase => ({
    row: 'datasets.move',
    shows: `tells a ${as} that the target is unknown`,
    as,
    given: ({ draft }) => ({ path: [draft.id, 'nowhere'] }),
    status: 400,
    errorCode: 'COLLECTION_NOT_FOUND',
    message: /nowhere/,
  })),
  {
    row: 'datasets.move',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: ({ closed }) => ({ path: [987_654, closed.alias] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.move',
    shows: 'refuses what can be no dataset',
    as: 'owner',
    given: ({ closed }) => ({ path: ['abc', closed.alias] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];

/** Cases of moving datasets. Source: datasets.md 14.1, 16. */
export const datasetMoveCases: readonly ContractCase[] = [...moves, ...refusals];
