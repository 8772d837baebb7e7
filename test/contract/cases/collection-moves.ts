import { expect } from 'vitest';
import { createCollection, createDataset, type SeededCollection, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { linkCollections } from './link-collections.ts';

async function below({ callers }: ContractWorld, owner: SeededCollection, published = true): Promise<SeededCollection> {
  return createCollection(callers.owner, { owner: owner.alias, published });
}

/** Cases of moving collections. Source: collections.md 11.2. */
export const collectionMoveCases: readonly ContractCase[] = [
  {
    row: 'collections.move',
    shows: 'takes everything in the collection along',
    as: 'superuser',
    given: async (world) => {
      const moved = await world.fresh.collection();
      const inner = await below(world, moved);
      const dataset = await createDataset(world.callers.owner, inner);
      expect(dataset.id).toBeGreaterThan(0);
      return { path: [moved.id, (await world.fresh.collection()).alias] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const [, moved, target] = /^Collection (\S+) moved into (\S+)$/.exec(answer.text('data.message')) ?? [];
      const contents = await callers.owner.rest.get(`/api/collections/${moved}/contents`);
      const inner = await callers.guest.rest.get(`/api/collections/${contents.number('data.0.id')}?returnOwners=true`);
      expect(inner.at('data.isPartOf')).toMatchObject({ identifier: moved, isPartOf: { identifier: target } });
    },
  },
  ...(
    [
      ['itself', async (world: ContractWorld) => [(await world.fresh.collection()).alias]],
      [
        'what it holds',
        async (world: ContractWorld) => {
          const outer = await world.fresh.collection();
          return [outer.alias, (await below(world, await below(world, outer))).alias];
        },
      ],
      ['where it is', async (world: ContractWorld) => [(await world.fresh.collection()).alias, world.open.alias]],
    ] as const
  ).map(([what, given]): ContractCase => ({
    row: 'collections.move',
    shows: `refuses ${what} as the target`,
    as: 'superuser',
    given: async (world) => {
      const [moved, target = moved] = await given(world);
      return { path: [moved ?? '', target ?? ''], query: { forceMove: 'true' } };
    },
    status: 403,
    errorCode: 'COLLECTION_MOVE_REFUSED',
  })),
  {
    row: 'collections.move',
    shows: 'refuses the root',
    as: 'superuser',
    given: ({ open }) => ({ path: [':root', open.alias] }),
    status: 403,
    errorCode: 'ROOT_COLLECTION_PROTECTED',
  },
  {
    row: 'collections.move',
    shows: 'refuses a published collection in an unpublished one',
    as: 'superuser',
    given: async ({ fresh, closed }) => ({ path: [(await fresh.collection()).alias, closed.alias] }),
    status: 403,
    errorCode: 'COLLECTION_NOT_PUBLISHED',
  },
  {
    row: 'collections.move',
    shows: 'refuses to undo links and features, names each, and leaves all as it was',
    as: 'superuser',
    given: async (world) => {
      const moved = await world.fresh.collection();
      const target = await world.fresh.collection();
      await linkCollections(world, await below(world, moved), target);
      succeeded(await world.callers.owner.rest.post(`/api/collections/${world.open.alias}/featured`, [moved.alias]));
      return { path: [moved.alias, target.alias] };
    },
    status: 403,
    errorCode: 'COLLECTION_MOVE_UNDOES',
    message: /is featured.*is linked into/,
    holds: async (answer, { callers, open }) => {
      expect(answer.list('errors')).toHaveLength(2);
      const featured = await callers.guest.rest.get(`/api/collections/${open.alias}/featured`);
      expect(featured.list('data').length).toBe(1);
      succeeded(await callers.owner.rest.delete(`/api/collections/${open.alias}/featured`));
    },
  },
  {
    row: 'collections.move',
    shows: 'undoes them when forced',
    as: 'superuser',
    given: async (world) => {
      const moved = await world.fresh.collection();
      const target = await world.fresh.collection();
      await linkCollections(world, moved, target);
      succeeded(await world.callers.owner.rest.post(`/api/collections/${world.open.alias}/featured`, [moved.alias]));
      return { path: [moved.alias, target.alias], query: { forceMove: 'TRUE' } };
    },
    status: 200,
    holds: async (answer, { callers, open }) => {
      const [, moved] = /^Collection (\S+) moved/.exec(answer.text('data.message')) ?? [];
      expect((await callers.guest.rest.get(`/api/collections/${open.alias}/featured`)).list('data')).toEqual([]);
      const links = await callers.superuser.rest.get(`/api/collections/${moved}/links`);
      expect(links.at('data.collectionsLinkingToThis')).toEqual([]);
    },
  },
  {
    row: 'collections.move',
    shows: 'is not for users who are no superusers',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias, ':root'] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: 'collections.move',
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias, ':root'] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  ...([0, 1] as const).map((position): ContractCase => ({
    row: 'collections.move',
    shows: `names the unknown collection at place ${position}`,
    as: 'superuser',
    given: ({ open }) => ({ path: position === 0 ? ['nowhere', open.alias] : [open.alias, 'nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
    message: /nowhere/,
  })),
];
