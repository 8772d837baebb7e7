import { type ComponentChildren, h } from 'preact';
import type { PageOfCollectionQuery } from '../generated/page-operations.ts';
import { collectionPath } from './addresses.ts';
import { messagesOf } from './messages/messages.ts';

type Below = NonNullable<PageOfCollectionQuery['collection']>['descendants'];
type Node = Below['nodes'][number];

/** Lists in lists, of collections that come before what they hold. */
function branches(nodes: readonly Node[], depth: number): ComponentChildren {
  const starts = nodes.flatMap((node, place) => (node.depth === depth ? [place] : []));
  return h(
    'ul',
    null,
    starts.map((start, number) => {
      const [top, ...inner] = nodes.slice(start, starts[number + 1]);
      if (top === undefined) return null;
      return h(
        'li',
        null,
        h('a', { href: collectionPath(top.alias), dir: 'auto' }, top.name),
        inner.length === 0 ? null : branches(inner, depth + 1),
      );
    }),
  );
}

/** The tree of collections below one at a depth; nothing where there are none but those that its contents show anyway. */
export function collectionTree({ nodes, totalCount, pageInfo }: Below, depth: number): ComponentChildren {
  if (nodes.every((node) => node.depth === depth + 1)) return null;
  const words = messagesOf().browse;
  return h(
    'details',
    { class: 'tree' },
    h('summary', null, words.collectionsBelow(totalCount)),
    branches(nodes, depth + 1),
    pageInfo.hasNextPage ? h('p', { class: 'quiet' }, words.firstCollections(nodes.length)) : null,
  );
}
