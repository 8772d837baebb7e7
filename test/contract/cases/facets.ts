import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { type Caller, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';

const ROOT_FACETS = ['authorName', 'subject', 'keywordValue', 'dateOfDeposit'];

/** Id of a field that the root collection has as a facet. */
export async function facetId({ rest }: Caller, name: string): Promise<number> {
  const facets = (await rest.get('/api/collections/root/facets?returnDetails=true')).list('data').map((facet) => readJson(facet));
  return Number(facets.find((facet) => facet.text('name') === name)?.text('id'));
}

/** Cases of the search facets of collections. Source: collections.md 2.6, 5.8, 5.9. */
export const facetCases: readonly ContractCase[] = [
  {
    row: 'collections.facets.list',
    shows: 'gives the names of the nearest facet root upwards, in order',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual(ROOT_FACETS),
  },
  {
    row: 'collections.facets.list',
    shows: 'gives records when asked',
    given: ({ open }) => ({ path: [open.alias], query: { returnDetails: 'true' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data').map((one) => readJson(one).text('displayName'))).toEqual([
        'Author Name',
        'Subject',
        'Keyword Term',
        'Deposit Date',
      ]);
      expect(Object.keys(answer.record('data.0'))).toEqual(['id', 'displayName', 'name']);
      expect(answer.text('data.0.id')).toMatch(/^\d+$/);
    },
  },
  {
    row: 'collections.facets.list',
    shows: 'gives none of a facet root that has none',
    as: 'owner',
    given: async ({ open, callers }) => {
      const created = succeeded(
        await callers.owner.rest.post(`/api/collections/${open.alias}`, {
          alias: `no-facets-${Date.now()}`,
          name: 'Without facets',
          collectionContacts: [{ contactEmail: 'contact@example.org' }],
          facetRoot: true,
        }),
      );
      return { path: [created.number('data.id')] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  {
    row: 'collections.facets.list',
    shows: 'shows nothing of an unpublished collection to a stranger',
    as: 'stranger',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.facets.list',
    shows: 'names an unknown collection',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
    message: /nowhere/,
  },
  {
    row: 'collections.facets.set',
    shows: 'replaces the list by names and ids in the order given, each once; whatever is below inherits it',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const { rest } = callers.owner;
      const blocks = await rest.get(`/api/collections/:root/facets?returnDetails=true`);
      const collection = await fresh.collection();
      succeeded(await rest.post(`/api/collections/${collection.alias}/facets`, ['journalIssue']));
      // The id of `subject` as a text.
      return { path: [collection.alias], json: ['country', blocks.text('data.1.id'), 'authorName', 'country', 'subject'] };
    },
    status: 200,
    keys: ['message'],
    holds: async (answer, { callers }) => {
      const [, alias = ''] = /Collection (collection-\w+)/.exec(answer.text('data.message')) ?? [];
      const { rest } = callers.owner;
      const child = succeeded(
        await rest.post(`/api/collections/${alias}`, {
          alias: `below-${alias}`,
          name: 'Below',
          collectionContacts: [{ contactEmail: 'contact@example.org' }],
        }),
      );
      expect((await rest.get(`/api/collections/${alias}`)).at('data.isFacetRoot')).toBe(true);
      const facets = await rest.get(`/api/collections/${child.number('data.id')}/facets`);
      expect(facets.at('data')).toEqual(['country', 'subject', 'authorName']);
    },
  },
  {
    row: 'collections.facets.set',
    shows: 'gives the facets of the owner back for an empty list',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const collection = await fresh.collection();
      succeeded(await callers.owner.rest.post(`/api/collections/${collection.alias}/facets`, ['journalIssue']));
      return { path: [collection.alias], json: [] };
    },
    status: 200,
    holds: async (answer, _world, caller) => {
      const [, alias] = /Collection (collection-\w+)/.exec(answer.text('data.message')) ?? [];
      expect((await caller.rest.get(`/api/collections/${alias}/facets`)).at('data')).toEqual(ROOT_FACETS);
      expect((await caller.rest.get(`/api/collections/${alias}`)).at('data.isFacetRoot')).toBe(false);
    },
  },
  {
    row: 'collections.facets.set',
    shows: 'takes a number, a number as text and a name',
    as: 'owner',
    given: async ({ fresh, callers }) => ({
      path: [(await fresh.collection()).alias],
      json: [await facetId(callers.owner, 'subject'), String(await facetId(callers.owner, 'keywordValue')), 'authorName'],
    }),
    status: 200,
    holds: async (answer, _world, caller) => {
      const [, alias] = /Collection (collection-\w+)/.exec(answer.text('data.message')) ?? [];
      expect((await caller.rest.get(`/api/collections/${alias}/facets`)).at('data')).toEqual(['subject', 'keywordValue', 'authorName']);
    },
  },
  {
    row: 'collections.facets.set',
    shows: 'names every unknown field and every one that cannot be a facet, and changes nothing',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: ['nosuch', 'authorName', 'title', '999999'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /nosuch.*title.*999999/,
    holds: async (answer, { open }, caller) => {
      expect(answer.list('errors').map((one) => readJson(one).text('pointer'))).toEqual([
        '/fieldNames/0',
        '/fieldNames/2',
        '/fieldNames/3',
      ]);
      expect((await caller.rest.get(`/api/collections/${open.alias}`)).at('data.isFacetRoot')).toBe(false);
    },
  },
  ...[{ facets: ['authorName'] }, 'authorName', [1.5], [-1], [null], [['authorName']]].map((json): ContractCase => ({
    row: 'collections.facets.set',
    shows: `refuses ${JSON.stringify(json)}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'collections.facets.set',
    shows: 'refuses a body that is no JSON',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: 'authorName' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'collections.facets.set',
    shows: 'looks at the names before the collection',
    as: 'stranger',
    given: () => ({ path: ['nowhere'], json: ['title'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /title/,
  },
  {
    row: 'collections.facets.set',
    shows: 'names an unknown collection',
    as: 'stranger',
    given: () => ({ path: ['nowhere'], json: ['authorName'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  ...(['guest', 'stranger', 'curator'] as const).map((as): ContractCase => ({
    row: 'collections.facets.set',
    shows: `is not for ${as}`,
    as,
    given: ({ open }) => ({ path: [open.alias], json: ['authorName'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
];
