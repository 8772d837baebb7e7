// Where very many fit, a search costs a bounded part of them: what is exact, what is estimated, and what the database reads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findByWords } from '../../../src/db/queries/search/find-by-words.ts';
import { findDocuments } from '../../../src/db/queries/search/find-documents.ts';
import { findKept } from '../../../src/db/queries/search/find-kept.ts';
import { findKeptWords, keepableSearch } from '../../../src/db/queries/search/kept-words.ts';
import { keepFrequentWords } from '../../../src/domain/search/keep-frequent-words.ts';
import type { SearchAnswer, SearchRequest } from '../../../src/model/search/search-request.ts';
import { type ExplainingDatabase, explainingDatabase } from '../../support/explained.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { withoutSearchIndex } from '../../support/without-search-index.ts';

const DATASETS = 100_000;
const FIRST = 1_000_000;
/** One dataset in so many has the word. */
const COMMON = 5;
const RARE = 200;
/** One dataset in so many has the word that is kept. */
const KEPT = 3;
/** One in so many is a draft, and one draft in ten is the reader's. */
const DRAFTS = 97;

let database: TestDatabase;
let explaining: ExplainingDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  explaining = explainingDatabase(database.url);
  const { sql } = explaining;
  await withoutSearchIndex(sql, async () => {
    await sql`
      insert into node (id, kind, owner_id, path, permission_path, published_at)
      select i, 'DATASET', null, array[i], array[i], case when i % ${DRAFTS}::int <> 0 then now() end from generate_series(${FIRST}::int, ${FIRST + DATASETS - 1}::int) i`;
    await sql`
      insert into dataset (id, protocol, authority, separator, identifier, storage_driver)
      select i, 'doi', '10.5072', '/', 'FK2/M' || i, 'local' from generate_series(${FIRST}::int, ${FIRST + DATASETS - 1}::int) i`;
    await sql`
      insert into dataset_version (id, dataset_id, ordinal, state, title, metadata, file_access_request, version_number, version_minor_number)
      select i, i, 1, case when i % ${DRAFTS}::int = 0 then 'DRAFT' else 'RELEASED' end::version_state, 'Heron ' || i, '{}', true,
        case when i % ${DRAFTS}::int <> 0 then 1 end, case when i % ${DRAFTS}::int <> 0 then 0 end
      from generate_series(${FIRST}::int, ${FIRST + DATASETS - 1}::int) i`;
    await sql`insert into search_dataset select i, case when i % ${DRAFTS}::int <> 0 then 1 end, case when i % ${DRAFTS}::int = 0 then 1 end from generate_series(${FIRST}::int, ${FIRST + DATASETS - 1}::int) i`;
    await sql`
      insert into search_document (kind, row_id, node_id, dataset_id, state, public, name, sorted_at, facets, words, digest)
      select 'DATASET', i, i, i, case when i % ${DRAFTS}::int = 0 then 'DRAFT' else 'RELEASED' end::version_state, i % ${DRAFTS}::int <> 0, 'Heron ' || i, now() - i::bigint * 7919 % ${DATASETS}::int * interval '1 minute',
        array['subject=Of ' || i % 4, 'license=Free'],
        search_words(concat_ws(' ', case when i % ${COMMON}::int = 0 then 'heron' end, case when i % ${RARE}::int = 0 then 'stork' end, case when i % ${KEPT}::int = 0 then 'crane' end), 'D')
          || case when i = ${FIRST + DATASETS - COMMON}::int then search_words('heron', 'A') else '' end, ''
      from generate_series(${FIRST}::int, ${FIRST + DATASETS - 1}::int) i`;
    await sql`insert into role (alias, name, permissions) values ('reader', 'Reader', ${4 + 8})`;
    await sql`
      insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
      select case when i % ${DRAFTS * 10}::int = 0 then '@reader' else '@owner' end, (select id from role where alias = 'reader'), i, i
      from generate_series(${FIRST}::int, ${FIRST + DATASETS - 1}::int) i`;
  });
  await sql`analyze`;
}, 180_000);
afterAll(async () => {
  await explaining.sql.end();
  await database.drop();
});

const guest = { identities: [':guest', ':AllUsers'], superuser: false };
const reader = { identities: ['@reader', ':authenticated-users', ':AllUsers'], superuser: false };

const asked = (word: string | null): SearchRequest => ({
  condition: word === null ? { kind: 'all' } : { kind: 'words', text: word },
  filters: [],
  kinds: ['COLLECTION', 'DATASET', 'DATAFILE'],
  trees: [],
  circle: undefined,
  sort: { by: 'relevance' },
  descending: true,
  offset: 0,
  limit: 10,
  facets: ['subject', 'license', 'publicationStatus'],
});

function numbers(fits: (i: number) => boolean): number {
  return Array.from({ length: DATASETS }, (_, place) => FIRST + place).filter(fits).length;
}

function countOf({ facets }: SearchAnswer, facet: string, value: string): number {
  return facets.find((one) => one.facet === facet && one.value === value)?.count ?? 0;
}

describe('a search with twenty thousand hits among 100,000 datasets', () => {
  test('counts hits exactly for each caller, and says that facets are estimated', async () => {
    for (const [onlooker, sees] of [
      [guest, (i: number) => i % DRAFTS !== 0],
      [reader, (i: number) => i % DRAFTS !== 0 || i % (DRAFTS * 10) === 0],
    ] as const) {
      const found = await findDocuments(explaining.db, onlooker, asked('heron'));
      const hits = numbers((i) => i % COMMON === 0 && sees(i));
      expect(found.totalCount).toBe(hits);
      expect(found.facetsEstimated).toBe(true);
      expect(countOf(found, 'license', 'Free')).toBe(hits);
      // A quarter of the hits is of each subject, within three standard deviations of a sample of 10,000.
      for (const subject of ['Of 0', 'Of 1']) expect(Math.abs(countOf(found, 'subject', subject) / hits - 0.25)).toBeLessThan(0.013);
    }
  });

  test('ranks the newest, and gives the same page again', async () => {
    const page = async () => (await findDocuments(explaining.db, guest, asked('heron'))).hits.map(({ nodeId }) => nodeId);
    const first = await page();
    expect(first[0]).toBe(FIRST + DATASETS - COMMON);
    expect(first).toHaveLength(10);
    expect(await page()).toEqual(first);
  });

  test('counts everything exactly where few fit', async () => {
    const found = await findDocuments(explaining.db, guest, asked('stork'));
    const hits = numbers((i) => i % RARE === 0 && i % DRAFTS !== 0);
    expect(found.totalCount).toBe(hits);
    expect(found.facetsEstimated).toBe(false);
    expect(countOf(found, 'subject', 'Of 0')).toBe(hits);
  });

  test.each([
    ['guest', guest],
    ['reader', reader],
  ] as const)(
    'reads no table of all holdings but the index whole as a %s, and what it reads grows with the hits alone',
    async (_name, onlooker) => {
      const few = await explaining.costOf(() => findDocuments(explaining.db, onlooker, asked('stork')));
      const many = await explaining.costOf(() => findDocuments(explaining.db, onlooker, asked('heron')));
      // The documents of this test are short: where it reads their table in one sweep, the planner finds that cheaper than looking up each.
      for (const cost of [few, many]) {
        expect(cost.statements).toBe(1);
        expect(cost.readWhole.filter((table) => table !== 'search_document')).toEqual([]);
      }
      // 500 hits, each looked at three times by keys of four levels at most.
      expect(few.blocks).toBeLessThan(500 * 3 * 6);
      // Forty times the hits.
      expect(many.blocks).toBeLessThan(few.blocks * 40);
    },
  );

  test('reads as little where the plan is kept, for one who holds few roles of many that are held', async () => {
    const { sql, db } = explaining;
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false), set_config('enable_sort', 'off', false)`;
    const find = (word: string) => findByWords(db, reader, { words: [word], all: true }, asked(word));
    const few = await explaining.costOf(() => find('stork'));
    const many = await explaining.costOf(() => find('heron'));
    await sql`reset all`;
    expect(await find('heron')).toEqual(await findDocuments(db, reader, asked('heron')));
    expect([few.statements, many.statements]).toEqual([1, 1]);
    expect(few.blocks).toBeLessThan(500 * 3 * 6);
    expect(many.blocks).toBeLessThan(few.blocks * 40);
  });

  test.each([
    ['guest', guest],
    ['reader', reader],
  ] as const)('finds the newest of very many as a %s by kept hits as by rows', async (_name, onlooker) => {
    const { sql, db } = explaining;
    await sql`analyze`;
    await keepFrequentWords(db, { least: 30_000 });
    const byDate = (offset: number): SearchRequest => ({
      ...asked('crane'),
      kinds: ['COLLECTION', 'DATASET'],
      sort: { by: 'date' },
      offset,
    });
    for (const offset of [0, 25, 32_000]) {
      const keepable = keepableSearch(byDate(offset));
      const kept = keepable && (await findKeptWords(db, keepable));
      if (kept === undefined) throw new Error('The word is not kept.');
      const found = await findKept(db, onlooker, kept, byDate(offset));
      if (found === undefined) throw new Error('The word is kept no more.');
      const { facets: _sampled, ...byKept } = found;
      const { facets: _other, ...byRows } = await findDocuments(db, onlooker, byDate(offset));
      expect(byKept.hits).toHaveLength(10);
      expect(byKept).toEqual(byRows);
    }
  });
});
