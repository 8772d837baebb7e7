// Facets are counted by codes where the index has them, and as they are written where it has none: to callers both are the same.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDocuments } from '../../../src/db/queries/search/find-documents.ts';
import { CODED_FACETS } from '../../../src/db/queries/search/facet-counts.ts';
import type { SearchRequest } from '../../../src/model/search/search-request.ts';
import { type ExplainingDatabase, explainingDatabase } from '../../support/explained.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const HITS = 600;
const guest = { identities: [':guest', ':AllUsers'], superuser: false };

let database: TestDatabase;
let explaining: ExplainingDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  explaining = explainingDatabase(database.url);
  // Some values are longer than a row may be, and have the sign between name and value within.
  await explaining.sql`
    insert into search_document (kind, row_id, node_id, dataset_id, state, public, name, sorted_at, facets, words, digest)
    select 'DATASET', i, i, i, 'RELEASED', true, 'Heron ' || i, now(),
      array['subject=A=' || i % 3, 'language=A=' || i % 3, 'authorName=Author ' || i, 'journal=Author ' || i, 'keywordValue=' || repeat('é ', 100) || i % 2]
        || case when i % 50 = 0 then array(select 'keywordValue=' || md5((i * 1000 + number)::text) from generate_series(1, 400) number) else '{}' end,
      search_words('heron', 'A') || search_words((select string_agg(md5((i + number)::text), ' ') from generate_series(1, 60) number), 'D'), ''
    from generate_series(1, ${HITS}::int) i`;
});
afterAll(async () => {
  await explaining.sql.end();
  await database.drop();
});

const counted = async (facets: readonly string[]): Promise<Map<string, Map<string, number>>> => {
  const asked: SearchRequest = {
    condition: { kind: 'words', text: 'heron' },
    filters: [],
    kinds: ['DATASET'],
    trees: [],
    circle: undefined,
    sort: { by: 'relevance' },
    descending: true,
    offset: 0,
    limit: 1,
    facets,
  };
  const found = await findDocuments(explaining.db, guest, asked);
  expect(found.totalCount).toBe(HITS);
  const byFacet = Map.groupBy(found.facets, ({ facet }) => facet);
  return new Map([...byFacet].map(([facet, values]) => [facet, new Map(values.map(({ value, count }) => [value, count]))]));
};

test('values with codes are counted as those without', async () => {
  const facets = await counted(['subject', 'language', 'authorName', 'journal', 'keywordValue']);
  const thirds = new Map(['A=0', 'A=1', 'A=2'].map((value) => [value, HITS / 3]));
  expect(facets.get('subject')).toEqual(thirds);
  expect(facets.get('language')).toEqual(thirds);
  // Of more values than are given, all are as frequent as each other.
  for (const name of ['authorName', 'journal']) {
    expect(facets.get(name)?.size).toBe(100);
    expect(new Set(facets.get(name)?.values())).toEqual(new Set([1]));
  }
  expect(facets.get('keywordValue')?.get(`${'é '.repeat(100)}0`)).toBe(HITS / 2);
  expect(facets.get('keywordValue')?.get(`${'é '.repeat(100)}1`)).toBe(HITS / 2);
});

test('each kind of facet is counted alone as beside others', async () => {
  expect((await counted(['subject'])).get('subject')?.size).toBe(3);
  expect((await counted(['language'])).get('language')?.size).toBe(3);
  expect((await counted(['publicationStatus'])).get('publicationStatus')).toEqual(new Map([['Published', HITS]]));
});

test('the index has codes of the facets that searches count by code, each with an upper part of its own', async () => {
  const names = [...CODED_FACETS, 'language', 'journal'];
  const rows = await explaining.sql<{ name: string; part: string; coded: boolean }[]>`
    select name, (search_facet_name_code(name) >> 48)::text as part, search_facet_codes(array[name || '=x']) = array[search_facet_code(name || '=x')] as coded
    from unnest(${names}::text[]) name`;
  expect(rows.filter(({ coded }) => coded).map(({ name }) => name)).toEqual([...CODED_FACETS]);
  expect(new Set(rows.map(({ part }) => part)).size).toBe(names.length);
});
