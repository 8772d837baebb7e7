import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import { listLinkableCollectionIds, listLinkedNodes, listLinkingCollectionIds } from '../../db/queries/collections/node-links.ts';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { query, type ReadContext } from '../../kernel/command.ts';
import { loadDataset } from '../subjects/dataset-subject.ts';
import { loadCollection } from '../subjects/collection-subject.ts';

/** Ids of what a collection links and of what links it, in the order they were linked. */
export interface CollectionLinks {
  readonly linkedCollectionIds: readonly number[];
  readonly linkingCollectionIds: readonly number[];
  readonly linkedDatasetIds: readonly number[];
}

/** All links of a collection, in both directions. Source: collections.md 11.2. */
export const listCollectionLinks = query({
  name: 'listCollectionLinks',
  subject: loadCollection,
  requires: 'Superuser',
  run: async ({ db }, { collection }, _key: CollectionKey): Promise<CollectionLinks> => {
    const linked = await listLinkedNodes(db, collection.id);
    return {
      linkedCollectionIds: linked.filter(({ kind }) => kind === 'COLLECTION').map(({ id }) => id),
      linkingCollectionIds: await listLinkingCollectionIds(db, collection.id),
      linkedDatasetIds: linked.filter(({ kind }) => kind === 'DATASET').map(({ id }) => id),
    };
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
