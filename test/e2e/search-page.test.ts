import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HtmlPage, htmlPage } from '../support/html-page.ts';
import { createPageWorld, DRAFT_TITLE, HOSTILE_TITLE, type PageWorld } from '../support/page-world.ts';
import { createCollection, createDataset, publishDataset, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: PageWorld;

beforeAll(async () => {
  server = await startTestServer();
  world = await createPageWorld(server);
  const admin = superuser(server);
  const other = await createCollection(admin, { name: 'Another place' });
  for (let count = 0; count < 21; count += 1) await publishDataset(admin, await createDataset(admin, other));
});
afterAll(() => server.stop());

async function search(address: string): Promise<{ readonly status: number; readonly page: HtmlPage; readonly text: string }> {
  const response = await fetch(`${server.url}${address}`, { headers: { Accept: 'text/html' } });
  const page = htmlPage(await response.text());
  return { status: response.status, page, text: page.all('main')[0]?.text ?? '' };
}

/** Texts and addresses of the links of a page. */
function links(page: HtmlPage): ReadonlyMap<string, string> {
  return new Map(page.all('a').map(({ text, attributes }) => [text.trim(), attributes['href'] ?? '']));
}

test('finds what is published, by words, with the words marked', async () => {
  const { status, page, text } = await search('/search?q=damp');
  expect(status).toBe(200);
  expect(links(page).get('Heating, Damp and Comfort at Home: Household Survey in Northern Portugal, 2023')).toBe(
    `/dataset.xhtml?persistentId=${world.published.persistentId}`,
  );
  expect(text).toContain('Teixeira, Inês');
  expect(page.all('mark').map((mark) => mark.text.toLowerCase())).toContain('damp');
  expect(page.meta('robots')).toEqual(['noindex']);
});

test('shows no draft and writes nothing unescaped', async () => {
  const drafts = await search(`/search?q=${encodeURIComponent(DRAFT_TITLE)}`);
  expect(drafts.text).not.toContain(DRAFT_TITLE);
  const hostile = await search('/search?q=ticked');
  expect(hostile.text).toContain(HOSTILE_TITLE.replaceAll(/\s+/g, ' '));
  expect(hostile.page.all('script')).toEqual([]);
  const words = await search(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect([words.status, words.page.all('script')]).toEqual([200, []]);
});

test('each facet leads to the hits that it counts, and back', async () => {
  const all = await search('/search?kind=datasets');
  const facets = all.page.all('aside')[0]?.text ?? '';
  expect(facets).toContain('Subject');
  const subject = links(all.page).get('Earth and Environmental Sciences') ?? '';
  expect(new URL(subject, server.url).searchParams.getAll('filter')).toEqual(['subject_ss:"Earth and Environmental Sciences"']);
  const narrowed = await search(subject);
  expect(narrowed.text).toMatch(/1 result(?!s)/);
  const back = narrowed.page.all('a').find(({ attributes }) => attributes['class'] === 'badge chosen')?.attributes['href'] ?? '';
  expect(new URL(back, server.url).searchParams.getAll('filter')).toEqual([]);
});

test('kinds, orders and pages are links that keep the rest of the address', async () => {
  const first = await search('/search?kind=datasets&order=name');
  const next = first.page.all('a').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'] ?? '';
  expect(Object.fromEntries(new URL(next, server.url).searchParams)).toEqual({ kind: 'datasets', order: 'name', page: '2' });
  const second = await search(next);
  expect(second.page.all('ol').find(({ attributes }) => attributes['class'] === 'list hits')?.attributes['start']).toBe('21');
  expect(first.page.all('a').find(({ attributes }) => attributes['aria-current'] === 'page')?.text).toMatch(/^Datasets \(/);
  const files = await search('/search?q=open.csv&kind=files');
  expect(links(files.page).get('open.csv')).toBe(`/file.xhtml?fileId=${world.openFile}`);
});

test('searches in a collection, from its page on', async () => {
  const collection = await search(`/collection/${world.collection.alias}`);
  const box = collection.page.all('input').find(({ attributes }) => attributes['name'] === 'in');
  expect(box?.attributes['value']).toBe(world.collection.alias);
  const within = await search(`/search?kind=datasets&in=${world.collection.alias}`);
  expect(within.text).toContain('2 results');
  const subject = links(collection.page).get('Social Sciences') ?? '';
  const asked = new URL(subject, server.url).searchParams;
  expect([asked.get('in'), asked.getAll('filter')]).toEqual([world.collection.alias, ['subject_ss:"Social Sciences"']]);
  expect((await search(subject)).text).toMatch(/\d results?/);
});

test('shows the tree below a collection on its page, where it has more than one level, and nothing of what is not published', async () => {
  const admin = superuser(server);
  const top = await createCollection(admin, { name: 'Coasts' });
  const inner = await createCollection(admin, { name: 'Estuaries', owner: top.alias });
  const flat = await search(`/collection/${top.alias}`);
  expect(flat.page.all('details')).toEqual([]);
  const innermost = await createCollection(admin, { name: 'Salt marshes', owner: inner.alias });
  const hidden = await createCollection(admin, { name: 'Not yet', owner: inner.alias, published: false });
  const { page } = await search(`/collection/${top.alias}`);
  const tree = page.all('details').find(({ attributes }) => attributes['class'] === 'tree');
  expect(tree?.text).toContain('Collections below (2)');
  expect([links(page).get('Estuaries'), links(page).get('Salt marshes'), links(page).get('Not yet')]).toEqual([
    `/collection/${inner.alias}`,
    `/collection/${innermost.alias}`,
    undefined,
  ]);
  expect(hidden.alias).not.toBe('');
});

test('proposes words that are spelled alike', async () => {
  const { page, text } = await search('/search?q=housholds');
  expect(text).toContain('Did you mean');
  const meant = page.all('a').find(({ attributes }) => attributes['href']?.startsWith('/search?q=household') === true);
  expect((await search(meant?.attributes['href'] ?? '')).text).not.toContain('Nothing was found');
});

test('says which filter cannot be read', async () => {
  const { status, text } = await search('/search?filter=subject_ss:%22open');
  expect([status, text]).toEqual([400, expect.stringContaining('quot')]);
});
