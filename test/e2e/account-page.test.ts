import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CookieBrowser, openBrowser } from '../support/cookie-browser.ts';
import { htmlPage } from '../support/html-page.ts';
import { restClient } from '../support/rest-client.ts';
import {
  assignRole,
  createCollection,
  createDataset,
  publishDataset,
  type SeededDataset,
  succeeded,
  superuser,
  uniqueName,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PASSWORD = 'correct-horse-7';

let server: TestServer;
let browser: CookieBrowser;
let draft: SeededDataset;
let others: SeededDataset;

beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  succeeded(await admin.rest.send('/api/admin/settings/:BuiltinUsersKey', { method: 'PUT', raw: 'key' }));
  const userName = uniqueName('ada');
  const facts = { userName, firstName: 'Ada', lastName: 'Lovelace', email: `${userName}@example.org` };
  succeeded(await restClient(server.url).post(`/api/builtin-users?key=key&password=${PASSWORD}`, facts));
  const collection = await createCollection(admin, { name: 'Her <own> laboratory' });
  await publishDataset(admin, await createDataset(admin, collection));
  draft = await createDataset(admin, collection);
  others = await createDataset(admin, await createCollection(admin));
  await assignRole(admin, collection, `@${userName}`, 'admin');
  browser = openBrowser();
  await browser.post(`${server.url}/sign-in`, { userName, password: PASSWORD });
});
afterAll(() => server.stop());

const datasetPage = ({ persistentId }: SeededDataset): string => `${server.url}/dataset.xhtml?persistentId=${persistentId}`;

test('the account finds what it works on, what it was told, and its way there', async () => {
  const { html } = await browser.get(`${server.url}/account`);
  const page = htmlPage(html);
  expect(page.all('h2').map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Your collections and datasets \(3\)/),
      expect.stringMatching(/^Notifications \(/),
      'Tokens for programs',
    ]),
  );
  expect(page.all('script')).toEqual([]);
  const links = page.all('a').map(({ attributes }) => attributes['href'] ?? '');
  const way = links.find((href) => href.includes(draft.persistentId)) ?? '';
  const opened = await browser.get(server.url + way);
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(opened.headers.get('x-robots-tag')).toBe('noindex');
});

test('a draft is shown to those who may see it alone', async () => {
  expect((await browser.get(datasetPage(draft))).status).toBe(200);
  expect((await openBrowser().get(datasetPage(draft))).status).toBe(401);
  expect((await browser.get(datasetPage(others))).status).toBe(401);
  const found = await browser.get(`${server.url}/search?kind=datasets`);
  expect(found.html).toContain(draft.persistentId);
  expect(found.html).not.toContain(others.persistentId);
});

test('a token is made, shown once, good for what was ticked, and ended', async () => {
  const made = await browser.post(`${server.url}/account/tokens`, { name: 'Upload <script>', READ: 'on', DEPOSIT: 'on' });
  const secret = htmlPage(made.html).all('code').at(-1)?.text ?? '';
  const me = () => restClient(server.url, secret).get('/api/users/:me');
  expect((await me()).status).toBe(200);
  const again = await browser.get(`${server.url}/account`);
  expect(again.html).not.toContain(secret);
  const form = /action="\/account\/tokens\/end".*?name="token" value="(\d+)"/s.exec(again.html)?.[1] ?? '';
  const ended = await browser.post(`${server.url}/account/tokens/end`, { token: form });
  expect(ended.html).toContain('has ended');
  expect((await me()).status).toBe(401);
});

test.each([
  ['/account/tokens', { name: '', READ: 'on' }, 400],
  ['/account/tokens', { name: 'No scope' }, 400],
  ['/account/tokens/end', { token: 'x' }, 400],
  ['/account/tokens/end', { token: '999999' }, 404],
])('what is wrong with a form at %s is told on the page', async (path, form, status) => {
  const answer = await browser.post(server.url + path, form);
  expect(answer.status).toBe(status);
  expect(answer.html).toContain('role="alert"');
});

test('a form from elsewhere makes no token', async () => {
  const form = { name: 'Foreign', READ: 'on' };
  const answer = await browser.post(`${server.url}/account/tokens`, form, {
    Origin: 'https://evil.example',
    'Sec-Fetch-Site': 'cross-site',
  });
  expect(answer.html).not.toContain('was made');
  expect((await browser.get(`${server.url}/account`)).html).not.toContain('Foreign');
});
