import { type ComponentChildren, h } from 'preact';
import type { PageOfDatasetQuery } from '../generated/page-operations.ts';
import { webAddress } from './addresses.ts';
import { countText } from './file-size.ts';
import { factList, section } from './frame.ts';
import { messagesOf } from './messages/messages.ts';

type Metrics = NonNullable<NonNullable<PageOfDatasetQuery['dataset']>['version']>['dataset']['metrics'];

/** Id of the section: what it says changes with each reader, so that it does not count in the tag of its page. */
export const USAGE_ID = 'usage';

/** How often a dataset was read and cited; nothing where nobody counts, and nobody cites it. */
export function usageSection({ usage, citations }: Metrics): ComponentChildren {
  if (usage === null && citations.totalCount === 0) return null;
  const { parts, usage: words } = messagesOf().reader;
  const citing = citations.nodes.map(({ citationUrl }) => {
    const address = webAddress(citationUrl);
    return h('li', null, address === undefined ? citationUrl : h('a', { href: address, rel: 'nofollow ugc' }, citationUrl));
  });
  return section(
    USAGE_ID,
    parts.usage,
    factList([
      [words.views, usage === null ? null : countText(usage.viewsTotal.total)],
      [words.downloads, usage === null ? null : countText(usage.downloadsTotal.total)],
      [words.citations, citations.totalCount === 0 ? null : countText(citations.totalCount)],
    ]),
    citing.length === 0 ? null : h('ul', { class: 'list' }, citing),
  );
}
