import {
  type ContentFilter,
  type ContentOrder,
  type ContentPlace,
  countFilteredContents,
  listOrderedContents,
  type OrderedContent,
} from '../../db/queries/collections/contents-page.ts';
import type { ContentRow } from '../../db/queries/collections/contents.ts';
import type { ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import type { PageWindow } from '../../model/page-window.ts';

/** A child and its place in the order asked for. */
export interface PlacedContent {
  readonly content: ContentRow;
  readonly key: string;
}

async function rowOf({ loaders }: ReadContext, { kind, id, key }: OrderedContent): Promise<PlacedContent[]> {
  if (kind === 'COLLECTION') {
    const row = await loaders.collection.load(id);
    return row === undefined ? [] : [{ content: { kind, row }, key }];
  }
  const row = await loaders.dataset.load(id);
  return row === undefined ? [] : [{ content: { kind, row }, key }];
}

/** A page of the children that a filter chooses of those the actor may see, in an order. Three statements, whatever its size. */
export const pageCollectionContents = detail({
  name: 'pageCollectionContents',
  run: async (
    context: ReadContext,
    collectionId: number,
    page: PageWindow<ContentPlace> & { readonly order: ContentOrder; readonly filter: ContentFilter },
  ): Promise<PlacedContent[]> => {
    const placed = await listOrderedContents(context.db, collectionId, context.actor, page);
    return (await Promise.all(placed.map((one) => rowOf(context, one)))).flat();
  },
});

/** Number of children that a filter chooses of those the actor may see. */
export const countChosenContents = detail({
  name: 'countChosenContents',
  run: (context: ReadContext, collectionId: number, filter: ContentFilter): Promise<number> =>
    countFilteredContents(context.db, collectionId, context.actor, filter),
});
