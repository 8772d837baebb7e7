import { hasLogo, hasPicture, hasThumbnail } from '../../domain/search/hit-pictures.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const hitPictureResolvers: Resolvers = {
  CollectionHit: {
    imageUrl: async ({ collection: { row } }, _args, context) =>
      (await hasLogo(context, row.id)) ? `${context.services.installation.siteUrl}/api/access/dvCardImage/${row.id}` : null,
  },
  DatasetHit: {
    imageUrl: async ({ datasetVersion: { row }, apiUrl }, _args, context) =>
      (await hasPicture(context, row.id)) ? `${apiUrl}/logo` : null,
  },
  FileHit: {
    imageUrl: async ({ fileMetadata: { row }, url }, _args, context) =>
      (await hasThumbnail(context, row.dataFile)) ? `${url}?imageThumb=true` : null,
  },
};
