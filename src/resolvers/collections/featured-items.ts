import {
  addFeaturedItem,
  clearFeaturedItems,
  deleteFeaturedItem,
  listFeaturedItems,
  replaceFeaturedItems,
  updateFeaturedItem,
  viewFeaturedImage,
} from '../../domain/collections/featured-items/featured-item-commands.ts';
import { connectionOfWhole } from '../connection.ts';
import type { FeaturedItemInput, Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { collectionKey } from '../references.ts';
import { requireCollection } from './collections.ts';

function itemOf({ objectIdentifier, displayOrder, ...item }: FeaturedItemInput) {
  return { ...item, displayOrder: displayOrder ?? 0, identifier: objectIdentifier };
}

export const featuredItemResolvers: Resolvers = {
  Query: {
    featuredItemImage: async (_root, { databaseId }, context) => {
      const { imageType, image } = await viewFeaturedImage(context, { id: databaseId });
      return { contentType: imageType, base64: image.toString('base64') };
    },
  },
  Mutation: {
    createFeaturedItem: async (_root, { input: { collection, item } }, context) => ({
      featuredItem: await addFeaturedItem(context, { collection: collectionKey(collection), item: itemOf(item) }),
    }),
    updateFeaturedItem: async (_root, { input: { databaseId, item } }, context) => ({
      featuredItem: await updateFeaturedItem(context, { id: databaseId, item: itemOf(item) }),
    }),
    replaceFeaturedItems: async (_root, { input: { collection, items } }, context) => ({
      featuredItems: await replaceFeaturedItems(context, {
        collection: collectionKey(collection),
        items: items.map(({ databaseId, item }) => ({ ...itemOf(item), id: databaseId })),
      }),
    }),
    deleteFeaturedItem: async (_root, { input: { databaseId } }, context) => {
      const id = await deleteFeaturedItem(context, { id: databaseId });
      return { deletedFeaturedItemId: globalIdOf('FeaturedItem', id), deletedFeaturedItemDatabaseId: id };
    },
    clearFeaturedItems: async (_root, { input: { collection } }, context) => {
      const id = await clearFeaturedItems(context, { collection: collectionKey(collection) });
      return { collection: await requireCollection(context, id) };
    },
  },
  Collection: {
    featuredItems: async ({ key }, args, context) => {
      const rows = await listFeaturedItems(context, { collection: key });
      return connectionOfWhole(context, args, { name: 'featuredItems', rows, keyOf: ({ id }) => id, item: (row) => row });
    },
  },
  FeaturedItem: {
    id: ({ id }) => globalIdOf('FeaturedItem', id),
    databaseId: ({ id }) => id,
    type: ({ itemType }) => itemType,
    imageFileName: ({ imageName }) => imageName,
    imageUrl: ({ id, imageName }, _args, { services }) =>
      imageName === null ? null : `${services.installation.siteUrl}/api/access/collectionFeaturedItemImage/${id}`,
    objectIdentifier: ({ identifier }) => identifier,
    objectDisplayName: ({ displayName }) => displayName,
  },
};
