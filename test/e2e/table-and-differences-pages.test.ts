import { afterAll, beforeAll, expect, test } from 'vitest';
import { doJobs } from '../support/do-jobs.ts';
import { type HtmlPage, htmlPage } from '../support/html-page.ts';
import { PETS } from '../support/ingested-files.ts';
import { addFile, createCollection, createDataset, publishDataset, type SeededDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let dataset: SeededDataset;
let pets: number;
let secret: number;

beforeAll(async () => {
  server = await startTestServer({ INGEST_MINUTES: '5' });
  const admin = superuser(server);
  dataset = await createDataset(admin, await createCollection(admin));
  pets = await addFile(admin, dataset, { name: 'pets.csv', bytes: PETS.csv });
  secret = await addFile(admin, dataset, { name: 'secret.csv', bytes: PETS.csv.replace('Tiger', 'Lion'), jsonData: { restrict: true } });
  await doJobs(server);
  await publishDataset(admin, dataset);
  await addFile(admin, dataset, { name: 'more.txt', bytes: 'more', jsonData: { directoryLabel: 'extra' } });
  succeeded(
    await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, {
      fields: [{ typeName: 'subtitle', value: 'A <second> look' }],
    }),
  );
  await publishDataset(admin, dataset);
});
afterAll(() => server.stop());

async function open(path: string): Promise<{ readonly status: number; readonly page: HtmlPage; readonly text: string }> {
  const response = await fetch(`${server.url}${path}`, { headers: { Accept: 'text/html' } });
  const page = htmlPage(await response.text());
  return { status: response.status, page, text: page.all('main')[0]?.text ?? '' };
}

test('the page of a table shows its rows, its variables, and how their values are spread', async () => {
  const path = `/file.xhtml?fileId=${pets}`;
  // Preparing the table may take longer than the page waits for it.
  await expect.poll(async () => (await open(path)).text).toContain('Marshall');
  const { page, text } = await open(path);
  expect(text).toContain(PETS.unf);
  expect(text).toContain('17 to 40, mean 26, median 21');
  const pictures = page.all('svg').map(({ attributes }) => attributes['aria-label']);
  expect(pictures).toContain('cat: 2; dog: 1');
  expect(pictures).toHaveLength(3);
});

test('a restricted table shows no row', async () => {
  const { status, text } = await open(`/file.xhtml?fileId=${secret}`);
  expect(status).toBe(200);
  expect(text).not.toMatch(/Marshall|Lion|mean/);
});

test('the versions of a dataset lead to what each one changed', async () => {
  const { page } = await open(`/dataset.xhtml?persistentId=${dataset.persistentId}`);
  const link = page.all('a').find(({ text }) => text === 'Since 1.0')?.attributes['href'] ?? '';
  expect(link).toBe(`/differences?persistentId=${dataset.persistentId}&from=1.0&to=2.0`);
  const differences = await open(link);
  expect(differences.page.all('h1')[0]?.text).toBe('From version 1.0 to version 2.0');
  expect(differences.page.all('ins').map(({ text }) => text)).toEqual(expect.arrayContaining(['A <second> look', 'extra/more.txt']));
  expect(differences.page.all('del')).toEqual([]);
  expect(differences.text).not.toContain('@');
});

test.each([
  ['no dataset', '/differences?from=1.0', 400],
  ['no earlier version', '/differences?persistentId=PID', 400],
  ['an unknown version', '/differences?persistentId=PID&from=7.0&to=2.0', 404],
  ['a draft', '/differences?persistentId=PID&from=1.0&to=DRAFT', 401],
])('differences of %s cannot be shown', async (_name, path, status) => {
  expect((await open(path.replace('PID', dataset.persistentId))).status).toBe(status);
});
