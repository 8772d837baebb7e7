/** Where things are found through links. Source: collections.md 11.1. */
import type { CollectionWithGrants } from '../../db/queries/collections/collections.ts';
import type { ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { maySeeCollection } from '../collections/view-collection.ts';

/** Number of published datasets in a collection that was shown, below it, and linked into it or below it. */
export const countDatasetsShown = detail({
  name: 'countDatasetsShown',
  run: (context: ReadContext, collectionId: number): Promise<number> => context.loaders.shownDatasetCount.load(collectionId),
});

/** The collections in which a dataset that was shown is found, as far as the actor may see them; without the root. */
export const listShownIn = detail({
  name: 'listShownIn',
  run: async (context: ReadContext, datasetId: number): Promise<CollectionWithGrants[]> => {
    const ids = await context.loaders.showingCollectionIds.load(datasetId);
    const rows = await Promise.all(ids.map((id) => context.loaders.collection.load(id)));
    return rows.filter((row) => row !== undefined).filter((row) => maySeeCollection(context, row));
  },
});
