/** Addresses of pages for people, and of other resources beside the two APIs: any followed link sends them. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';
import { CITATION_STYLES } from '../../src/vocabulary/citation-styles.ts';

/** Node takes 16 KB of request line and headers together. */
const LONGEST = 15_000;
const STYLES = Object.keys(CITATION_STYLES);
const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

/** What grows in a place of an address, as it is sent. */
const TEXTS: readonly ((size: number) => string)[] = [
  (n) => filled(n, 'x'),
  (n) => filled(n, '9'),
  (n) => `doi:10.5072/${filled(n, '/')}`,
  (n) => `doi:10.5072/${filled(n, 'FK2/')}`,
  (n) => `hdl:${filled(n, ':')}`,
  (n) => `https://doi.org/${filled(n, 'a.')}`,
  (n) => filled(n, '1.'),
  (n) => `${filled(n, '-1')}x`,
  (n) => `${filled(n, '+')}x`,
  (n) => filled(n, '%61'),
  (n) => filled(n, '%2525'),
  (n) => filled(n, '%F0%9F%92%A9'),
  // Halves of characters, an overlong one, and signs that begin no escape.
  (n) => filled(n, '%ED%A0%80'),
  (n) => filled(n, '%C0%AF'),
  (n) => filled(n, '%C3'),
  (n) => filled(n, '%'),
  (n) => filled(n, '%00'),
  (n) => filled(n, '%E2%80%AE'),
  (n) => filled(n, '%3Cb%3E'),
  (n) => filled(n, '&amp;'),
  (n) => filled(n, "'%22"),
  (n) => filled(n, 'eyJ'),
];

/** Where a text stands, by name. */
const places: Readonly<Record<string, (text: string, world: World) => string>> = {
  'the identifier of a dataset': (text) => `/dataset.xhtml?persistentId=${text}`,
  'the version of a dataset': (text, { published }) => `/dataset.xhtml?persistentId=${published.persistentId}&version=${text}`,
  'the style of a citation': (text, { published }) => `/dataset.xhtml?persistentId=${published.persistentId}&cite=${text}`,
  'the language of a page': (text) => `/?lang=${text}`,
  'the hidden message of a page': (text) => `/?hide-message=${text}`,
  'the message that a page shows whole': (text) => `/?whole-message=${text}`,
  'the folder of files': (text, { published }) => `/dataset.xhtml?persistentId=${published.persistentId}&folder=${text}`,
  'the text that files are found by': (text, { published }) => `/dataset.xhtml?persistentId=${published.persistentId}&files=${text}`,
  'the page of a list of files': (text, { published }) => `/dataset.xhtml?persistentId=${published.persistentId}&page=${text}`,
  'the identifier of a file': (text) => `/file.xhtml?persistentId=${text}`,
  'the number of a file': (text) => `/file.xhtml?fileId=${text}`,
  'the version of a file': (text, { published }) => `/file.xhtml?fileId=${published.fileId}&version=${text}`,
  'the alias of a collection': (text) => `/collection/${text}`,
  'the cursor of a collection': (text, { collection }) => `/collection/${collection}?after=${text}`,
  'the name of a block': (text) => `/schema/${text}`,
  'the identifier of a citation': (text) => `/citation?persistentId=${text}`,
  'the words of a search': (text) => `/search?q=${text}`,
  'a filter of a search': (text) => `/search?filter=${text}`,
  'many filters of a search': (text) => `/search?${`filter=a:${text.slice(0, 8)}&`.repeat(400)}`,
  'the collection of a search': (text) => `/search?in=${text}`,
  'the page of a search': (text) => `/search?page=${text}`,
  'the identifier of a linkset': (text) => `/linkset?persistentId=${text}`,
  'the version of a linkset': (text, { published }) => `/linkset?persistentId=${published.persistentId}&version=${text}`,
  'the identifier of differences': (text) => `/differences?persistentId=${text}&from=1.0&to=1.0`,
  'the versions of differences': (text, { published }) => `/differences?persistentId=${published.persistentId}&from=${text}&to=${text}`,
  'a part of the sitemap': (text) => `/sitemap/datasets-${text}.xml`,
  'the token of a preview': (text) => `/previewurl.xhtml?token=${text}`,
  'the token of a confirmation': (text) => `/confirmemail.xhtml?token=${text}`,
  'the page of a preview': (text) => `/privateurl.xhtml?token=a&page=${text}`,
  'a parameter of the home page': (text) => `/?${text}=${text}`,
  'a page that is not there': (text) => `/${text}`,
  'a path below a page': (text) => `/dataset.xhtml/${text}`,
  'a path below the documentation': (text) => `/docs/${text}`,
  'a path below the guides': (text) => `/guides/${text}?${text}`,
  'a path below the explorer': (text) => `/graphql/${text}`,
  'a parameter of the explorer': (text) => `/graphql?${text}`,
  'a parameter of the OpenAPI document': (text) => `/openapi?${text}`,
  'a path below the OpenAPI document': (text) => `/openapi/${text}`,
  'a parameter of the metrics': (text) => `/metrics?${text}`,
  'a parameter of the health': (text) => `/readyz?${text}`,
};

const texts = Object.entries(places).map(([place, path]): Dimension => ({
  name: `pages: ${place}`,
  sizes: [64, LONGEST],
  requests: (size, world) => TEXTS.map((make) => ({ path: path(make(size), world).slice(0, LONGEST), headers: html })),
}));

const pagesOf = ({ published, collection }: World): readonly string[] => [
  '/',
  `/dataset.xhtml?persistentId=${published.persistentId}`,
  `/file.xhtml?fileId=${published.fileId}`,
  `/collection/${collection}`,
  `/citation?persistentId=${published.persistentId}`,
  '/previewurl.xhtml?token=a',
  '/docs',
  '/graphql',
  '/openapi',
];

/** Parameters and headers of every page. */
const everyPage: Readonly<Record<string, (page: string, size: number) => HostileRequest>> = {
  'parameters of every page': (page, n) => ({ path: `${page}${page.includes('?') ? '&' : '?'}${filled(n, 'a=b&')}`, headers: html }),
  'different parameters of every page': (page, n) => ({
    path: `${page}${page.includes('?') ? '&' : '?'}${Array.from({ length: n / 7 }, (_, index) => `k${index}=`).join('&')}`,
    headers: html,
  }),
  'identifiers of every page': (page, n) => ({
    path: `${page}${page.includes('?') ? '&' : '?'}${filled(n, 'persistentId=doi:10.5072/A&')}`,
    headers: html,
  }),
  'tags for every page': (page, n) => ({ path: page, headers: { ...html, 'if-none-match': `${filled(n, 'W/"a",')}"b"` } }),
  'blanks between tags for every page': (page, n) => ({ path: page, headers: { ...html, 'if-none-match': `"a"${filled(n, ' ')}"b"` } }),
  'quotes in tags for every page': (page, n) => ({ path: page, headers: { ...html, 'if-none-match': filled(n, '"') } }),
  'languages that every page is wanted in': (page, n) => ({
    path: page,
    headers: { ...html, 'accept-language': filled(n, 'de-x;q=0.1,') },
  }),
  'parts of a language that every page is wanted in': (page, n) => ({
    path: page,
    headers: { ...html, 'accept-language': `de${filled(n, '-a')}` },
  }),
  'messages hidden before': (page, n) => ({
    path: page,
    headers: { ...html, cookie: `__Host-archivolt-hidden-messages=${filled(n, '1.')}` },
  }),
  'cookies of every page': (page, n) => ({ path: page, headers: { ...html, cookie: filled(n, '__Host-archivolt-language=x;') } }),
  'types that every page is wanted in': (page, n) => ({ path: page, headers: { accept: `${filled(n, 'application/+,')}text/html` } }),
  'suffixes of a type that every page is wanted in': (page, n) => ({ path: page, headers: { accept: `application/${filled(n, '+')}` } }),
};

const whole = Object.entries(everyPage).map(([what, request]): Dimension => ({
  name: `pages: ${what}`,
  sizes: [64, LONGEST],
  requests: (size, world) => pagesOf(world).map((page) => ({ ...request(page, size), path: request(page, size).path.slice(0, LONGEST) })),
}));

/** Addresses of which each visit has another: what is kept of a visit may not add up. */
const visits: Readonly<Record<string, (visit: number, world: World) => string>> = {
  'datasets that are not there': (visit) => `/dataset.xhtml?persistentId=doi:10.5072/FK2/V${visit}${'x'.repeat(5000)}`,
  'files that are not there': (visit) => `/file.xhtml?fileId=${900_000_000 + visit}`,
  'collections that are not there': (visit) => `/collection/v${visit}${'x'.repeat(5000)}`,
  'citations that lead nowhere': (visit) => `/citation?persistentId=doi:10.5072/FK2/V${visit}${'x'.repeat(5000)}`,
  'tokens of previews': (visit) => `/previewurl.xhtml?token=v${visit}${'x'.repeat(5000)}`,
  'pages of files': (visit, { published }) => `/dataset.xhtml?persistentId=${published.persistentId}&page=${visit + 2}`,
  'pages that are not there': (visit) => `/v${visit}${'x'.repeat(5000)}`,
  'the same dataset': (_visit, { published }) => `/dataset.xhtml?persistentId=${published.persistentId}`,
  'a dataset in every style': (visit, { published }) =>
    `/dataset.xhtml?persistentId=${published.persistentId}&lang=${visit % 2 === 0 ? 'de' : 'en'}&cite=${STYLES[visit % STYLES.length] ?? ''}`,
  'the preview of a file': (_visit, { published }) => `/file.xhtml?fileId=${published.fileId}`,
  'the same collection': (_visit, { collection }) => `/collection/${collection}`,
  'the home page': () => '/',
};

const visited = Object.entries(visits).map(([what, path]): Dimension => ({
  name: `pages: visits of ${what}`,
  sizes: [50, 2000],
  requests: (size, world) => Array.from({ length: size }, (_, visit) => ({ path: path(visit, world), headers: html })),
}));

export const pageDimensions: readonly Dimension[] = [...texts, ...whole, ...visited];
