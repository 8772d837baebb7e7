import { registerFile } from '../../domain/files/register-file.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { dataFileModel } from '../models.ts';
import { fileKey } from '../references.ts';

export const fileRegistrationResolvers: Resolvers = {
  Mutation: {
    registerFile: async (_root, { input }, context) => {
      const { file, isNew } = await registerFile(context, { file: fileKey(input.file) });
      return { file: dataFileModel(file, context.services), isNew };
    },
  },
};
