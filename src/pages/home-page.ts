import { type ComponentChildren, h } from 'preact';
import { PageOfHomeDocument } from '../generated/page-operations.ts';
import { collectionPath } from './addresses.ts';
import { canonicalLink } from './dataset-head.ts';
import { factList, section } from './frame.ts';
import { listedDataset } from './listed-datasets.ts';
import type { MakePage } from './page.ts';
import { richText } from './rich-text.ts';

const ADDRESSES = [
  ['/docs', 'REST API, with documentation'],
  ['/openapi', 'REST API as an OpenAPI document'],
  ['/graphql', 'GraphQL endpoint, an explorer in a browser'],
  ['/graphql/schema.graphql', 'GraphQL schema'],
] as const;

function addressesSection(siteUrl: string): ComponentChildren {
  return section(
    'addresses',
    'For programs',
    factList(ADDRESSES.map(([path, text]) => [text, h('a', { href: path }, siteUrl + path)] as const)),
  );
}

/** The page at the address of the server: its name and version, its contents, and links. */
export const homePage: MakePage = async ({ run, site }) => {
  const { serverInfo, collection } = await run(PageOfHomeDocument, {});
  const datasets = (collection?.contents.nodes ?? []).flatMap((child) => (child.__typename === 'Dataset' ? [child] : []));
  const collections = (collection?.collections.nodes ?? []).flatMap((child) => (child.__typename === 'Collection' ? [child] : []));
  return {
    title: site.installationName,
    head: canonicalLink(`${site.siteUrl}/`),
    main: [
      h(
        'div',
        { class: 'heading' },
        h('h1', { dir: 'auto' }, site.installationName),
        h('p', { class: 'quiet' }, `A research data repository. Archivolt ${serverInfo.version}`),
      ),
      collection === null || collection.description === null ? null : richText(collection.description),
      datasets.length === 0 ? null : section('newest', 'Newest datasets', h('ul', { class: 'list' }, datasets.map(listedDataset))),
      collections.length === 0
        ? null
        : section(
            'collections',
            'Collections',
            h(
              'ul',
              { class: 'list' },
              collections.map(({ alias, name }) => h('li', null, h('a', { href: collectionPath(alias), dir: 'auto' }, name))),
            ),
          ),
      collection === null ? null : h('p', null, h('a', { href: collectionPath(collection.alias) }, 'Everything in this repository')),
      addressesSection(site.siteUrl),
    ],
  };
};
