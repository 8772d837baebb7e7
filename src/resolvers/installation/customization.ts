import { viewCustomization } from '../../domain/installation/customization.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const customizationResolvers: Resolvers = {
  Query: {
    customization: async (_root, { piece }, context) => {
      const { contentType, bytes } = await viewCustomization(context, piece);
      return { contentType, base64: bytes.toString('base64') };
    },
  },
};
