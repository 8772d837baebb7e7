// A search ends in time and says so; one that finds nothing says what may have been meant.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDocuments } from '../../../src/db/queries/search/find-documents.ts';
import { createCollection, createDataset, createUser, guest, publishDataset, type Caller, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { retitled } from '../../contract/cases/contract-world.ts';

const SEARCH = `query ($query: String!) {
  search(query: $query) { totalCount cutShort nodes { __typename } spellingAlternatives { word alternatives } } }`;

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({ SEARCH_SECONDS: '0.5' });
  admin = superuser(server);
  const collection = await createCollection(admin, { name: 'Waders of Flevoland' });
  const titled = async (title: string, published: boolean): Promise<void> => {
    const dataset = await createDataset(admin, collection);
    await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, await retitled(admin, dataset, title));
    if (published) await publishDataset(admin, dataset);
  };
  await titled('Breeding herons in polders', true);
  await titled('Nests of spoonbills', false);
});
afterAll(() => server.stop());

const asked = async (caller: Caller, query: string) => (await caller.graphql.send(SEARCH, { query })).record('data.search');

describe('a search that takes too long', () => {
  test('is cut, and says so over both surfaces', async () => {
    const other = await server.application.connection.sql.reserve();
    await other`begin`;
    await other`lock table search_document in access exclusive mode`;
    try {
      expect(await asked(admin, 'heron')).toMatchObject({ cutShort: true, totalCount: 0, nodes: [], spellingAlternatives: [] });
      const answer = await admin.rest.get('/api/search?q=heron&show_facets=true');
      expect(answer.status).toBe(200);
      expect(answer.record('data')).toMatchObject({ partial_results: true, total_count: 0, items: [], facets: [{}] });
      const own = await admin.rest.get(
        '/api/mydata/retrieve?role_ids=1&dvobject_types=Dataset&published_states=Draft&mydata_search_term=heron',
      );
      expect(own.record('')).toMatchObject({ success: false });
    } finally {
      await other`rollback`;
      other.release();
    }
    expect(await asked(admin, 'heron')).toMatchObject({ cutShort: false, totalCount: 1 });
    expect((await admin.rest.get('/api/search?q=heron')).record('data')).not.toHaveProperty('partial_results');
  });

  test('has what is found first in its second attempt', async () => {
    const request = {
      condition: { kind: 'all' },
      filters: [],
      kinds: ['COLLECTION', 'DATASET', 'DATAFILE'],
      trees: [],
      circle: undefined,
      sort: { by: 'name' },
      descending: false,
      offset: 0,
      limit: 10,
      facets: [],
    } as const;
    const found = await findDocuments(server.application.db, { identities: [], superuser: true }, { ...request, most: 2 });
    expect(found.totalCount).toBe(2);
    expect(found.hits).toHaveLength(2);
  });
});

describe('a word that nothing has', () => {
  test.each([
    ['hreons', ['herons']],
    ['flevolnad', ['flevoland']],
    ['Polderz', ['polders']],
    ['bréedin', ['breeding']],
  ])('%s is like %j', async (query, alternatives) => {
    expect(await asked(guest(server), query)).toMatchObject({ totalCount: 0, spellingAlternatives: [{ alternatives }] });
  });

  test('is told by GraphQL alone: REST has what clients expect of a standard set-up', async () => {
    const answer = await guest(server).rest.get('/api/search?q=hreons');
    expect(answer.at('data.spelling_alternatives')).toEqual({});
  });

  test('is compared with what the caller may see', async () => {
    expect(await asked(guest(server), 'spoonbillz')).toMatchObject({ spellingAlternatives: [] });
    expect(await asked(await createUser(server, 'reader'), 'spoonbillz')).toMatchObject({ spellingAlternatives: [] });
    expect(await asked(admin, 'spoonbillz')).toMatchObject({
      spellingAlternatives: [{ word: 'spoonbillz', alternatives: ['spoonbills'] }],
    });
  });

  test('has none where something is found, where it is short, and where nothing is like it', async () => {
    for (const query of ['heron hreons', 'hrn', 'xyzzyplugh', '*', '']) {
      expect(await asked(guest(server), query), query).toMatchObject({ spellingAlternatives: [] });
    }
  });
});
