/** What search engines look for before pages. Source: RFC 9309; sitemaps.org, protocol 0.9. */
import { DomainError } from '../../errors/domain-error.ts';
import { element, type XmlElement, xmlText } from '../../formats/xml/xml-element.ts';
import { PageOfSitemapDocument, PageOfSitemapPartDocument } from '../../generated/page-operations.ts';
import type { MakePage, TextDocument } from '../page.ts';

/** Searches and queries have no end; bytes and other forms are for those who come from a page. */
const CLOSED = ['/api/', '/graphql', '/search', '/sign-in', '/account', '/admin', '/oai'];

/** What crawlers may read: the pages, and where all of them are listed. */
export const robots: MakePage = ({ site }) => {
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), `Sitemap: ${site.siteUrl}/sitemap.xml`, ''];
  return Promise.resolve({ contentType: 'text/plain; charset=utf-8', text: lines.join('\n') });
};

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

function xmlDocument(root: XmlElement): TextDocument {
  return { contentType: 'application/xml; charset=utf-8', text: `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(root)}\n` };
}

/** Where the parts are. One at least: the schema of an index wants it, and search engines come again. */
export const sitemapIndex: MakePage = async ({ run, site }) => {
  const { sitemapParts } = await run(PageOfSitemapDocument, {});
  const paths = ['pages.xml', ...sitemapParts.map((number) => `datasets-${number}.xml`)];
  const parts = paths.map((path) => element('sitemap', {}, element('loc', {}, `${site.siteUrl}/sitemap/${path}`)));
  return xmlDocument(element('sitemapindex', NAMESPACE, ...parts));
};

/** A part: the home page, or datasets with the moments of their last changes. */
export const sitemapPart: MakePage = async ({ parameter, run, site }) => {
  if (parameter === 'pages.xml') {
    return xmlDocument(element('urlset', NAMESPACE, element('url', {}, element('loc', {}, `${site.siteUrl}/`))));
  }
  const number = /^datasets-(\d{1,6})\.xml$/.exec(parameter)?.[1];
  if (number === undefined) throw new DomainError('NOT_FOUND', 'There is no such part of the sitemap.');
  const { sitemapPart: entries } = await run(PageOfSitemapPartDocument, { number: Number(number) });
  const urls = entries.map(({ landingPageUrl, changedAt }) =>
    element('url', {}, element('loc', {}, landingPageUrl), element('lastmod', {}, changedAt)),
  );
  return xmlDocument(element('urlset', NAMESPACE, ...urls));
};
