import {
  admitCollectionLogo,
  carryCollectionLogo,
  removeCollectionLogo,
  sendCollectionLogo,
  showCollectionLogo,
} from '../../domain/files/thumbnails/collection-logo.ts';
import {
  admitDatasetThumbnail,
  chooseDatasetThumbnail,
  listThumbnailCandidates,
  removeDatasetThumbnail,
  sendDatasetThumbnail,
  showDatasetThumbnail,
} from '../../domain/files/thumbnails/dataset-thumbnail.ts';
import { writtenCollection } from '../collections/collections.ts';
import { requireDataset } from '../datasets/datasets.ts';
import type { Picture, Resolvers } from '../generated/resolver-types.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';
import { uploadLimits } from './files.ts';

function pictureOf(picture: { readonly png: Buffer; readonly dataFileId: number | null } | null): Picture | null {
  return picture === null ? null : { base64: picture.png.toString('base64'), fileDatabaseId: picture.dataFileId };
}

export const pictureResolvers: Resolvers = {
  Dataset: {
    thumbnailCandidates: async ({ key }, _args, context) =>
      (await listThumbnailCandidates(context, key)).flatMap((picture) => pictureOf(picture) ?? []),
    thumbnailLimits: async ({ key }, _args, context) => uploadLimits(await admitDatasetThumbnail(context, key)),
  },
  Mutation: {
    chooseDatasetThumbnail: async (_root, { input: { dataset, fileId } }, context) => ({
      dataset: await requireDataset(context, await chooseDatasetThumbnail(context, { dataset: datasetKeyOf(dataset), fileId })),
    }),
    sendDatasetThumbnail: async (_root, { input: { dataset, picture } }, context) => ({
      dataset: await requireDataset(context, await sendDatasetThumbnail(context, { dataset: datasetKeyOf(dataset), upload: picture })),
    }),
    removeDatasetThumbnail: async (_root, { input: { dataset } }, context) => ({
      dataset: await requireDataset(context, await removeDatasetThumbnail(context, { dataset: datasetKeyOf(dataset) })),
    }),
    sendCollectionLogo: async (_root, { input: { collection, picture } }, context) => ({
      collection: await writtenCollection(
        context,
        await sendCollectionLogo(context, { collection: collectionKey(collection), upload: picture }),
      ),
    }),
    carryCollectionLogo: async (_root, { input: { collection, card, logo } }, context) => ({
      collection: await writtenCollection(
        context,
        await carryCollectionLogo(context, { collection: collectionKey(collection), card, logo }),
      ),
    }),
    removeCollectionLogo: async (_root, { input: { collection } }, context) => ({
      collection: await writtenCollection(context, await removeCollectionLogo(context, { collection: collectionKey(collection) })),
    }),
  },
  DatasetVersion: {
    thumbnail: async ({ row }, { size }, context) => pictureOf(await showDatasetThumbnail(context, row, size)),
  },
  Collection: {
    logoLimits: async ({ key }, _args, context) => uploadLimits(await admitCollectionLogo(context, key)),
    logo: async ({ row }, { size }, context) => {
      const png = await showCollectionLogo(context, row.id, size);
      return png === null ? null : { base64: png.toString('base64'), fileDatabaseId: null };
    },
  },
};
