import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCollectionsGranting } from '../../../src/db/queries/access/permitted-collections.ts';
import { type ExplainingDatabase, explainingDatabase } from '../../support/explained.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { withoutSearchIndex } from '../../support/without-search-index.ts';

const COLLECTIONS = 100_000;
/** Those below the first branch take over the roles above them, the others have roles of their own. */
const BRANCH = 500;
const FIRST_DATASET = 1_000_000;
const PERMISSION = 4;

let database: TestDatabase;
let explaining: ExplainingDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  explaining = explainingDatabase(database.url);
  const { sql } = explaining;
  await withoutSearchIndex(sql, async () => {
    await sql`insert into node (id, kind, owner_id, path, permission_path, published_at) values (1, 'COLLECTION', null, '{1}', '{1}', now()),
      (2, 'COLLECTION', 1, '{1,2}', '{2}', now())`;
    await sql`insert into node (id, kind, owner_id, path, permission_path, published_at)
      select n, 'COLLECTION', case when n <= ${BRANCH + 2}::int then 2 else 1 end,
        case when n <= ${BRANCH + 2}::int then array[1, 2, n] else array[1, n] end,
        case when n <= ${BRANCH + 2}::int then array[n, 2] else array[n] end, now() from generate_series(3, ${COLLECTIONS}::int) n`;
    await sql`insert into collection (id, alias, name, contact_emails) select id, 'c' || id, 'Collection ' || id, '{}' from node`;
    await sql`insert into node (id, kind, owner_id, path, permission_path)
      select ${FIRST_DATASET}::int + o.id, 'DATASET', o.id, o.path || (${FIRST_DATASET}::int + o.id), (${FIRST_DATASET}::int + o.id) || o.permission_path
      from node o where o.kind = 'COLLECTION'`;
    await sql`insert into role (alias, name, permissions) values ('member', 'Member', ${PERMISSION})`;
    await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
      select assignee, 1, id, id from (values ('@leaf', ${COLLECTIONS}::int), ('@root', 1), ('@branch', 2)) as given(assignee, id)`;
    await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
      select '@user' || id % 500, 1, id, id from node where kind = 'COLLECTION' and id % 2 = 0`;
    await sql`vacuum analyze`;
  });
}, 300_000);
afterAll(async () => {
  await explaining.sql.end();
  await database.drop();
});

const from = (after: number) => ({ after, before: null, limit: 100, fromEnd: false });

const asked =
  (assignee: string, after = 0) =>
  async () =>
    (await pageCollectionsGranting(explaining.db, { identities: [assignee, ':AllUsers'], superuser: false }, PERMISSION, from(after))).rows;

test('the collections that a role reaches are found without reading the others, of 100,000', async () => {
  expect((await asked('@leaf')()).map(({ id }) => id)).toEqual([COLLECTIONS]);
  expect((await asked('@root')()).map(({ id }) => id)).toEqual([1]);
  expect((await asked('@branch')()).map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => at + 2));
  expect(await asked('@branch', 450)()).toHaveLength(BRANCH + 2 - 450);
  expect(await asked('@user7')()).toEqual([]);
  expect(await asked('@user8')()).toHaveLength(100);
  for (const assignee of ['@leaf', '@root', '@user7']) {
    const cost = await explaining.costOf(asked(assignee));
    expect([assignee, cost]).toEqual([assignee, { statements: 1, readWhole: [], blocks: expect.any(Number) }]);
    expect(cost.blocks, assignee).toBeLessThan(100);
  }
  for (const assignee of ['@branch', '@user8']) {
    const cost = await explaining.costOf(asked(assignee));
    expect(cost, assignee).toMatchObject({ statements: 1, readWhole: [] });
    // What is held, 200 to 500 collections, and the names of a hundred.
    expect(cost.blocks, assignee).toBeLessThan(2000);
  }
});

test('a superuser is given a part of all in their order', async () => {
  const page = async () =>
    (await pageCollectionsGranting(explaining.db, { identities: ['@boss'], superuser: true }, PERMISSION, from(50_000))).rows;
  expect((await page())[0]?.id).toBe(50_001);
  expect((await explaining.costOf(page)).blocks).toBeLessThan(600);
});
