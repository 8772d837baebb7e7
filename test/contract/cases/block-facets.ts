import { expect } from 'vitest';
import { createCollection, createDataset, type SeededCollection, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const LIST = 'collections.metadatablockfacets.list';
const SET = 'collections.metadatablockfacets.set';
const ROOT = 'collections.metadatablockfacets.isRoot';

const pathOf = ({ alias }: SeededCollection): string => `/api/collections/${alias}/metadatablockfacets`;

/** A collection with block facets of its own, and one below it. */
async function faceted({ callers: { owner }, fresh }: ContractWorld): Promise<readonly [outer: SeededCollection, inner: SeededCollection]> {
  const outer = await fresh.collection();
  const inner = await createCollection(owner, { owner: outer.alias, published: true });
  succeeded(await owner.rest.send(`${pathOf(outer)}/isRoot`, { method: 'POST', raw: 'true' }));
  succeeded(await owner.rest.post(pathOf(outer), ['citation', 'geospatial']));
  return [outer, inner];
}

const BOTH = [
  { metadataBlockName: 'citation', metadataBlockFacet: 'Citation' },
  { metadataBlockName: 'geospatial', metadataBlockFacet: 'Geospatial' },
];

const reading: readonly ContractCase[] = [
  {
    row: LIST,
    shows: 'has none where none were chosen',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer, { open }) =>
      expect(answer.record('')).toEqual({
        collectionId: open.id,
        collectionAlias: open.alias,
        metadataBlockFacetRoot: false,
        metadataBlocks: [],
      }),
  },
  {
    row: LIST,
    shows: 'lists its own',
    given: async (world) => ({ path: [(await faceted(world))[0].id] }),
    status: 200,
    holds: (answer) => expect(answer.record('')).toMatchObject({ metadataBlockFacetRoot: true, metadataBlocks: BOTH }),
  },
  {
    row: LIST,
    shows: 'lists those of the collection above',
    given: async (world) => ({ path: [(await faceted(world))[1].alias] }),
    status: 200,
    holds: (answer) => expect(answer.record('')).toMatchObject({ metadataBlockFacetRoot: false, metadataBlocks: BOTH }),
  },
  {
    row: LIST,
    shows: 'tells strangers nothing of a collection that is not published',
    as: 'stranger',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: LIST, shows: 'knows no such collection', given: () => ({ path: ['nosuch'] }), status: 404, errorCode: 'COLLECTION_NOT_FOUND' },
];

const setting: readonly ContractCase[] = [
  {
    row: SET,
    shows: 'clears them with an empty list',
    as: 'owner',
    given: async (world) => ({ path: [(await faceted(world))[0].alias], json: [] }),
    status: 200,
    keys: ['message'],
  },
  {
    row: SET,
    shows: 'is refused where the collection has none of its own',
    as: 'owner',
    given: async (world) => ({ path: [(await faceted(world))[1].alias], json: ['citation'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: SET,
    shows: 'names every block that there is not',
    as: 'owner',
    given: async (world) => ({ path: [(await faceted(world))[0].alias], json: ['citation', 'nosuch', 'other'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.list('errors')).toHaveLength(2),
  },
  {
    row: SET,
    shows: 'refuses what is no list',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { citation: true } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: SET,
    shows: 'asks guests who they are',
    given: ({ open }) => ({ path: [open.alias], json: [] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: SET,
    shows: 'takes EditCollection',
    as: 'stranger',
    given: ({ open }) => ({ path: [open.alias], json: [] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: SET,
    shows: 'knows no such collection',
    as: 'owner',
    given: () => ({ path: ['nosuch'], json: [] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

const roots: readonly ContractCase[] = [
  {
    row: ROOT,
    shows: 'begins with those of the collection above',
    as: 'owner',
    given: async (world) => ({ path: [(await faceted(world))[1].alias], raw: 'true' }),
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toMatch(/now a root/),
  },
  {
    row: ROOT,
    shows: 'says so where nothing changes',
    as: 'owner',
    given: async (world) => ({ path: [(await faceted(world))[1].alias], raw: 'false' }),
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toMatch(/already a non-root/),
  },
  {
    row: ROOT,
    shows: 'says so to any account, without EditCollection',
    as: 'stranger',
    given: ({ open }) => ({ path: [open.alias], raw: 'false' }),
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toMatch(/already a non-root/),
  },
  {
    row: ROOT,
    shows: 'says nothing of a collection that the account may not see',
    as: 'stranger',
    given: ({ closed }) => ({ path: [closed.alias], raw: 'false' }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROOT,
    shows: 'asks guests who they are, also where nothing changes',
    given: ({ open }) => ({ path: [open.alias], raw: 'false' }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: ROOT,
    shows: 'refuses what is neither true nor false',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: 'maybe' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: ROOT,
    shows: 'takes EditCollection',
    as: 'stranger',
    given: ({ open }) => ({ path: [open.alias], raw: 'true' }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROOT,
    shows: 'knows no such collection',
    as: 'owner',
    given: () => ({ path: ['nosuch'], raw: 'true' }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

/** The facet of a search below a collection with a dataset. */
function searching(shows: string, blocks: readonly string[], labels: unknown): ContractCase {
  return {
    row: 'search',
    shows,
    given: async (world) => {
      const [outer, inner] = await faceted(world);
      succeeded(await world.callers.owner.rest.post(pathOf(outer), blocks));
      await createDataset(world.callers.owner, inner);
      return { query: { q: '*', subtree: inner.alias, show_facets: 'true' } };
    },
    as: 'owner',
    status: 200,
    holds: (answer) => {
      const facets = answer.record('data.facets.0');
      expect(facets['metadata_type_ss']).toEqual(labels);
      if (labels !== undefined) expect(Object.keys(facets)[0]).toBe('metadata_type_ss');
    },
  };
}

/** Cases of blocks as facets. Source: collections.md 11.1, 11.2. */
export const blockFacetCases: readonly ContractCase[] = [
  ...reading,
  ...setting,
  ...roots,
  searching('counts the blocks that the collection has as facets', ['citation', 'geospatial'], {
    friendly: 'Dataset Feature',
    labels: [{ Citation: 1 }],
  }),
  searching('counts no block that the collection has not as a facet', ['geospatial'], undefined),
];
