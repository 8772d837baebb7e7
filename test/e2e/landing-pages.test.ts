import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HtmlPage, htmlPage, structuralFaults } from '../support/html-page.ts';
import { createPageWorld, DRAFT_TITLE, HOSTILE_TITLE, pagesOf, type PageWorld } from '../support/page-world.ts';
import { richResultOfDataset } from '../support/rich-results.ts';
import { addFile, createDataset, publishDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { zipOf } from '../support/zip-archive.ts';

const SITE = 'http://127.0.0.1';

/** Dataset, version, versions with their number, files with what opens them, the collections above, usage and citations. */
const STATEMENTS_OF_A_PAGE = 10;

let server: TestServer;
let world: PageWorld;

beforeAll(async () => {
  server = await startTestServer({ SITE_URL: SITE });
  world = await createPageWorld(server);
});
afterAll(() => server.stop());

/** Opens an address of the server, also one that begins with its public address. */
function open(address: string, init: RequestInit = {}): Promise<Response> {
  const path = address.startsWith(SITE) ? address.slice(SITE.length) : address;
  return fetch(`${server.url}${path}`, { redirect: 'manual', headers: { Accept: 'text/html' }, ...init });
}

async function read(address: string): Promise<{ readonly response: Response; readonly html: string; readonly page: HtmlPage }> {
  const response = await open(address);
  const html = await response.text();
  return { response, html, page: htmlPage(html) };
}

const dataset = (persistentId: string): string => `/dataset.xhtml?persistentId=${persistentId}`;

describe('every page', () => {
  test('has its status and the headers and the structure of a page', async () => {
    for (const [name, path, status] of pagesOf(world)) {
      const { response, page } = await read(path);
      const { headers } = response;
      expect([name, response.status]).toEqual([name, status]);
      expect([name, structuralFaults(page)]).toEqual([name, []]);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|script-src/);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-request-id')).toMatch(/^\S+$/);
      const isLasting = status === 200 && !path.startsWith('/previewurl');
      expect([name, headers.get('cache-control')]).toEqual([name, isLasting ? 'private, no-cache' : 'no-store']);
    }
  });

  test('links to nothing on this server that does not open', async () => {
    const links = new Map<string, string>();
    for (const [name, path, status] of pagesOf(world)) {
      if (status !== 200) continue;
      const { page } = await read(path);
      for (const { attributes } of page.elements) {
        const { href = '' } = attributes;
        if (href.startsWith('/') || href.startsWith(SITE)) links.set(href.replace(/#.*/, ''), name);
      }
    }
    expect(links.size).toBeGreaterThan(30);
    for (const [href, name] of links) {
      const response = await open(href);
      await response.arrayBuffer();
      // A guest who goes to an account is asked to sign in.
      const expected = href === '/account' ? { status: 302, location: '/sign-in' } : { status: 200, location: null };
      const { status, headers } = response;
      expect({ name, href, status, location: headers.get('location') }).toEqual({ name, href, ...expected });
    }
  });

  test('answers HEAD as GET, without the body', async () => {
    const head = await open(dataset(world.published.persistentId), { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000);
    expect(await head.text()).toBe('');
  });

  test('tells a refused reader the id of the request', async () => {
    const { response, html } = await read(dataset(world.draft.persistentId));
    expect(html).toContain(response.headers.get('x-request-id'));
  });
});

describe('the page of a published dataset', () => {
  test('shows what a reader looks for', async () => {
    const { page } = await read(dataset(world.published.persistentId));
    const text = page.all('main')[0]?.text ?? '';
    expect(page.all('h1')[0]?.text).toBe('Heating, Damp and Comfort at Home: Household Survey in Northern Portugal, 2023');
    expect(text).toContain('Version 1.1');
    expect(text).toContain('Teixeira, Inês');
    expect(text).toContain('University of Alto Cávado');
    expect(text).toContain('Answers of 1,284 households');
    expect(text).toContain('energy poverty');
    expect(text).toContain('Second edition');
    expect(text).toContain('CC BY 4.0');
    expect(text).toContain('data/2024');
    expect(text).not.toContain('@example');
    const links = page.all('a').map(({ attributes }) => attributes['href']);
    expect(links).toContain('https://orcid.org/0000-0002-1825-0097');
    expect(links).toContain(`${dataset(world.published.persistentId)}&version=1.0`);
  });

  test('names the works that belong to it, with links to them', async () => {
    const { page } = await read(dataset(world.published.persistentId));
    const related = page.all('section').find(({ attributes }) => attributes['id'] === 'related');
    expect(related?.text).toContain('Supplement to');
    expect(related?.text).toContain('Cold rooms, warm bills');
    const hrefs = page.all('a').map(({ attributes }) => attributes['href'] ?? '');
    expect(hrefs.some((href) => href.includes('10.5555/jihr.2024.0902'))).toBe(true);
  });

  test('downloads open files by signed addresses, and marks the others', async () => {
    const { page } = await read(dataset(world.published.persistentId));
    const signed = page.all('a').filter(({ attributes }) => attributes['href']?.includes('/api/access/datafile/') === true);
    expect(signed.map(({ text }) => text)).toEqual(['Download open.csv']);
    const download = await open(signed[0]?.attributes['href'] ?? '');
    expect(await download.text()).toBe('a,b\n1,2\n');
    expect(page.all('span').map(({ text }) => text)).toContain('Restricted');
    expect((await open(`/api/access/datafile/${world.openFile}`)).status).toBe(401);
  });

  test('is a record for search engines and reference managers', async () => {
    const { page } = await read(dataset(world.published.persistentId));
    expect(page.jsonLd()).toMatchObject({
      '@context': 'http://schema.org',
      '@type': 'Dataset',
      '@id': expect.stringMatching(/^https:\/\/doi\.org\/10\./),
      identifier: expect.stringMatching(/^https:\/\/doi\.org\/10\./),
      name: 'Heating, Damp and Comfort at Home: Household Survey in Northern Portugal, 2023',
      description: expect.stringMatching(/^.{50,5000}$/s),
      creator: expect.arrayContaining([
        {
          '@type': 'Person',
          '@id': 'https://orcid.org/0000-0002-1825-0097',
          identifier: 'https://orcid.org/0000-0002-1825-0097',
          sameAs: 'https://orcid.org/0000-0002-1825-0097',
          name: 'Teixeira, Inês',
          givenName: 'Inês',
          familyName: 'Teixeira',
          affiliation: { '@type': 'Organization', name: 'University of Alto Cávado' },
        },
      ]),
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      version: '1',
      license: expect.stringMatching(/^https?:\/\/creativecommons\.org\//),
      keywords: expect.arrayContaining(['energy poverty']),
      distribution: expect.arrayContaining([expect.objectContaining({ '@type': 'DataDownload', name: 'open.csv', contentSize: 8 })]),
    });
    expect(richResultOfDataset.safeParse(page.jsonLd()).error?.issues ?? []).toEqual([]);
    const record = await open(`/api/datasets/export?exporter=schema.org&persistentId=${world.published.persistentId}`);
    expect(page.jsonLd()).toEqual(await record.json());
    expect((await read(`${dataset(world.published.persistentId)}&version=1.0`)).page.jsonLd()).toBeUndefined();
    expect(page.meta('citation_title')).toHaveLength(1);
    expect(page.meta('citation_author')).toEqual(page.meta('DC.creator'));
    expect(page.meta('citation_doi')[0]).toBe(world.published.persistentId.slice('doi:'.length));
    const canonical = page.all('link').find(({ attributes }) => attributes['rel'] === 'canonical');
    expect(canonical?.attributes['href']).toBe(SITE + dataset(world.published.persistentId));
  });

  test('offers every format of export that people are meant to see, of the newest version alone', async () => {
    const { page } = await read(dataset(world.published.persistentId));
    const exportsOn = (shown: HtmlPage): readonly string[] =>
      shown.all('a').flatMap(({ attributes: { href } }) => (href?.startsWith('/api/datasets/export?') === true ? [href] : []));
    const links = exportsOn(page);
    const formats = (await superuser(server).graphql.expectData('{ exportFormats { name isVisibleInUserInterface } }')).list(
      'data.exportFormats',
    );
    expect(links).toHaveLength(formats.filter((format) => Object(format).isVisibleInUserInterface).length);
    for (const link of links) expect([link, (await open(link)).status]).toEqual([link, 200]);
    const older = await read(`${dataset(world.published.persistentId)}&version=1.0`);
    expect(exportsOn(older.page)).toEqual([]);
  });

  test('says of an older version that there is a newer one', async () => {
    const older = await read(`${dataset(world.published.persistentId)}&version=1.0`);
    expect(older.page.all('main')[0]?.text).toContain('newer version of this dataset: Version 1.1');
    expect((await read(`${dataset(world.published.persistentId)}&version=1.1`)).html).not.toContain('newer version');
  });

  test('is not sent again to a browser that has it', async () => {
    const { response } = await read(dataset(world.published.persistentId));
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const again = await open(dataset(world.published.persistentId), { headers: { 'If-None-Match': `"other", ${etag}` } });
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
    // Tags are compared without their marks. Source: RFC 9110, 13.1.2.
    for (const tag of [etag.replace('W/', ''), '*', `"a,b"${' '.repeat(10_000)},${etag}`]) {
      expect((await open(dataset(world.published.persistentId), { headers: { 'If-None-Match': tag } })).status).toBe(304);
    }
    expect((await open(dataset(world.hostile.persistentId), { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  test('counts as one view of the dataset, for a reader who looks at it', async () => {
    const views = async (): Promise<unknown> => {
      await server.application.services.usage.flush();
      const { rest } = superuser(server);
      return succeeded(await rest.get(`/api/datasets/${world.hostile.id}/makeDataCount/viewsTotalRegular`)).at('data.viewsTotalRegular');
    };
    const reader = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const before = Number((await views()) ?? 0);
    await open(dataset(world.hostile.persistentId), { method: 'HEAD', headers: reader });
    await open(dataset(world.hostile.persistentId), { headers: { ...reader, 'User-Agent': 'Googlebot/2.1' } });
    expect(Number((await views()) ?? 0)).toBe(before);
    await open(dataset(world.hostile.persistentId), { headers: reader });
    expect(await views()).toBe(before + 1);
  });
});

describe('the files on a page', () => {
  test('are a hundred; further ones follow by links that need no scripts', async () => {
    const admin = superuser(server);
    const many = await createDataset(admin, world.collection);
    const entries = Array.from({ length: 101 }, (_, index) => ({
      path: `folder/f${String(index).padStart(3, '0')}.txt`,
      content: `${index}`,
    }));
    succeeded(await admin.rest.upload(`/api/datasets/${many.id}/add`, { name: 'all.zip', bytes: zipOf(entries), type: 'application/zip' }));
    await publishDataset(admin, many);
    const first = await read(dataset(many.persistentId));
    expect(first.html.match(/>Download<span/g)).toHaveLength(100);
    expect(first.page.all('main')[0]?.text).toContain('(101)');
    const next = first.page.all('a').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'] ?? '';
    const second = await read(next);
    expect(second.html.match(/>Download<span/g)).toHaveLength(1);
    expect(second.html).toContain('f100.txt');
    expect((await read(`${dataset(many.persistentId)}&page=1000000`)).response.status).toBe(200);
  });

  test('are looked through by folder, and found by a text, page by page', async () => {
    const admin = superuser(server);
    const tree = await createDataset(admin, world.collection);
    const entries = Array.from({ length: 105 }, (_, index) => ({ path: `raw/2024 <b>/r${index}.txt`, content: `raw ${index}` }));
    entries.push({ path: 'readme.txt', content: 'top' }, { path: 'raw/notes.txt', content: 'notes' });
    succeeded(await admin.rest.upload(`/api/datasets/${tree.id}/add`, { name: 'all.zip', bytes: zipOf(entries), type: 'application/zip' }));
    await publishDataset(admin, tree);
    const href = (page: HtmlPage, text: string): string => {
      const found = page.all('a').find((link) => link.text === text)?.attributes['href'];
      if (found === undefined) throw new Error(`There is no link ${text}.`);
      return found;
    };
    const namesOn = (page: HtmlPage): readonly string[] =>
      page.elements.filter(({ attributes }) => attributes['class'] === 'file').map(({ text }) => text);

    const top = (await read(href((await read(dataset(tree.persistentId))).page, 'Look through the folders'))).page;
    expect(namesOn(top)).toEqual(['readme.txt']);
    const raw = (await read(href(top, 'raw/'))).page;
    expect(namesOn(raw)).toEqual(['notes.txt']);
    // What a folder may not be called was mended when it was stored.
    const deep = raw.all('a').find(({ text }) => /^2024.*\/$/.test(text));
    const inside = (await read(deep?.attributes['href'] ?? '')).page;
    expect(namesOn(inside)).toHaveLength(100);
    const next = inside.all('a').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'] ?? '';
    expect(namesOn((await read(next)).page)).toHaveLength(5);
    const back = (await read(href(inside, 'raw'))).page;
    expect(namesOn(back)).toEqual(['notes.txt']);

    const found = await read(`${dataset(tree.persistentId)}&files=NOTES`);
    expect(namesOn(found.page)).toEqual(['notes.txt']);
    expect(found.page.all('input').find(({ attributes }) => attributes['name'] === 'files')?.attributes['value']).toBe('NOTES');
    expect(found.html).toContain('(107)');
    expect(namesOn((await read(`${dataset(tree.persistentId)}&files=nothing-of-that-sort`)).page)).toEqual([]);
    const nowhere = await read(`${dataset(tree.persistentId)}&folder=no/such`);
    expect([nowhere.response.status, namesOn(nowhere.page)]).toEqual([200, []]);
    expect((await read(`${dataset(tree.persistentId)}&folder=${encodeURIComponent('"><script>x')}`)).html).not.toContain('"><script>x');
  });

  test('are open when their embargo is over, and marked until then', async () => {
    const admin = superuser(server);
    const held = await createDataset(admin, world.collection);
    const file = await addFile(admin, held, { name: 'later.txt' });
    succeeded(await admin.rest.send('/api/admin/settings/:MaxEmbargoDurationInMonths', { method: 'PUT', raw: '-1' }));
    const embargo = { dateAvailable: '2099-01-01', reason: '', fileIds: [file] };
    succeeded(await admin.rest.post(`/api/datasets/${held.id}/files/actions/:set-embargo`, embargo));
    await publishDataset(admin, held);
    for (const path of [dataset(held.persistentId), `/file.xhtml?fileId=${file}`]) {
      const { page, html } = await read(path);
      expect(page.all('span').map(({ text }) => text)).toContain('Embargoed until January 1, 2099');
      expect(html).not.toContain('signature=');
    }
  });

  test('cost no statement each', async () => {
    server.takeStatements();
    await read(dataset(world.published.persistentId));
    const few = server.takeStatements().length;
    await read(dataset(world.hostile.persistentId));
    const many = server.takeStatements().length;
    // Files that a permission or a day opens are looked up, all of them together.
    expect(many).toBeLessThanOrEqual(few + 1);
    expect(many).toBeLessThanOrEqual(STATEMENTS_OF_A_PAGE);
  });
});

describe('what people entered', () => {
  test('is text on a page, whatever it looks like', async () => {
    const { page, html } = await read(dataset(world.hostile.persistentId));
    expect(page.all('h1')[0]?.text).toBe(HOSTILE_TITLE);
    expect(page.all('title')[0]?.text).toContain(HOSTILE_TITLE);
    expect(page.jsonLd()).toMatchObject({ name: expect.stringContaining('quoted') });
    expect(page.all('script')).toHaveLength(1);
    expect(html).not.toMatch(/<script>|<b>|<img/);
    expect(page.meta('citation_title')).toEqual([HOSTILE_TITLE]);
  });

  test('is text in lists of collections too', async () => {
    const { page } = await read(`/collection/${world.collection.alias}`);
    expect(page.all('a').map(({ text }) => text)).toContain(HOSTILE_TITLE);
    expect(page.all('h1')[0]?.text).toBe('Coast & estuary <lab>');
    expect(page.all('script')).toHaveLength(0);
  });

  test('leaves addresses alone that are no addresses', async () => {
    for (const query of [
      'persistentId=%00',
      'persistentId=%ff',
      'persistentId=<script>',
      'id=x',
      'persistentId=doi:10.5072/FK2/A&page=-1',
    ]) {
      const { response, page } = await read(`/dataset.xhtml?${query}`);
      expect([query, response.status < 500 && response.status >= 400]).toEqual([query, true]);
      expect(structuralFaults(page)).toEqual([]);
    }
  });
});

describe('what is not public', () => {
  test('is not told by any page', async () => {
    for (const [name, path] of pagesOf(world)) {
      if (path.includes(world.privateToken)) continue;
      const { html } = await read(path);
      expect([name, html.includes(DRAFT_TITLE), html.includes('secret-readings')]).toEqual([name, false, false]);
    }
  });

  test('opens to no token in a header: a reader of pages is a guest', async () => {
    const headers = { Accept: 'text/html', 'X-Service-key': superuser(server).rest.token ?? '' };
    expect((await open(dataset(world.draft.persistentId), { headers })).status).toBe(401);
    expect((await open(`/previewurl.xhtml?token=${headers['X-Service-key']}`)).status).toBe(404);
  });

  test('is shown of a withdrawn version as its tombstone, without files', async () => {
    const { response, page, html } = await read(dataset(world.withdrawn.persistentId));
    const text = page.all('main')[0]?.text ?? '';
    expect(text).toContain('A grid that was wrong');
    expect(text).toContain('Brandl, Tove');
    expect(text).toContain('The instrument was not calibrated.');
    expect(text).toContain('DEACCESSIONED VERSION');
    expect(page.all('a').map(({ attributes }) => attributes['href'])).toContain('https://data.example.org/better');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(html).not.toContain('/api/access/');
    expect(page.jsonLd()).toBeUndefined();
  });

  test.each(['', '&version=1.0'])('is shown of a file that withdrawn versions alone hold as its tombstone%s', async (version) => {
    const { response, page, html } = await read(`/file.xhtml?fileId=${world.withdrawnFile}${version}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const text = page.all('main')[0]?.text ?? '';
    expect(page.all('h1')[0]?.text).toBe('grid.csv');
    expect(text).toContain('This file was withdrawn with its dataset.');
    expect(text).toContain('The instrument was not calibrated.');
    expect(text).toContain(world.withdrawn.persistentId);
    expect(page.all('a').map(({ attributes }) => attributes['href'])).toContain('https://data.example.org/better');
    expect(html).not.toContain('/api/access/');
  });

  test('is not told of a withdrawn version that the file was not in', async () => {
    expect((await open(`/file.xhtml?fileId=${world.withdrawnFile}&version=9.0`)).status).toBe(404);
    expect((await open(`/file.xhtml?fileId=${world.draftFile}&version=1.0`)).status).toBe(404);
  });
});

describe('a private URL', () => {
  test.each(['/previewurl.xhtml', '/privateurl.xhtml'])('shows its draft with downloads at %s, and is kept nowhere', async (path) => {
    const { response, page } = await read(`${path}?token=${world.privateToken}`);
    expect(page.all('h1')[0]?.text).toBe(DRAFT_TITLE);
    expect(page.all('main')[0]?.text).toContain('Brandl, Tove');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('etag')).toBeNull();
    const [download] = page.all('a').filter(({ text }) => text === 'Download secret-readings.txt');
    expect((await open(download?.attributes['href'] ?? '')).status).toBe(200);
  });

  test('names no authors when it is anonymised', async () => {
    const { page, html } = await read(`/previewurl.xhtml?token=${world.anonymousToken}`);
    expect(page.all('h1')[0]?.text).toBe('Whose data are these');
    expect(page.all('main')[0]?.text).toContain('withheld');
    expect(html).not.toMatch(/Brandl|Tove|Coast &amp; estuary/);
    expect(page.all('a').map(({ text }) => text)).toContain('Download readings.txt');
  });

  test('opens nothing once it is taken away', async () => {
    const { rest } = superuser(server);
    succeeded(await rest.delete(`/api/datasets/${world.anonymous.id}/privateUrl`));
    const { response, html } = await read(`/previewurl.xhtml?token=${world.anonymousToken}`);
    expect(response.status).toBe(404);
    expect(html).not.toContain('Whose data are these');
  });
});

describe('addresses that answers hand out', () => {
  test('lead to pages: landing pages, private URLs, citations, namespaces of blocks', async () => {
    const { rest } = superuser(server);
    const target = succeeded(await rest.get(`/api/pids?persistentId=${world.published.persistentId}`)).text('data.url');
    expect((await open(target)).status).toBe(200);
    const link = succeeded(await rest.get(`/api/datasets/${world.draft.id}/privateUrl`)).text('data.link');
    expect((await open(link)).status).toBe(200);
    const csl = succeeded(await rest.get(`/api/datasets/${world.published.id}/versions/1.0/citation/CSL`)).text('URL');
    const cited = await open(csl);
    expect({ status: cited.status, to: cited.headers.get('location') }).toEqual({
      status: 302,
      to: dataset(world.published.persistentId),
    });
    expect((await open(`/citation?persistentId=${world.draft.persistentId}`)).status).toBe(401);
    expect((await open('/citation?persistentId=doi:10.5072/FK2/NOSUCH')).status).toBe(404);
    const block = await open('/schema/citation');
    expect((await open(block.headers.get('location') ?? '')).status).toBe(200);
  });

  test('have a page where there is nothing for a browser, and JSON for others', async () => {
    const { response, page } = await read('/no-such-page');
    expect(response.status).toBe(404);
    expect(structuralFaults(page)).toEqual([]);
    const other = await open('/no-such-page', { headers: { Accept: 'application/json' } });
    expect({ status: other.status, type: other.headers.get('content-type') }).toEqual({
      status: 404,
      type: 'application/json; charset=utf-8',
    });
  });

  test.each([
    ['/favicon.ico', 'image/vnd.microsoft.icon'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/pages.css', 'text/css; charset=utf-8'],
  ])('%s is there, and is not sent twice', async (path, type) => {
    const response = await open(path);
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({ status: 200, type });
    const again = await open(path, { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });
});
