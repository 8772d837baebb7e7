import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import {
  type LinkEndRow,
  listLinkableCollectionIds,
  pageLinkedNodes,
  pageLinkingCollections,
} from '../../db/queries/collections/node-links.ts';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { Listed, PageWindow } from '../../model/page-window.ts';
import { query, type ReadContext } from '../../kernel/command.ts';
import { loadDataset } from '../subjects/dataset-subject.ts';
import { loadCollection } from '../subjects/collection-subject.ts';

/** Which links of a collection, and what part of them: what it shows of a kind, or what shows it. */
export interface CollectionLinksQuestion extends PageWindow<number> {
  readonly collection: CollectionKey;
  readonly ends: 'linkedCollections' | 'linkedDatasets' | 'linkingCollections';
}

/** A part of the links of a collection, in the order they were made. Source: collections.md 11.2. */
export const listCollectionLinks = query({
  name: 'listCollectionLinks',
  subject: (scope, { collection }: CollectionLinksQuestion) => loadCollection(scope, collection),
  requires: 'Superuser',
  run: ({ db }, { collection: { id } }, { ends, collection: _key, ...window }): Promise<Listed<LinkEndRow>> => {
    if (ends === 'linkingCollections') return pageLinkingCollections(db, id, window);
    return pageLinkedNodes(db, { linkingId: id, kind: ends === 'linkedCollections' ? 'COLLECTION' : 'DATASET' }, window);
  },
});

/** What is to be linked: one of the two. */
export type LinkableKey = { readonly collection: CollectionKey } | { readonly dataset: DatasetKey };

/** Ids of the collections into which the actor may link something, by name. Source: collections.md 11.2. */
export const listLinkableCollections = query({
  name: 'listLinkableCollections',
  subject: async (
    scope: { readonly tx: ReadContext['db']; readonly context: ReadContext },
    { key }: { readonly key: LinkableKey; readonly searchTerm: string; readonly alreadyLinking: boolean },
  ) => {
    if ('collection' in key) {
      const { collection, nodeId, granted } = await loadCollection(scope, key.collection);
      return { nodeId, granted, path: collection.path, permission: 'LinkCollection' as const };
    }
    const { dataset, nodeId, granted } = await loadDataset(scope, key.dataset);
    return { nodeId, granted, path: dataset.path, permission: 'LinkDataset' as const };
  },
  requires: 'LoggedIn',
  run: ({ db, actor }, { nodeId, path, permission }, { searchTerm, alreadyLinking }): Promise<number[]> =>
    listLinkableCollectionIds(db, {
      node: { id: nodeId, path },
      permission,
      identities: actor.identities,
      superuser: actor.superuser,
      searchTerm: searchTerm.trim(),
      alreadyLinking,
    }),
});
