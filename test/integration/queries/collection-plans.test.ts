import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMoveLosses } from '../../../src/db/queries/collections/collection-moves.ts';
import { countDescendants, listDescendants } from '../../../src/db/queries/collections/collection-tree.ts';
import { listCollectionsByIds } from '../../../src/db/queries/collections/collections.ts';
import { listOrderedContents } from '../../../src/db/queries/collections/contents-page.ts';
import { listContents } from '../../../src/db/queries/collections/contents.ts';
import { listLinkableCollectionIds } from '../../../src/db/queries/collections/node-links.ts';
import { sumArchivalBytes } from '../../../src/db/queries/files/storage-size.ts';
import type { ContentOrderField } from '../../../src/vocabulary/collections.ts';
import { type ExplainingDatabase, explainingDatabase } from '../../support/explained.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { withoutSearchIndex } from '../../support/without-search-index.ts';

const DATASETS = 50_000;
const LARGE = 2;
const FIRST_DATASET = 100_000;
/** A tree of 10,000 collections: each has at most four children, so that it is 8 levels deep. */
const TREE = 10_000;
const TREE_ROOT = 10;
const FILES_PER_LEAF = 3;

let database: TestDatabase;
let explaining: ExplainingDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  explaining = explainingDatabase(database.url);
  await withoutSearchIndex(explaining.sql, async () => seed(explaining.sql));
}, 180_000);
afterAll(async () => {
  await explaining.sql.end();
  await database.drop();
});

const anna = { identities: ['@anna', ':authenticated-users', ':AllUsers'], superuser: false };
const nobody = { identities: [':guest', ':AllUsers'], superuser: false };

describe('a page in the middle of 50,000 datasets costs what the first page does', () => {
  const middleId = FIRST_DATASET + DATASETS / 2;
  const middleKeys: Readonly<Record<ContentOrderField, string>> = {
    ID: 'DATASET',
    NAME: `title ${middleId}`,
    CREATED: String((Date.UTC(2024, 0, 1) + (DATASETS / 2) * 60_000) * 1000),
    PUBLISHED: String((Date.UTC(2025, 0, 1) + (DATASETS / 2) * 60_000) * 1000),
  };

  test.each(['ID', 'CREATED', 'PUBLISHED'] as const)('by %s, as a guest and as a member', async (by) => {
    for (const onlooker of [nobody, anna]) {
      for (const direction of ['ASC', 'DESC'] as const) {
        const page = (after: { key: string; id: number } | undefined) => () =>
          listOrderedContents(explaining.db, LARGE, onlooker, { order: { by, direction }, filter: {}, after, limit: 21 });
        expect(await page({ key: middleKeys[by], id: middleId })()).toHaveLength(21);
        const first = await explaining.costOf(page(undefined));
        const middle = await explaining.costOf(page({ key: middleKeys[by], id: middleId }));
        expect(first).toMatchObject({ statements: 1, readWhole: [] });
        expect(middle).toMatchObject({ statements: 1, readWhole: [] });
        expect(middle.blocks).toBeLessThanOrEqual(Math.ceil(first.blocks * 1.5) + 5);
        expect(middle.blocks).toBeLessThan(300);
        // The end costs what the beginning of the opposite order does.
        const order = { by, direction: direction === 'ASC' ? 'DESC' : 'ASC' } as const;
        const opposite = await explaining.costOf(() =>
          listOrderedContents(explaining.db, LARGE, onlooker, { order, filter: {}, limit: 21 }),
        );
        const fromEnd = (before: { key: string; id: number } | null) => () =>
          listOrderedContents(explaining.db, LARGE, onlooker, { order: { by, direction }, filter: {}, before, limit: 21, fromEnd: true });
        for (const back of [fromEnd(null), fromEnd({ key: middleKeys[by], id: middleId })]) {
          expect(await back()).toHaveLength(21);
          const cost = await explaining.costOf(back);
          expect(cost).toMatchObject({ statements: 1, readWhole: [] });
          expect(cost.blocks).toBeLessThanOrEqual(Math.ceil(opposite.blocks * 1.5) + 5);
        }
      }
    }
  });

  test('in the usual order', async () => {
    for (const onlooker of [nobody, anna]) {
      const first = await explaining.costOf(() => listContents(explaining.db, LARGE, onlooker, { limit: 21 }));
      const middle = await explaining.costOf(() =>
        listContents(explaining.db, LARGE, onlooker, { after: { kind: 'DATASET', id: middleId }, limit: 21 }),
      );
      expect(middle.blocks).toBeLessThanOrEqual(Math.ceil(first.blocks * 1.5) + 5);
      expect([...first.readWhole, ...middle.readWhole]).toEqual([]);
    }
  });

  test('by name, where every page reads all names, and no other collection', async () => {
    const page = (after: { key: string; id: number } | undefined) => () =>
      listOrderedContents(explaining.db, LARGE, nobody, { order: { by: 'NAME', direction: 'ASC' }, filter: {}, after, limit: 21 });
    expect(await page({ key: middleKeys.NAME, id: middleId })()).toHaveLength(21);
    const [first, middle] = [
      await explaining.costOf(page(undefined)),
      await explaining.costOf(page({ key: middleKeys.NAME, id: middleId })),
    ];
    expect(middle.blocks).toBeLessThanOrEqual(first.blocks * 1.5);
  });

  test('linked children do not make the own ones be read whole', async () => {
    const page = () =>
      listOrderedContents(explaining.db, LARGE, nobody, {
        order: { by: 'CREATED', direction: 'DESC' },
        filter: { includeLinked: true },
        after: undefined,
        limit: 21,
      });
    const cost = await explaining.costOf(page);
    expect(cost.blocks).toBeLessThan(300);
  });
});

describe('a tree of 10,000 collections, 8 deep', () => {
  test('its storage size is one statement', async () => {
    const [row] = await explaining.sql<{ sum: string }[]>`
      select sum(f.size_bytes) from data_file f join node n on n.id = f.id where n.path @> array[${TREE_ROOT}::int]`;
    expect(Number(row?.sum)).toBeGreaterThan(0);
    expect(await sumArchivalBytes(explaining.db, TREE_ROOT)).toBe(Number(row?.sum));
    expect(await explaining.costOf(() => sumArchivalBytes(explaining.db, TREE_ROOT))).toMatchObject({ statements: 1 });
    // A branch costs what the branch holds.
    const branch = await explaining.costOf(() => sumArchivalBytes(explaining.db, TREE_ROOT + TREE - 1));
    expect(branch).toMatchObject({ statements: 1, readWhole: [] });
    expect(branch.blocks).toBeLessThan(100);
  });

  test('the storage size leaves other collections out', async () => {
    expect(await sumArchivalBytes(explaining.db, LARGE)).toBe(0);
    expect(await sumArchivalBytes(explaining.db, 1)).toBe(await sumArchivalBytes(explaining.db, TREE_ROOT));
  });

  test('ancestors of its deepest collection are one statement', async () => {
    const [deepest] = await explaining.sql<{ path: number[] }[]>`
      select path from node where kind = 'COLLECTION' order by cardinality(path) desc, id limit 1`;
    expect(deepest?.path).toHaveLength(9);
    const cost = await explaining.costOf(() => listCollectionsByIds(explaining.db, deepest?.path ?? [], nobody.identities));
    expect(cost).toMatchObject({ statements: 1, readWhole: [] });
  });

  test('a page of descendants is one statement that reads its own part', async () => {
    const question = { collectionId: TREE_ROOT, deepest: 100, onlooker: nobody };
    const all = await listDescendants(explaining.db, question, { after: [], limit: TREE });
    expect(all).toHaveLength(TREE - 1);
    expect(await countDescendants(explaining.db, question)).toBe(TREE - 1);
    const after = all[TREE / 2]?.path ?? [];
    const [first, middle] = [
      await explaining.costOf(() => listDescendants(explaining.db, question, { after: [], limit: 21 })),
      await explaining.costOf(() => listDescendants(explaining.db, question, { after, limit: 21 })),
    ];
    const backwards = () => listDescendants(explaining.db, question, { after: null, before: after, limit: 21, fromEnd: true });
    expect((await backwards()).map(({ id }) => id)).toEqual(all.slice(TREE / 2 - 21, TREE / 2).map(({ id }) => id));
    const back = await explaining.costOf(backwards);
    expect(back).toMatchObject({ statements: 1, readWhole: [] });
    expect(back.blocks).toBeLessThanOrEqual(first.blocks * 1.5);
    expect(first).toMatchObject({ statements: 1, readWhole: [] });
    expect(middle).toMatchObject({ statements: 1, readWhole: [] });
    expect(middle.blocks).toBeLessThanOrEqual(first.blocks * 1.5);
  });

  test('the effects of a move, and the targets of a link, are found without a full scan of datasets', async () => {
    const losses = () => findMoveLosses(explaining.db, { collectionId: TREE_ROOT + 1, ownerId: TREE_ROOT, targetPath: [1, LARGE] });
    expect((await explaining.costOf(losses)).readWhole).not.toContain('dataset');
    const linkable = () =>
      listLinkableCollectionIds(explaining.db, {
        node: { id: FIRST_DATASET, path: [1, LARGE, FIRST_DATASET] },
        permission: 'LinkDataset',
        ...anna,
        searchTerm: 'Large',
        alreadyLinking: false,
      });
    expect((await explaining.costOf(linkable)).statements).toBe(1);
  });
});

async function seed(sql: postgres.Sql): Promise<void> {
  const lastDataset = FIRST_DATASET + DATASETS - 1;
  await sql`insert into node (id, kind, owner_id, path, permission_path, published_at)
    values (1, 'COLLECTION', null, '{1}', '{1}', now()), (${LARGE}, 'COLLECTION', 1, ${[1, LARGE]}, ${[LARGE]}, now()),
      (${TREE_ROOT}, 'COLLECTION', 1, ${[1, TREE_ROOT]}, ${[TREE_ROOT]}, now())`;
  for (let level = 0; level < 7; level += 1) {
    // Child number n of the tree hangs below number (n - 1) / 4.
    await sql`insert into node (id, kind, owner_id, path, permission_path, published_at)
      select ${TREE_ROOT}::int + n, 'COLLECTION', o.id, o.path || (${TREE_ROOT}::int + n), array[${TREE_ROOT}::int + n], now()
      from generate_series(1, ${TREE - 1}::int) n join node o on o.id = ${TREE_ROOT}::int + (n - 1) / 4
      where cardinality(o.path) = ${level + 2}::int`;
  }
  await sql`insert into collection (id, alias, name, contact_emails)
    select id, 'c' || id, case id when ${LARGE}::int then 'Large' else 'Collection ' || id end, '{}' from node`;
  await sql`insert into role (alias, name, permissions) values ('member', 'Member', ${4 + 8 + 8192})`;
  await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id) values ('@anna', 1, ${LARGE}, ${LARGE})`;
  await sql`insert into node (id, kind, owner_id, path, permission_path, created_at, published_at)
    select id, 'DATASET', ${LARGE}, array[1, ${LARGE}::int, id], array[id, ${LARGE}::int],
      '2024-01-01Z'::timestamptz + (id - ${FIRST_DATASET}::int) * interval '1 minute',
      case when id % 5 > 0 then '2025-01-01Z'::timestamptz + (id - ${FIRST_DATASET}::int) * interval '1 minute' end
    from generate_series(${FIRST_DATASET}::int, ${lastDataset}::int) id`;
  // A dataset with files in each collection of the tree.
  await sql`insert into node (id, kind, owner_id, path, permission_path)
    select 200000 + n, 'DATASET', o.id, o.path || (200000 + n), array[200000 + n, o.id]
    from generate_series(1, ${TREE - 1}::int) n join node o on o.id = ${TREE_ROOT}::int + n`;
  await sql`insert into dataset (id, protocol, authority, separator, identifier, storage_driver)
    select id, 'doi', '10.5072', '/', 'FK2/D' || id, 'local' from node where kind = 'DATASET'`;
  await sql`insert into dataset_version (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, file_access_request)
    select id, 1, case when published_at is null then 'DRAFT' else 'RELEASED' end::version_state,
      case when published_at is not null then 1 end, case when published_at is not null then 0 end, 'Title ' || id, '{}', true from node where kind = 'DATASET'`;
  await sql`insert into node (id, kind, owner_id, path, permission_path)
    select 300000 + (d.id - 200000) * ${FILES_PER_LEAF}::int + f, 'DATAFILE', d.id, d.path || (300000 + (d.id - 200000) * ${FILES_PER_LEAF}::int + f), array[300000 + (d.id - 200000) * ${FILES_PER_LEAF}::int + f] || d.permission_path
    from node d, generate_series(0, ${FILES_PER_LEAF - 1}::int) f where d.kind = 'DATASET' and d.id > 200000`;
  await sql`insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id)
    select id, owner_id, 'text/plain', id, 'MD5', md5(id::text), 'local', 'stored-' || id from node where kind = 'DATAFILE'`;
  await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
    select '@user' || id % 500, 1, id, id from node where kind = 'DATASET' and id % 5 = 0`;
  await sql`vacuum analyze`;
}
