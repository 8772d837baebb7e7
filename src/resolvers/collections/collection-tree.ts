import { countCollectionDescendants, listCollectionDescendants } from '../../domain/collections/list-descendants.ts';
import { countChosenContents, pageCollectionContents } from '../../domain/collections/page-contents.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CollectioncontentsArgs, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { type CollectionContentPage, type CollectionModel, collectionModel, contentModel } from '../models.ts';
import { connectionFields, decodeCursor, encodeCursor, pageOf, pageSize } from '../pages.ts';

/** A page of a part of a collection's children, or of all of them in another order than the usual one. */
export async function orderedContents(
  context: RequestContext,
  { row }: CollectionModel,
  { first, after, filter, orderBy }: Partial<CollectioncontentsArgs>,
): Promise<CollectionContentPage> {
  const size = pageSize(first);
  const order = { by: orderBy?.field ?? 'ID', direction: orderBy?.direction ?? 'ASC' } as const;
  const position = decodeCursor('orderedContents', after);
  if (position !== undefined && (position[0] !== order.by || position[1] !== order.direction)) {
    throw new DomainError('CURSOR_INVALID', 'The cursor is from another order of this list.');
  }
  const chosen = {
    kind: filter?.kind ?? undefined,
    published: filter?.published ?? undefined,
    namePrefix: filter?.namePrefix ?? undefined,
    includeLinked: filter?.includeLinked ?? undefined,
  };
  const rows = await pageCollectionContents(context, row.id, {
    order,
    filter: chosen,
    after: position === undefined ? undefined : { key: String(position[2]), id: Number(position[3]) },
    limit: size + 1,
  });
  return pageOf(rows, {
    size,
    after,
    cursor: ({ content, key }) => encodeCursor('orderedContents', [order.by, order.direction, key, content.row.id]),
    item: ({ content }) => contentModel(content, context.services),
    totalCount: () => countChosenContents(context, row.id, chosen),
  });
}

export const collectionTreeResolvers: Resolvers = {
  Collection: {
    depth: ({ row }) => row.path.length - 1,
    descendants: async ({ row }, { maximumDepth, first, after }, context) => {
      const size = pageSize(first);
      const descendants = { collection: row, maximumDepth: maximumDepth ?? undefined };
      const rows = await listCollectionDescendants(context, descendants, {
        after: decodeCursor('descendants', after)?.map(Number),
        limit: size + 1,
      });
      return pageOf(rows, {
        size,
        after,
        cursor: ({ path }) => encodeCursor('descendants', path),
        item: collectionModel,
        totalCount: () => countCollectionDescendants(context, descendants),
      });
    },
  },
  CollectionConnection: connectionFields,
};
