import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import { collectionBody } from './collection-body.ts';
import type { ContractCase } from './contract-case.ts';
import { linkCollections } from './link-collections.ts';

/** Cases of links between collections. Source: collections.md 11.2. */
export const collectionLinkCases: readonly ContractCase[] = [
  {
    row: 'collections.link',
    shows: 'shows a collection in another one as well',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).id, (await fresh.collection()).alias] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/linked into/),
  },
  {
    row: 'collections.link',
    shows: 'refuses a collection itself',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias, open.id] }),
    status: 403,
    errorCode: 'LINK_REFUSED',
  },
  {
    row: 'collections.link',
    shows: 'refuses what holds it',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias, ':root'] }),
    status: 403,
    errorCode: 'LINK_REFUSED',
  },
  {
    row: 'collections.link',
    shows: 'refuses the same link twice',
    as: 'superuser',
    given: async (world) => {
      const linked = await world.fresh.collection();
      const linking = await world.fresh.collection();
      await linkCollections(world, linked, linking);
      return { path: [linked.alias, linking.alias] };
    },
    status: 403,
    errorCode: 'LINK_REFUSED',
  },
  {
    row: 'collections.unlink',
    shows: 'takes a link back, and with it what featured it',
    as: 'superuser',
    given: async (world) => {
      const linked = await world.fresh.collection();
      const linking = await world.fresh.collection();
      await linkCollections(world, linked, linking);
      succeeded(await world.callers.owner.rest.post(`/api/collections/${linking.alias}/featured`, [linked.alias]));
      return { path: [linked.alias, linking.alias] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const linking = /linked into (\S+)$/.exec(answer.text('data.message'))?.[1] ?? '';
      expect((await callers.guest.rest.get(`/api/collections/${linking}/featured`)).list('data')).toEqual([]);
    },
  },
  {
    row: 'collections.unlink',
    shows: 'knows no link that there is not',
    as: 'superuser',
    given: async ({ fresh, open }) => ({ path: [(await fresh.collection()).alias, open.alias] }),
    status: 404,
    errorCode: 'LINK_NOT_FOUND',
  },
  ...(['collections.link', 'collections.unlink'] as const).flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'is not for users who are no superusers',
      as: 'owner',
      given: async ({ fresh, open }) => ({ path: [(await fresh.collection()).alias, open.alias] }),
      status: 403,
      errorCode: 'SUPERUSER_REQUIRED',
    },
    { row, shows: 'is not for guests', given: ({ open, closed }) => ({ path: [open.alias, closed.alias] }), status: 401 },
    {
      row,
      shows: 'names an unknown collection',
      as: 'superuser',
      given: ({ open }) => ({ path: [open.alias, 'nowhere'] }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
    },
  ]),
  {
    row: 'collections.links',
    shows: 'lists both directions',
    as: 'superuser',
    given: async (world) => {
      const middle = await world.fresh.collection();
      const linked = await world.fresh.collection();
      await linkCollections(world, linked, middle);
      await linkCollections(world, middle, await world.fresh.collection());
      const { sql } = world.server.application.connection;
      await sql`insert into node_link (linked_node_id, linking_collection_id) values (${world.published.id}, ${middle.id})`;
      return { path: [middle.alias] };
    },
    status: 200,
    keys: ['linkedCollections', 'collectionsLinkingToThis', 'linkedDatasets'],
    holds: (answer, { published }) => {
      const end = { id: expect.any(Number), alias: expect.any(String), displayName: expect.stringMatching(/^Collection /) };
      expect(answer.at('data.linkedCollections')).toEqual([end]);
      expect(answer.at('data.collectionsLinkingToThis')).toEqual([end]);
      expect(answer.at('data.linkedDatasets')).toEqual([{ title: expect.any(String), identifier: published.persistentId }]);
    },
  },
  {
    row: 'collections.links',
    shows: 'is for superusers',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  { row: 'collections.links', shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias] }), status: 401 },
  {
    row: 'collections.links',
    shows: 'names an unknown collection',
    as: 'superuser',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.linkingCollections',
    shows: 'lists where the caller may link, by name: not itself, not what holds it, not where it is linked',
    as: 'owner',
    given: async (world) => {
      const linked = await world.fresh.collection();
      await linkCollections(world, linked, await world.fresh.collection());
      return { path: [linked.alias, 'collection'], query: { searchTerm: 'colLECTION collection-' } };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      const names = answer.list('data').map((one) => JSON.stringify(one));
      expect(names.length).toBeGreaterThan(0);
      expect(Object.keys(answer.record('data.0'))).toEqual(['id', 'alias', 'name']);
      const everything = await callers.superuser.rest.get(`/api/collections/root/collection/linkingCollections`);
      // The root holds itself alone, so that a superuser may link it into everything else.
      expect(everything.list('data').length).toBeGreaterThanOrEqual(names.length);
    },
  },
  {
    row: 'collections.linkingCollections',
    shows: 'finds the beginning of a word, and takes signs of patterns as they are',
    as: 'superuser',
    given: async ({ callers, open, draft }) => {
      succeeded(await callers.owner.rest.post(`/api/collections/${open.alias}`, collectionBody({ name: 'Tides 100%_sure' })));
      return { path: [':persistentId', 'dataset'], query: { searchTerm: '100%_', persistentId: draft.persistentId } };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data')).toEqual([expect.objectContaining({ name: 'Tides 100%_sure' })]),
  },
  {
    row: 'collections.linkingCollections',
    shows: 'lists those that link already when asked',
    as: 'owner',
    given: async (world) => {
      const linked = await world.fresh.collection();
      await linkCollections(world, linked, await world.fresh.collection());
      return { path: [linked.id, 'collection'], query: { alreadyLinking: 'true' } };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data')).toHaveLength(1),
  },
  {
    row: 'collections.linkingCollections',
    shows: 'is empty for a caller without permission to link',
    as: 'stranger',
    given: ({ published }) => ({ path: [published.id, 'dataset'] }),
    status: 200,
    holds: (answer) => expect(answer.list('data')).toEqual([]),
  },
  {
    row: 'collections.linkingCollections',
    shows: 'is for logged-in users, else forbidden',
    given: ({ open }) => ({ path: [open.alias, 'collection'] }),
    status: 403,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: 'collections.linkingCollections',
    shows: 'knows two kinds of object',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile, 'datafile'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...(['collection', 'dataset'] as const).map((type): ContractCase => ({
    row: 'collections.linkingCollections',
    shows: `names an unknown ${type}`,
    as: 'owner',
    given: () => ({ path: [999_999, type] }),
    status: 404,
    errorCode: `${type.toUpperCase()}_NOT_FOUND`,
  })),
];
