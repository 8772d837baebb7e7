import { admitReplacement } from '../../domain/files/replace-file.ts';
import { replaceUpload } from '../../domain/files/replace-upload.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { uploadLimits } from './files.ts';
import { datasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { fileKey } from '../references.ts';

export const fileReplacementResolvers: Resolvers = {
  DataFile: {
    replacementLimits: async ({ key }, _args, context) => uploadLimits(await admitReplacement(context, key)),
  },
  Mutation: {
    replaceFile: async (_root, { input }, context) => {
      const { dataset, version, file, warning } = await replaceUpload(context, {
        ...input,
        file: fileKey(input.file),
        categories: input.categories ? [...input.categories] : null,
      });
      return { file: fileMetadataModel(versionModel(datasetModel(dataset, context.services), version), file), warning };
    },
  },
};
