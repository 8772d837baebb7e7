import { expect } from 'vitest';
import { createCollection, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** A collection with this many published children. */
async function withChildren({ fresh, callers }: ContractWorld, count: number): Promise<string[]> {
  const { alias } = await fresh.collection();
  const children = [];
  for (let made = 0; made < count; made++) children.push((await createCollection(callers.owner, { owner: alias })).alias);
  return [alias, ...children];
}

/** Cases of the collections that a collection presents. Source: collections.md 11.2. */
export const collectionFeaturedCases: readonly ContractCase[] = [
  {
    row: 'collections.featured.add',
    shows: 'appends in the order given',
    as: 'owner',
    given: async (world) => {
      const [alias = '', first = '', second = '', third = ''] = await withChildren(world, 3);
      succeeded(await world.callers.owner.rest.post(`/api/collections/${alias}/featured`, [third]));
      return { path: [alias], json: [second.toUpperCase(), first] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const [, second, first, alias] = /^Collections (\S+), (\S+) featured in (\S+)$/.exec(answer.text('data.message')) ?? [];
      const listed = (await callers.guest.rest.get(`/api/collections/${alias}/featured`)).list('data');
      expect(listed).toEqual([expect.stringMatching(/^collection-/), second?.toLowerCase(), first]);
    },
  },
  {
    row: 'collections.featured.add',
    shows: 'refuses a list with bad entries, names each, and presents none of it',
    as: 'owner',
    given: async (world) => {
      const [alias = '', featured = '', good = ''] = await withChildren(world, 2);
      const hidden = await createCollection(world.callers.owner, { owner: alias, published: false });
      succeeded(await world.callers.owner.rest.post(`/api/collections/${alias}/featured`, [featured]));
      return { path: [alias], json: [good, 'nosuch', featured, hidden.alias, world.open.alias, good] };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /nosuch is not a collection.*already featured.*not published.*neither in.*named twice/,
    holds: (answer) => expect(answer.list('errors')).toHaveLength(5),
  },
  ...(
    [
      ['an empty list', []],
      ['something that is no list', { aliases: ['x'] }],
      ['a list of something else', [1]],
    ] as const
  ).map(([what, json]): ContractCase => ({
    row: 'collections.featured.add',
    shows: `refuses ${what}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'collections.featured.add',
    shows: 'refuses what is not JSON',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '[' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'collections.featured.list',
    shows: 'gives an empty list where there is none',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer) => expect(answer.list('data')).toEqual([]),
  },
  {
    row: 'collections.featured.list',
    shows: 'hides an unpublished collection',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.featured.delete',
    shows: 'removes all',
    as: 'owner',
    given: async (world) => {
      const [alias = '', ...children] = await withChildren(world, 2);
      succeeded(await world.callers.owner.rest.post(`/api/collections/${alias}/featured`, children));
      return { path: [alias] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const alias = /in (\S+) any more$/.exec(answer.text('data.message'))?.[1] ?? '';
      expect((await callers.guest.rest.get(`/api/collections/${alias}/featured`)).list('data')).toEqual([]);
    },
  },
  ...(['collections.featured.add', 'collections.featured.delete'] as const).flatMap((row): ContractCase[] => {
    const body = row === 'collections.featured.add' ? { json: ['x'] } : {};
    return [
      {
        row,
        shows: 'needs EditCollection',
        as: 'curator',
        given: ({ open }) => ({ path: [open.alias], ...body }),
        status: 401,
        errorCode: 'PERMISSION_DENIED',
      },
      { row, shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias], ...body }), status: 401 },
    ];
  }),
  ...(['collections.featured.add', 'collections.featured.delete', 'collections.featured.list'] as const).map((row): ContractCase => ({
    row,
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'], ...(row === 'collections.featured.add' ? { json: ['x'] } : {}) }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  })),
];
