/** Pages in English and German: which one a reader gets, and what is told of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlPage, structuralFaults } from '../support/html-page.ts';
import { createPageWorld, pagesOf, type PageWorld } from '../support/page-world.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: PageWorld;
beforeAll(async () => {
  server = await startTestServer();
  world = await createPageWorld(server);
});
afterAll(() => server.stop());

function open(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + path, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
}

async function languageOf(path: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  return htmlPage(await (await open(path, headers)).text()).all('html')[0]?.attributes['lang'];
}

describe('the language of a page', () => {
  test.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5,de;q=0.9', 'de'],
    ['en-GB,de;q=0.3', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    ['de;q=0, en', 'en'],
    [',;=,de;q=x'.repeat(300), undefined],
  ])('is the best by Accept-Language: %s', async (accepted, language) => {
    const found = await languageOf('/', { 'Accept-Language': accepted });
    expect(language === undefined ? ['en', 'de'] : [language]).toContain(found);
  });

  test('is the one that an address asks for, and remembered by a cookie of this host alone', async () => {
    const asked = await open('/search?q=a&lang=de', { 'Accept-Language': 'en' });
    const cookie = asked.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-archivolt-language=de; Path=\/; Secure; HttpOnly; SameSite=Lax; Expires=/);
    expect(htmlPage(await asked.text()).all('html')[0]?.attributes['lang']).toBe('de');
    const remembered = cookie.split(';')[0] ?? '';
    expect(await languageOf('/', { Cookie: remembered, 'Accept-Language': 'en' })).toBe('de');
    expect(await languageOf('/?lang=en', { Cookie: remembered })).toBe('en');
  });

  test.each(['xx', 'DE', 'de%0d%0aX-Injected:1', '../de', 'constructor'])('%s is none', async (asked) => {
    const response = await open(`/?lang=${asked}`);
    await response.arrayBuffer();
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await languageOf(`/?lang=${asked}`, { Cookie: `__Host-archivolt-language=${asked}` })).toBe('en');
  });

  test('is told to browsers and caches', async () => {
    const { headers } = await open('/', { 'Accept-Language': 'de' });
    expect(headers.get('content-language')).toBe('de');
    expect(headers.get('vary')).toBe('Accept, Accept-Language, Cookie');
    const english = await open('/', { 'Accept-Language': 'en' });
    expect(english.headers.get('etag')).not.toBe(headers.get('etag'));
  });
});

test('every page is whole in German, has links to both languages, and nothing of the catalogue left in English', async () => {
  for (const [name, path, status] of pagesOf(world)) {
    const response = await open(path, { 'Accept-Language': 'de' });
    const page = htmlPage(await response.text());
    expect([name, response.status, structuralFaults(page)]).toEqual([name, status, []]);
    const links = page.all('a').filter(({ attributes }) => attributes['hreflang'] !== undefined);
    expect([name, links.map(({ text }) => text)]).toEqual([name, ['English']]);
    const words = page.elements
      .filter(({ name: element }) => ['h1', 'h2', 'th', 'dt', 'button', 'label', 'footer'].includes(element))
      .map(({ text }) => text.trim());
    const left = [
      'Cite this version',
      'Licence and terms',
      'Persistent identifier',
      'Search',
      'Download',
      'Files',
      'Not found',
      'For programs',
    ];
    expect([name, words.filter((text) => left.includes(text))]).toEqual([name, []]);
  }
});

test('days and numbers are written as the language does', async () => {
  const path = `/dataset.xhtml?persistentId=${world.published.persistentId}`;
  const months = {
    de: 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember',
    en: 'January|February|March|April|May|June|July|August|September|October|November|December',
  };
  const german = htmlPage(await (await open(path, { 'Accept-Language': 'de' })).text()).all('main')[0]?.text ?? '';
  const english = htmlPage(await (await open(path, { 'Accept-Language': 'en' })).text()).all('main')[0]?.text ?? '';
  expect(german).toMatch(new RegExp(`\\d{1,2}\\. (?:${months.de}) \\d{4}`));
  expect(english).toMatch(new RegExp(`(?:${months.en}) \\d{1,2}, \\d{4}`));
});

test('a refusal is in the language of the reader, and so is the way to sign in', async () => {
  const refused = await (await open(`/dataset.xhtml?persistentId=${world.draft.persistentId}`, { 'Accept-Language': 'de' })).text();
  expect(htmlPage(refused).all('h1')[0]?.text).toBe('Nicht öffentlich');
  expect(htmlPage(await (await open('/sign-in', { 'Accept-Language': 'de' })).text()).all('h1')[0]?.text).toBe('Anmelden');
});
