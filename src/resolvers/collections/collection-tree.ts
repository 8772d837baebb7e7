import type { z } from 'zod';
import { countCollectionDescendants, listCollectionDescendants } from '../../domain/collections/list-descendants.ts';
import { countChosenContents, pageCollectionContents, type PlacedContent } from '../../domain/collections/page-contents.ts';
import type { CollectionWithGrants } from '../../domain/rows.ts';
import type { CollectioncontentsArgs, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { type CollectionContentPage, type CollectionModel, collectionModel, contentModel } from '../models.ts';
import { connectionOf } from '../connection.ts';
import { connectionFields, positions } from '../pages.ts';

type Place = readonly (string | number)[];

function contentPlace(at: Place | null) {
  return at === null ? null : { key: String(at[2]), id: Number(at[3]) };
}

/** A page of a part of a collection's children, or of all of them in another order than the usual one. */
export function orderedContents(
  context: RequestContext,
  { row }: CollectionModel,
  { filter, orderBy, ...args }: CollectioncontentsArgs,
): Promise<CollectionContentPage> {
  const order = { by: orderBy?.field ?? 'ID', direction: orderBy?.direction ?? 'ASC' } as const;
  const chosen = {
    kind: filter?.kind ?? undefined,
    published: filter?.published ?? undefined,
    namePrefix: filter?.namePrefix ?? undefined,
    includeLinked: filter?.includeLinked ?? undefined,
  };
  const places: z.ZodType<Place> = positions.orderedContents.refine(([by, direction]) => by === order.by && direction === order.direction);
  return connectionOf(context, args, {
    name: 'orderedContents',
    places,
    placeOf: ({ content, key }: PlacedContent) => [order.by, order.direction, key, content.row.id],
    read: async ({ after, before, ...window }) => ({
      rows: await pageCollectionContents(context, row.id, {
        ...window,
        order,
        filter: chosen,
        after: contentPlace(after),
        before: contentPlace(before),
      }),
      count: () => countChosenContents(context, row.id, chosen),
    }),
    item: ({ content }) => contentModel(content, context.services),
  });
}

export const collectionTreeResolvers: Resolvers = {
  Collection: {
    depth: ({ row }) => row.path.length - 1,
    descendants: ({ row }, { maximumDepth, ...args }, context) => {
      const descendants = { collection: row, maximumDepth: maximumDepth ?? undefined };
      return connectionOf<CollectionWithGrants, CollectionModel, readonly number[]>(context, args, {
        name: 'descendants',
        places: positions.descendants,
        placeOf: ({ path }) => path,
        read: async (window) => ({
          rows: await listCollectionDescendants(context, descendants, window),
          count: () => countCollectionDescendants(context, descendants),
        }),
        item: collectionModel,
      });
    },
  },
  CollectionConnection: connectionFields,
};
