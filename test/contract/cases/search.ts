import { expect } from 'vitest';
import { addFile, createCollection, createDataset, publishDataset, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

type Query = NonNullable<CaseRequest['query']>;

const BEFORE_STATUSES = ['name', 'type', 'url'];

function search(shows: string, query: Query | ((world: ContractWorld) => Query), more: Partial<ContractCase> = {}): ContractCase {
  return { row: 'search', shows, given: (world) => ({ query: typeof query === 'function' ? query(world) : query }), status: 200, ...more };
}

const refused = (shows: string, query: Query, pointer: string | RegExp): ContractCase =>
  search(`refuses ${shows}`, query, {
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) =>
      expect(answer.list('errors').map((problem) => (problem as { pointer: string }).pointer)).toContainEqual(
        expect.stringMatching(pointer),
      ),
  });

const typesOf = (items: readonly unknown[]): string[] => items.map((item) => (item as { type: string }).type);
const idOf = (world: ContractWorld) => `id:dataset_${world.published.id}`;

const badInput = [
  refused('a search without q', { type: 'dataset' }, '/query/q'),
  refused('a type in capitals', { q: '*', type: 'Dataset' }, '/query/type/0'),
  refused('an empty type', { q: '*', type: ['dataset', ''] }, '/query/type/1'),
  refused('an unknown collection', { q: '*', subtree: 'nosuch' }, '/query/subtree/0'),
  refused('a number as a collection', { q: '*', subtree: ['root', '1'] }, '/query/subtree/1'),
  refused('an open quote in a filter', { q: '*', fq: ['title:a', '"open'] }, '/query/fq/1'),
  refused('an unknown field in a filter', { q: '*', fq: 'nosuch:x' }, '/query/fq/0'),
  refused('a bad date in a filter', { q: '*', fq: 'dateSort:[yesterday TO today]' }, '/query/fq/0'),
  refused('an order by words', { q: '*', sort: 'title' }, '/query/sort'),
  refused('an order by an unknown field', { q: '*', sort: 'nosuch' }, '/query/sort'),
  refused('an unknown direction, also without an order', { q: '*', order: 'up' }, '/query/order'),
  refused('pages of more than 1000', { q: '*', per_page: '1001' }, '/query/per_page'),
  refused('pages of less than nothing', { q: '*', per_page: '-1' }, '/query/per_page'),
  refused('a page size that is no number', { q: '*', per_page: 'ten' }, '/query/per_page'),
  refused('a start before the first hit', { q: '*', start: '-1' }, '/query/start'),
  refused('a start that is no number', { q: '*', start: '1.5' }, '/query/start'),
  refused('a start far beyond all hits', { q: '*', start: '1000001' }, '/query/start'),
  refused('a place without a radius', { q: '*', geo_point: '1,2' }, '/query/geo_radius'),
  refused('a radius without a place', { q: '*', geo_radius: '3' }, '/query/geo_point'),
  refused('a place of three numbers', { q: '*', geo_point: '1,2,3', geo_radius: '3' }, '/query/geo_point'),
  refused('a place of words', { q: '*', geo_point: 'here,there', geo_radius: '3' }, '/query/geo_point'),
  refused('a place off the globe', { q: '*', geo_point: '91,2', geo_radius: '3' }, /^\/query\/geo_point/),
  refused('a radius of nothing', { q: '*', geo_point: '1,2', geo_radius: '0' }, /^\/query\/geo_radius/),
  ...['show_relevance', 'show_facets', 'show_entity_ids', 'show_api_urls', 'query_entities', 'show_type_counts', 'show_collections'].map(
    (name) => refused(`a word that is neither true nor false for ${name}`, { q: '*', [name]: 'maybe' }, `/query/${name}`),
  ),
  refused('a query of more than 1000 characters', { q: 'a '.repeat(3_000) }, '/query/q'),
  refused('a filter of too many terms', { q: '*', fq: ['', 'a '.repeat(201)] }, '/query/fq/1'),
  refused('more than 50 filters', { q: '*', fq: Array.from({ length: 51 }, () => 'title:a') }, '/query/fq'),
  refused('more than 50 collections', { q: '*', subtree: Array.from({ length: 51 }, () => 'root') }, '/query/subtree'),
  refused('an unknown search service', { q: '*', search_service: 'nosuch' }, '/query/search_service'),
  refused('two faults at once', { q: '*', fq: '(', sort: 'title' }, '/query/sort'),
];

const lenient = ['nosuch:x', 'a:b:c', 'dateSort:[a TO', '(', '"', 'a AND', 'NOT', '[', ''].map((q) =>
  search(`takes ${q === '' ? 'an empty query' : q}`, { q }),
);

/** Cases of search. Source: collections.md 11.1. */
export const searchCases: readonly ContractCase[] = [
  search('finds a dataset for guests', (world) => ({ q: idOf(world) }), {
    keys: ['q', 'total_count', 'start', 'spelling_alternatives', 'items', 'count_in_response'],
    holds: (answer, world) => {
      expect(answer.at('data.total_count')).toBe(1);
      expect(Object.keys(answer.record('data.items.0'))).toEqual([
        ...BEFORE_STATUSES,
        'global_id',
        'description',
        'published_at',
        'publisher',
        'citationHtml',
        'identifier_of_collection',
        'name_of_collection',
        'citation',
        'publicationStatuses',
        'storageIdentifier',
        'subjects',
        'fileCount',
        'versionId',
        'versionState',
        'majorVersion',
        'minorVersion',
        'createdAt',
        'updatedAt',
        'authors',
      ]);
      expect(answer.record('data.items.0')).toMatchObject({
        global_id: world.published.persistentId,
        publicationStatuses: ['Published'],
        majorVersion: 1,
        minorVersion: 0,
      });
    },
  }),
  ...badInput,
  ...lenient,
  search('has no draft for strangers', (world) => ({ q: `${idOf(world)}_draft` }), {
    as: 'stranger',
    holds: (answer) => expect(answer.at('data.total_count')).toBe(0),
  }),
  search('has the draft for its owner', (world) => ({ q: `${idOf(world)}_draft` }), {
    as: 'owner',
    holds: (answer) => {
      expect(answer.record('data.items.0')).toMatchObject({ publicationStatuses: ['Draft'], versionState: 'DRAFT' });
      expect(answer.record('data.items.0')).not.toHaveProperty('published_at');
      expect(answer.record('data.items.0')).not.toHaveProperty('majorVersion');
    },
  }),
  search(
    'shows what is asked for of a dataset',
    (world) => ({
      q: idOf(world),
      show_relevance: 'true',
      show_entity_ids: 'true',
      show_api_urls: 'true',
      show_collections: 'true',
      show_type_counts: 'true',
      show_facets: 'true',
      metadata_fields: ['citation:title', 'citation:author', 'citation:nosuch', 'nosuch:*', 'malformed'],
    }),
    {
      holds: (answer, world) => {
        const item = answer.record('data.items.0');
        expect(item).toMatchObject({
          matches: [],
          entity_id: world.published.id,
          collections: [{ id: world.open.id, alias: world.open.alias }],
          metadataBlocks: { citation: { displayName: expect.any(String), fields: [{ typeName: 'title' }, { typeName: 'author' }] } },
        });
        expect(item['score']).toEqual(expect.any(Number));
        expect(item['api_url']).toMatch(new RegExp(`/api/datasets/${world.published.id}$`));
        expect(Object.keys(item).indexOf('score')).toBeLessThan(Object.keys(item).indexOf('publicationStatuses'));
        expect(Object.keys(item).at(-1)).toBe('authors');
        expect(answer.record('data.total_count_per_object_type')).toEqual({ Collections: 0, Datasets: 1, Files: 0 });
        expect(answer.record('data.facets.0')).toMatchObject({ publicationDate: { friendly: 'Publication Year' } });
      },
    },
  ),
  search(
    'has an empty object where there are no facets',
    { q: 'nosuchwordanywhere', show_facets: 'true' },
    {
      holds: (answer) => expect(answer.at('data.facets')).toEqual([{}]),
    },
  ),
  search('leaves out what only the tables know', (world) => ({ q: idOf(world), query_entities: 'false' }), {
    holds: (answer) => expect(Object.keys(answer.record('data.items.0')).slice(-3)).toEqual(['citation', 'publicationStatuses', 'authors']),
  }),
  search('shows a collection', (world) => ({ q: `id:collection_${world.open.id}`, type: 'collection' }), {
    holds: (answer, world) => {
      const item = answer.record('data.items.0');
      expect(Object.keys(item).filter((key) => key !== 'description' && key !== 'affiliation')).toEqual([
        ...BEFORE_STATUSES,
        'identifier',
        'published_at',
        'publicationStatuses',
        'parentCollectionName',
        'parentCollectionIdentifier',
        'datasetCount',
      ]);
      expect(item).toMatchObject({ identifier: world.open.alias, publicationStatuses: ['Published'], parentCollectionIdentifier: 'root' });
      expect(item['url']).toMatch(new RegExp(`/collection/${world.open.alias}$`));
    },
  }),
  {
    row: 'search',
    shows: 'counts linked datasets with those in a collection',
    given: async (world) => {
      const linking = await world.fresh.collection();
      const dataset = await world.fresh.published();
      await world.callers.superuser.rest.put(`/api/datasets/${dataset.id}/link/${linking.alias}`);
      return { query: { q: `id:collection_${linking.id}` } };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.items.0.datasetCount')).toBe(1),
  },
  search('has no number of datasets for a collection that is not published', (world) => ({ q: `id:collection_${world.closed.id}` }), {
    as: 'owner',
    holds: (answer) => {
      expect(answer.record('data.items.0')).toMatchObject({ publicationStatuses: ['Unpublished'], published_at: expect.any(String) });
      expect(answer.record('data.items.0')).not.toHaveProperty('datasetCount');
    },
  }),
  search('shows a file', (world) => ({ q: `id:datafile_${world.publishedFile}` }), {
    holds: (answer, world) => {
      const item = answer.record('data.items.0');
      expect(Object.keys(item)).toEqual([
        ...BEFORE_STATUSES,
        'file_id',
        'description',
        'published_at',
        'file_type',
        'file_content_type',
        'size_in_bytes',
        'md5',
        'checksum',
        'dataset_name',
        'dataset_id',
        'dataset_persistent_id',
        'dataset_citation',
        'restricted',
        'canDownloadFile',
        'publicationStatuses',
        'releaseOrCreateDate',
      ]);
      expect(item).toMatchObject({ file_id: String(world.publishedFile), canDownloadFile: false, dataset_id: String(world.published.id) });
    },
  }),
  search('says that its owner can download a file', (world) => ({ q: `id:datafile_${world.publishedFile}` }), {
    as: 'owner',
    holds: (answer) => expect(answer.at('data.items.0.canDownloadFile')).toBe(true),
  }),
  {
    row: 'search',
    shows: 'marks the words that were found',
    given: async ({ callers, open }) => {
      const word = uniqueName('heron').replaceAll(/[^a-z0-9]/gi, '');
      const dataset = await createDataset(callers.owner, open);
      await addFile(callers.owner, dataset, { name: `${word} & more.txt`, bytes: word, type: 'text/plain' });
      await publishDataset(callers.owner, dataset);
      return { query: { q: word, show_relevance: 'true', type: 'file' } };
    },
    status: 200,
    holds: (answer) => {
      const word = answer.at('data.q');
      expect(answer.at('data.items.0.matches')).toEqual([
        { name: { snippets: [`<span class="search-term-match">${String(word)}</span> &amp; more.txt`] } },
      ]);
    },
  },
  {
    row: 'search',
    shows: 'looks below several collections, in any case, and not at themselves',
    given: async ({ callers }) => {
      const [one, other] = [await createCollection(callers.owner), await createCollection(callers.owner)];
      const inner = await createCollection(callers.owner, { owner: one.alias });
      return { query: { q: '*', subtree: [one.alias.toUpperCase(), other.alias], fq: ['', `id:collection_${inner.id}`] } };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.total_count')).toBe(1),
  },
  search(
    'finds several types, and each value of a repeated filter counts',
    (world) => ({
      q: '*',
      type: ['dataset', 'file'],
      fq: [`parentId:${world.open.id}`, 'publicationStatus:Published'],
      sort: 'name',
      order: 'asc',
      per_page: '1000',
    }),
    {
      holds: (answer) => expect(new Set(typesOf(answer.list('data.items')))).toEqual(new Set(['dataset'])),
    },
  ),
  search(
    'takes 0 for the usual page',
    { q: '*', per_page: '0', start: '', sort: '' },
    {
      as: 'superuser',
      holds: (answer) => expect(answer.list('data.items').length).toBeLessThanOrEqual(10),
    },
  ),
  search('has no items beyond the end, and the totals all the same', (world) => ({ q: idOf(world), start: '5' }), {
    holds: (answer) => {
      expect(answer.list('data.items')).toEqual([]);
      expect(answer.record('data')).toMatchObject({ total_count: 1, start: 5, count_in_response: 0 });
    },
  }),
  search(
    'finds a file by the name of its type',
    (world) => ({
      q: `id:datafile_${world.publishedFile}`,
      fq: ['fileType:"plain text"', 'fileType:"Plain Text"', '-fileType:Zip', 'metadataSource:*', '-embargoEndDate:*'],
    }),
    {
      holds: (answer) => expect(answer.at('data.total_count')).toBe(1),
    },
  ),
  {
    row: 'search',
    shows: 'finds files and datasets by category of the collection, embargo and retention',
    given: async ({ callers, server }) => {
      const collection = await createCollection(callers.owner);
      await callers.owner.rest.send(`/api/collections/${collection.alias}`, { method: 'PUT', json: { collectionType: 'LABORATORY' } });
      const dataset = await createDataset(callers.owner, collection);
      const file = await addFile(callers.owner, dataset, { name: 'kept.txt', bytes: 'kept\n', type: 'text/plain' });
      await publishDataset(callers.owner, dataset);
      await server.application.connection.sql`
        update data_file set embargo_date_available = '2031-05-04', retention_date_unavailable = '2041-06-07' where id = ${file}`;
      return {
        query: {
          q: `id:dataset_${dataset.id} id:datafile_${file}`,
          fq: ['categoryOfCollection:Laboratory', 'embargoEndDate:2031-05-04', 'retentionEndDate:[2041-06-07 TO 2041-06-08]'],
        },
      };
    },
    status: 200,
    holds: (answer) => expect(typesOf(answer.list('data.items')).toSorted()).toEqual(['dataset', 'file']),
  },
  search('looks for places', { q: '*', geo_point: '42.3,-71.1', geo_radius: '1.5', search_service: 'postgresql' }),
  search(
    'refuses a bad token',
    { q: '*' },
    {
      given: () => ({ query: { q: '*' }, headers: { 'X-Service-key': 'nosuch' } }),
      status: 401,
      errorCode: 'INVALID_API_TOKEN',
    },
  ),
  {
    row: 'search',
    shows: 'is not for guests where a setting says so',
    given: async ({ callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:SearchApiRequiresToken', { method: 'PUT', raw: 'true' });
      return { query: { q: '*' } };
    },
    restore: async ({ callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:SearchApiRequiresToken', { method: 'DELETE' });
    },
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: 'search.services',
    shows: 'names what answers',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ services: [{ name: 'postgresql' }], defaultService: 'postgresql' }),
  },
];
