import { afterAll, beforeAll, expect, test } from 'vitest';
import { countGuestbookResponses, listGuestbookResponses } from '../../../src/db/queries/collections/guestbook-responses.ts';
import { type ExplainingDatabase, explainingDatabase } from '../../support/explained.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { withoutSearchIndex } from '../../support/without-search-index.ts';

const RESPONSES = 100_000;
const DATASETS = 20_000;
/** Datasets and their files by number; one response in a thousand is to the second guestbook. */
const FIRST_DATASET = 10_000;
const FIRST_FILE = 100_000;
const LARGE = 2;
const SMALL = 3;

let database: TestDatabase;
let explaining: ExplainingDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  explaining = explainingDatabase(database.url);
  const { sql } = explaining;
  await withoutSearchIndex(sql, async () => {
    await sql`insert into node (id, kind, owner_id, path, permission_path, published_at) values (1, 'COLLECTION', null, '{1}', '{1}', now()),
      (${LARGE}, 'COLLECTION', 1, '{1,2}', '{2}', now()), (${SMALL}, 'COLLECTION', 1, '{1,3}', '{3}', now())`;
    await sql`insert into collection (id, alias, name, contact_emails) select id, 'c' || id, 'Collection ' || id, '{}' from node`;
    await sql`insert into node (id, kind, owner_id, path, permission_path, published_at)
      select ${FIRST_DATASET}::int + n, 'DATASET', case when n = ${DATASETS}::int then 3 else 2 end, array[1, 2, ${FIRST_DATASET}::int + n],
        array[${FIRST_DATASET}::int + n, 2], now() from generate_series(1, ${DATASETS}::int) n`;
    await sql`insert into dataset (id, protocol, authority, separator, identifier, registration_state, storage_driver)
      select id, 'doi', '10.5072', '/', 'D' || id, 'REGISTERED', 'local' from node where kind = 'DATASET'`;
    await sql`insert into dataset_version (dataset_id, ordinal, state, title, metadata, file_access_request)
      select id, 1, 'DRAFT', 'Dataset ' || id, '{}', true from dataset`;
    await sql`insert into node (id, kind, owner_id, path, permission_path)
      select ${FIRST_FILE}::int + id, 'DATAFILE', id, path || (${FIRST_FILE}::int + id), (${FIRST_FILE}::int + id) || permission_path
      from node where kind = 'DATASET'`;
    await sql`insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id, restricted)
      select ${FIRST_FILE}::int + id, id, 'text/plain', 1, 'MD5', 'x', 'local', 's' || id, false from dataset`;
    await sql`insert into file_metadata (dataset_id, data_file_id, valid_from, label, restricted)
      select dataset_id, id, 1, 'a.txt', false from data_file`;
    await sql`insert into guestbook (collection_id, name, enabled, name_required, email_required, institution_required, position_required)
      select 1, 'Guestbook ' || n, true, false, false, false, false from generate_series(1, 2) n`;
    await sql`insert into guestbook_response (guestbook_id, dataset_id, data_file_id, name, answers)
      select case when n % 1000 = 7 then 2 else 1 end, ${FIRST_DATASET}::int + 1 + n % ${DATASETS}::int, ${FIRST_FILE}::int + ${FIRST_DATASET}::int + 1 + n % ${DATASETS}::int, 'Reader ' || n, '[]'
      from generate_series(1, ${RESPONSES}::int) n`;
    await sql`vacuum analyze`;
  });
}, 300_000);
afterAll(async () => {
  await explaining.sql.end();
  await database.drop();
});

const FROM_THE_START = { datasetId: 0, id: 0 };
const page =
  (collectionId: number, guestbookId: number | null, after = FROM_THE_START) =>
  () =>
    listGuestbookResponses(explaining.db, { collectionId, guestbookId, after, limit: 101 });

const fromEnd = (before: typeof FROM_THE_START | null) => () =>
  listGuestbookResponses(explaining.db, { collectionId: LARGE, guestbookId: null, after: null, before, limit: 101, fromEnd: true });

test('a page of 100,000 responses is one statement over indexes, wherever it begins', async () => {
  const pages = [
    ['of all', page(LARGE, null)],
    ['in the middle', page(LARGE, null, { datasetId: FIRST_DATASET + DATASETS / 2, id: 50 })],
    ['of a small collection', page(SMALL, null)],
    ['of one guestbook', page(LARGE, 2)],
    ['from the end', fromEnd(null)],
    ['before one in the middle', fromEnd({ datasetId: FIRST_DATASET + DATASETS / 2, id: 50 })],
  ] as const;
  for (const [what, ask] of pages) {
    expect(await ask(), what).not.toEqual([]);
    const cost = await explaining.costOf(ask);
    expect({ what, ...cost }).toEqual({ what, statements: 1, readWhole: [], blocks: expect.any(Number) });
    // A hundred rows with the names of their files and datasets.
    expect(cost.blocks, what).toBeLessThan(1000);
  }
});

test('pages follow one another without a gap', async () => {
  const first = await page(LARGE, null)();
  const last = first.at(-1);
  const next = await page(LARGE, null, { datasetId: last?.datasetId ?? 0, id: last?.id ?? 0 })();
  const ids = [...first, ...next].map(({ datasetId, id }) => [datasetId, id] as const);
  expect(ids).toEqual(ids.toSorted(([one, at], [other, place]) => one - other || at - place));
  expect(new Set(ids.map(([, id]) => id)).size).toBe(202);
  expect(await countGuestbookResponses(explaining.db, { collectionId: LARGE, guestbookId: 2 })).toBe(100);
  expect(await countGuestbookResponses(explaining.db, { collectionId: SMALL, guestbookId: null })).toBe(RESPONSES / DATASETS);
});
