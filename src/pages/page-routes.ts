import { citationTarget } from './citation-target.ts';
import { collectionPage } from './collection-page.ts';
import { datasetPage } from './dataset-page.ts';
import { differencesPage } from './differences-page.ts';
import { filePage } from './file-page.ts';
import { homePage } from './home-page.ts';
import { confirmEmailPage, confirmedEmailPage } from './confirm-email-page.ts';
import type { MakePage } from './page.ts';
import { privateUrlPage } from './private-url-page.ts';
import { robots, sitemapIndex, sitemapPart } from './programs/crawlers.ts';
import { linkset } from './programs/linkset.ts';
import { searchPage } from './search/search-page.ts';

/**
 * Pages by their paths. Those on `.xhtml` are the addresses that identifiers are registered with, and that answers of the APIs and
 * clients hold: they stay. Source: datasets.md 9.3, 12; decisions.md 40.
 */
const pages: Readonly<Record<string, MakePage>> = {
  '/': homePage,
  '/dataset.xhtml': datasetPage,
  '/file.xhtml': filePage,
  '/differences': differencesPage,
  '/citation': citationTarget,
  '/search': searchPage,
  '/linkset': linkset,
  '/robots.txt': robots,
  '/sitemap.xml': sitemapIndex,
  '/confirmemail.xhtml': confirmEmailPage,
  '/previewurl.xhtml': privateUrlPage,
  '/privateurl.xhtml': privateUrlPage,
};

/** What a form of a page at a path is answered with; what it sends is in its query. */
const answersToForms: Readonly<Record<string, MakePage>> = { '/confirmemail.xhtml': confirmedEmailPage };

/** Finds what answers a form that is sent to a path. */
export function findFormAnswer(path: string): MakePage | undefined {
  return Object.hasOwn(answersToForms, path) ? answersToForms[path] : undefined;
}

/** Pages below a path, whose last segment is a parameter. */
const pagesBelow: Readonly<Record<string, MakePage>> = {
  '/collection/': collectionPage,
  '/sitemap/': sitemapPart,
  // Namespace of a metadata block in JSON-LD; its definition is a record of the REST API.
  '/schema/': ({ parameter }) => Promise.resolve({ location: `/api/metadatablocks/${encodeURIComponent(parameter)}` }),
};

/** Paths of all pages; those that a parameter follows end in a slash. */
export const pagePaths: readonly string[] = [...Object.keys(pages), ...Object.keys(pagesBelow)];

/** Finds what makes the page at a path, and the parameter in it. */
export function findPage(path: string): { readonly make: MakePage; readonly parameter: string } | undefined {
  if (Object.hasOwn(pages, path)) {
    const make = pages[path];
    return make === undefined ? undefined : { make, parameter: '' };
  }
  const slash = path.indexOf('/', 1);
  const make = slash === -1 ? undefined : pagesBelow[path.slice(0, slash + 1)];
  const rest = path.slice(slash + 1);
  if (make === undefined || rest === '' || rest.includes('/')) return undefined;
  try {
    return { make, parameter: decodeURIComponent(rest) };
  } catch {
    return undefined;
  }
}
