import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { administrationRoutes } from '../../src/pages/administration/administration-routes.ts';
import { depositRoutes } from '../../src/pages/deposit/deposit-routes.ts';
import { pagePaths } from '../../src/pages/page-routes.ts';
import { signInRoutes } from '../../src/pages/sign-in/serve-sign-in.ts';
import { PICTURED } from '../support/pictured-pages.ts';

/** The one place that may, with the reason. */
const WRITERS = {
  'src/pages/dataset-head.ts': 'data in a script element, which cannot be escaped as other text; `scriptJson` leaves nothing that ends it',
};

test('pages write nothing unescaped, but in one place', async () => {
  const paths = (await readdir('src/pages')).filter((name) => name.endsWith('.ts')).map((name) => `src/pages/${name}`);
  expect(paths.length).toBeGreaterThan(10);
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
  const writers = texts.filter(({ text }) => /dangerouslySetInnerHTML|innerHTML|__html/.test(text)).map(({ path }) => path);
  expect(writers).toEqual(Object.keys(WRITERS));
});

/** Addresses that answer with no page of their own, with the reason. */
const NO_PAGES: Readonly<Record<string, string>> = {
  '/citation': 'leads to the dataset',
  '/linkset': 'for programs',
  '/robots.txt': 'for programs',
  '/sitemap.xml': 'for programs',
  '/sitemap/': 'for programs',
  '/schema/': 'leads to the REST API',
  '/privateurl.xhtml': 'another address of /previewurl.xhtml',
  '/deposit/upload': 'for the script of uploads',
};

test('every page has its picture, and is examined with it', () => {
  const forms = { ...signInRoutes, ...depositRoutes, ...administrationRoutes };
  const shown = Object.keys(forms).flatMap((route) => (route.startsWith('GET ') ? [route.slice('GET '.length)] : []));
  const pictured = new Set(Object.values(PICTURED).flatMap((pages) => pages.map(({ route }) => route)));
  expect(pictured.size).toBeGreaterThan(40);
  const pages = [...pagePaths, ...shown].filter((path) => !Object.hasOwn(NO_PAGES, path));
  expect({ withoutPicture: pages.filter((path) => !pictured.has(path)) }).toEqual({ withoutPicture: [] });
  expect({ gone: [...pictured, ...Object.keys(NO_PAGES)].filter((path) => ![...pagePaths, ...shown].includes(path)) }).toEqual({
    gone: [],
  });
});
