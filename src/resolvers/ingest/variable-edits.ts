import { showFile } from '../../domain/files/view-file.ts';
import { editVariables } from '../../domain/ingest/edit-variables.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { dataFileModel } from '../models.ts';
import { fileKey } from '../references.ts';

export const variableEditResolvers: Resolvers = {
  Mutation: {
    editVariables: async (_root, { input: { file, ddi } }, context) => {
      const { fileId, isChanged } = await editVariables(context, { file: fileKey(file), ddi });
      return { dataFile: dataFileModel(await showFile(context, fileId), context.services), isChanged };
    },
  },
};
