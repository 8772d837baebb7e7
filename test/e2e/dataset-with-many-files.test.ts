/** The page of a dataset with 10,000 files: what it weighs, and how a reader finds a file. The browser's part is skipped on machines without one. */
import postgres from 'postgres';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_TEST, hasBrowser, launchBrowser, patientContext } from '../support/browser.ts';
import { addFile, createCollection, createDataset, publishDataset, type SeededDataset, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

const FILES = 10_000;
/** `site-7/day-3` and so on: 50 folders with 20 in each, and ten files in each of those. */
const [SITES, DAYS] = [50, 20];
const ROWS = 100;
const ROW = /<tr role="row"><th scope="row"/g;
/** Links to folders, and ways through them. */
const MOST_FURTHER_BYTES = 10_000;
const MOST_BYTES_OF_A_ROW = 1_000;
const MOST_ELEMENTS = 3_000;

let server: TestServer;
let few: SeededDataset;
let many: SeededDataset;

/** Adds files as fast as the database takes them. */
async function fill({ id }: SeededDataset): Promise<void> {
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`with made as (insert into node (id, kind, owner_id, path, permission_path, published_at)
      select numbered.id, 'DATAFILE', d.id, d.path || numbered.id, numbered.id || d.permission_path, now()
      from node d, (select nextval('node_id_seq')::int as id from generate_series(1, ${FILES - 1}::int)) numbered where d.id = ${id} returning id),
    bytes as (insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id)
      select id, ${id}, 'text/csv', id, 'MD5', md5(id::text), 'local', 'stored-' || id from made returning id),
    counted as (select id, row_number() over (order by id) as n from bytes)
    insert into file_metadata (dataset_id, data_file_id, valid_from, label, directory_label)
    select ${id}, id, 1, 'level-' || n || '.csv', 'site-' || n % ${SITES} || '/day-' || n / ${SITES} % ${DAYS} from counted`;
  await sql`analyze`;
  await sql.end();
}

const pageOf = (dataset: SeededDataset, rest = ''): string =>
  `${server.url}/dataset.xhtml?persistentId=${encodeURIComponent(dataset.persistentId)}${rest}`;

beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  const collection = await createCollection(admin);
  const withFile = async (): Promise<SeededDataset> => {
    const dataset = await createDataset(admin, collection);
    await addFile(admin, dataset, { name: 'readme.txt', bytes: 'What is in the folders.' });
    await publishDataset(admin, dataset);
    return dataset;
  };
  few = await withFile();
  many = await withFile();
  await fill(many);
}, 120_000);
afterAll(() => server.stop());

/** What a page is answered with, and by how many statements. */
async function read(address: string): Promise<{ readonly bytes: number; readonly rows: number; readonly statements: number }> {
  let text = '';
  await untilQuiet(server);
  const statements = await statementsDuring(server, async () => {
    const answer = await fetch(address);
    text = await answer.text();
    expect(answer.status).toBe(200);
  });
  return { bytes: Buffer.byteLength(text), rows: text.match(ROW)?.length ?? 0, statements: statements.length };
}

test.each([
  ['all files', '', ROWS],
  ['the last of them', `&page=${FILES / ROWS}`, ROWS],
  ['the top folder', '&folder=', 1],
  ['a folder of folders', '&folder=site-7', 0],
  ['a folder', '&folder=site-7/day-3', FILES / SITES / DAYS],
  ['a text that nearly all have', '&files=level', ROWS],
  ['a text of one', '&files=level-4711.csv', 1],
])('the page with %s stays small, and takes no more statements than that of a dataset with one file', async (_name, rest, rows) => {
  // The first reader of a published version has its record made.
  for (const dataset of [many, few]) await fetch(pageOf(dataset));
  const [large, small] = [await read(pageOf(many, rest)), await read(pageOf(few, rest.replace(/&page=.*/, '')))];
  expect(large.rows).toBe(rows);
  expect(large.bytes).toBeLessThan(small.bytes + MOST_FURTHER_BYTES + rows * MOST_BYTES_OF_A_ROW);
  // A list that is not at its end is counted.
  expect(large.statements).toBeLessThanOrEqual(small.statements + 1);
});

describe.runIf(hasBrowser)('in a browser', BROWSER_TEST, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('a reader pages on, and finds a file by its name and by its folder', async () => {
    const context = await patientContext(browser);
    const page = await context.newPage();
    const files = page.locator('#files tbody tr:not(.folder)');
    await page.goto(pageOf(many));
    expect(await files.count()).toBe(ROWS);
    expect(Number(await page.evaluate('document.querySelectorAll("*").length'))).toBeLessThan(MOST_ELEMENTS);
    const first = await files.first().textContent();
    await page.getByRole('link', { name: 'Next files' }).click();
    await page.getByText(`Page 2 of ${FILES / ROWS}`).waitFor();
    expect([await files.count(), (await files.first().textContent()) === first]).toEqual([ROWS, false]);

    await page.getByRole('searchbox', { name: 'Name or description' }).fill('level-4711.csv');
    await page.keyboard.press('Enter');
    await page.waitForURL(/files=level-4711/);
    expect([await files.count(), (await files.first().textContent())?.includes('level-4711.csv')]).toEqual([1, true]);

    await page.goto(pageOf(many));
    await page.getByRole('link', { name: 'Look through the folders' }).click();
    await page.getByRole('link', { name: 'site-7/', exact: true }).click();
    await page.getByRole('link', { name: 'day-3/', exact: true }).click();
    await page.waitForURL(/folder=site-7\/day-3/);
    expect(await files.count()).toBe(FILES / SITES / DAYS);
    await files.first().getByRole('link').first().click();
    await page.waitForURL(/\/file\.xhtml\?/);
    expect(await page.textContent('main')).toContain('site-7/day-3');
    await context.close();
  });
});
