import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlPage } from '../support/html-page.ts';
import { createPageWorld, type PageWorld } from '../support/page-world.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const SITE = 'http://127.0.0.1';

let server: TestServer;
let world: PageWorld;

beforeAll(async () => {
  server = await startTestServer({ SITE_URL: SITE });
  world = await createPageWorld(server);
});
afterAll(() => server.stop());

function open(address: string, accept = 'text/html'): Promise<Response> {
  const path = address.startsWith(SITE) ? address.slice(SITE.length) : address;
  return fetch(`${server.url}${path}`, { redirect: 'manual', headers: { Accept: accept } });
}

const page = (persistentId: string): string => `/dataset.xhtml?persistentId=${persistentId}`;

/** Links of a header, by relation. */
function linksOf(response: Response): ReadonlyMap<string, readonly string[]> {
  const header = response.headers.get('link') ?? '';
  const links = [...header.matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, href = '', rel = '']) => ({ href, rel }));
  return new Map([...Map.groupBy(links, ({ rel }) => rel)].map(([rel, group]) => [rel, group.map(({ href }) => href)]));
}

describe('the address of a dataset', () => {
  test.each([
    ['application/ld+json', /"@type":\s*"Dataset"/],
    ['application/ld+json; profile="https://w3id.org/ro/crate"', /https:\/\/w3id\.org\/ro\/crate/],
    ['application/vnd.datacite.datacite+xml', /http:\/\/datacite\.org\/schema\/kernel-4/],
    ['application/x-bibtex', /^@data\{/],
    ['application/x-research-info-systems', /TY {2}- DATA/],
    ['application/vnd.citationstyles.csl+json', /"type":\s*"dataset"/],
    ['text/html;q=0.5, application/ld+json', /schema\.org/],
  ])('leads a program that asks for %s to it', async (accept, content) => {
    const answer = await open(page(world.published.persistentId), accept);
    expect([answer.status, answer.headers.get('vary')]).toEqual([303, 'Accept']);
    const form = await open(answer.headers.get('location') ?? '', '*/*');
    expect([form.status, await form.text()]).toEqual([200, expect.stringMatching(content)]);
  });

  test.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    '*/*',
    'application/ld+json;q=0.5, text/html',
    'image/png',
  ])('is the page for a program that asks for %s', async (accept) => {
    const { status, headers } = await open(page(world.published.persistentId), accept);
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept, Accept-Language, Cookie',
    ]);
  });
});

describe('typed links', () => {
  test('stand in the header and in the head of the page, and each opens', async () => {
    const answer = await open(page(world.published.persistentId));
    const links = linksOf(answer);
    expect([...links.keys()].toSorted()).toEqual(['author', 'cite-as', 'describedby', 'license', 'linkset', 'type']);
    expect(links.get('cite-as')).toEqual([`https://doi.org/${world.published.persistentId.slice('doi:'.length)}`]);
    expect(links.get('author')).toContain('https://orcid.org/0000-0002-1825-0097');
    const head = htmlPage(await answer.text())
      .all('link')
      .map(({ attributes }) => attributes['href']);
    expect(head).toEqual(expect.arrayContaining([...links.values()].flat()));
    for (const href of [...(links.get('describedby') ?? []), ...(links.get('linkset') ?? [])]) {
      expect([href, (await open(href, '*/*')).status]).toEqual([href, 200]);
    }
  });

  test('of an older version lead to what tells of that version alone', async () => {
    const links = linksOf(await open(`${page(world.published.persistentId)}&version=1.0`));
    const describing = links.get('describedby') ?? [];
    expect(describing.length).toBeGreaterThan(1);
    expect(describing.filter((href) => !href.includes('/versions/1.0/'))).toEqual([]);
    const [address = ''] = links.get('linkset') ?? [];
    const text = await (await open(address, 'application/linkset+json')).text();
    expect([text.includes('/versions/1.0/'), text.includes('exporter=')]).toEqual([true, false]);
  });

  test('are all in the linkset, with those of the files', async () => {
    const [address = ''] = linksOf(await open(page(world.published.persistentId))).get('linkset') ?? [];
    const answer = await open(address, 'application/linkset+json');
    expect(answer.headers.get('content-type')).toBe('application/linkset+json');
    const landing = SITE + page(world.published.persistentId);
    const content = `${SITE}/api/access/datafile/${world.openFile}`;
    expect(await answer.json()).toEqual({
      linkset: [
        expect.objectContaining({
          anchor: `${landing}&version=1.1`,
          'cite-as': [{ href: `https://doi.org/${world.published.persistentId.slice('doi:'.length)}` }],
          type: [{ href: 'https://schema.org/Dataset' }, { href: 'https://schema.org/AboutPage' }],
          item: expect.arrayContaining([{ href: content, type: 'text/csv' }]),
        }),
        ...Array.from({ length: 2 }, () =>
          expect.objectContaining({ collection: [{ href: `${landing}&version=1.1`, type: 'text/html' }] }),
        ),
      ],
    });
  });

  test('are of published versions alone', async () => {
    expect((await open(`/linkset?persistentId=${world.draft.persistentId}`)).status).toBe(401);
    expect((await open(`/linkset?persistentId=${world.published.persistentId}&version=DRAFT`)).status).toBe(401);
    expect((await open(page(world.withdrawn.persistentId))).headers.get('link')).toBeNull();
    expect((await open(`/previewurl.xhtml?token=${world.privateToken}`)).headers.get('link')).toBeNull();
  });
});

test('other sites show a title and a description', async () => {
  const { elements } = htmlPage(await (await open(page(world.hostile.persistentId))).text());
  const tags = elements.flatMap(({ attributes }) => (attributes['property']?.startsWith('og:') === true ? [attributes['property']] : []));
  expect(tags.toSorted()).toEqual(['og:description', 'og:site_name', 'og:title', 'og:type', 'og:url']);
});

describe('search engines', () => {
  test('are told where the sitemap is', async () => {
    const robots = await (await open('/robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(robots).toContain('Disallow: /search');
  });

  test('find each published dataset, and no other, in the parts of the sitemap', async () => {
    const index = await (await open('/sitemap.xml')).text();
    const parts = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
    expect(parts).toEqual([`${SITE}/sitemap/pages.xml`, `${SITE}/sitemap/datasets-0.xml`]);
    const part = await open(parts[1] ?? '');
    expect(part.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const text = await part.text();
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
    expect(addresses.toSorted()).toEqual([world.published, world.hostile].map(({ persistentId }) => SITE + page(persistentId)).toSorted());
    expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
    const etag = part.headers.get('etag') ?? '';
    expect((await fetch(`${server.url}/sitemap/datasets-0.xml`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test.each(['/sitemap/datasets-1.xml', '/sitemap/datasets-999999.xml', '/sitemap/files-0.xml', '/sitemap/datasets--1.xml'])(
    'find nothing at %s',
    async (path) => {
      expect((await open(path)).status).toBe(404);
    },
  );
});
