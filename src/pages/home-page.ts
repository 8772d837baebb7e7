import { type ComponentChildren, h } from 'preact';
import { PageOfHomeDocument } from '../generated/page-operations.ts';
import { collectionPath } from './addresses.ts';
import { canonicalLink } from './dataset-head.ts';
import { factList, section } from './frame.ts';
import { listedDataset } from './listed-datasets.ts';
import type { MakePage } from './page.ts';
import { richText } from './rich-text.ts';
import { messagesOf } from './messages/messages.ts';
import { newestDatasets } from './newest-datasets.ts';

function addressesSection(siteUrl: string): ComponentChildren {
  const { programs, home } = messagesOf().browse;
  const addresses = [
    ['/docs', home.rest],
    ['/openapi', home.openapi],
    ['/graphql', home.graphql],
    ['/graphql/schema.graphql', home.schema],
  ] as const;
  return section('addresses', programs, factList(addresses.map(([path, text]) => [text, h('a', { href: path }, siteUrl + path)] as const)));
}

/** The page at the address of the server: its name and version, its contents, and links. */
export const homePage: MakePage = async (call) => {
  const { run, site } = call;
  const [{ serverInfo, collection }, datasets] = await Promise.all([run(PageOfHomeDocument, {}), newestDatasets(call)]);
  const words = messagesOf().browse.home;
  const collections = (collection?.collections.nodes ?? []).flatMap((child) => (child.__typename === 'Collection' ? [child] : []));
  return {
    title: site.installationName,
    head: canonicalLink(`${site.siteUrl}/`),
    main: [
      h(
        'div',
        { class: 'heading' },
        h('h1', { dir: 'auto' }, site.installationName),
        h('p', { class: 'quiet' }, words.about(serverInfo.version)),
      ),
      collection === null || collection.description === null ? null : richText(collection.description),
      datasets.length === 0 ? null : section('newest', words.newest, h('ul', { class: 'list' }, datasets.map(listedDataset))),
      collections.length === 0
        ? null
        : section(
            'collections',
            words.collections,
            h(
              'ul',
              { class: 'list' },
              collections.map(({ alias, name }) => h('li', null, h('a', { href: collectionPath(alias), dir: 'auto' }, name))),
            ),
          ),
      collection === null ? null : h('p', null, h('a', { href: collectionPath(collection.alias) }, words.everything)),
      addressesSection(site.siteUrl),
    ],
  };
};
