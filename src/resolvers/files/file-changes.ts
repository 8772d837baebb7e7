import type { EditedFile } from '../../domain/files/restrict-file.ts';
import { restrictFile } from '../../domain/files/restrict-file.ts';
import { removeFile } from '../../domain/files/remove-file.ts';
import { readTabularTags } from '../../domain/files/tabular-tags.ts';
import { admitFileEdit, updateFileMetadata } from '../../domain/files/update-file-metadata.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { copyOf } from '../datasets/datasets.ts';
import type { RequestContext } from '../../request-context.ts';
import { globalId } from '../global-id.ts';
import { datasetModel, fileMetadataModel, type FileMetadataModel, versionModel } from '../models.ts';
import { fileKey } from '../references.ts';

/** What an edit gives back. */
export function editedFile({ dataset, version, file }: EditedFile, { services }: RequestContext): FileMetadataModel {
  return fileMetadataModel(versionModel(datasetModel(dataset, services), version), file);
}

export const fileChangeResolvers: Resolvers = {
  DataFile: {
    viewerCanEdit: ({ key }, _args, context) => admitFileEdit(context, key),
  },
  Mutation: {
    restrictFile: async (_root, { input }, context) => ({
      file: editedFile(await restrictFile(context, { ...input, file: fileKey(input.file) }), context),
    }),
    removeFile: async (_root, { input }, context) => {
      const { fileId, bytesDeleted } = await removeFile(context, { file: fileKey(input.file) });
      return { deletedDataFileId: globalId('DataFile', fileId), deletedDataFileDatabaseId: fileId, bytesDeleted };
    },
    updateFileMetadata: async (_root, { input }, context) => ({
      file: editedFile(
        await updateFileMetadata(context, {
          ...input,
          file: fileKey(input.file),
          categories: copyOf(input.categories),
          dataFileTags: input.dataFileTags ? readTabularTags(input.dataFileTags, '/dataFileTags') : null,
        }),
        context,
      ),
    }),
  },
};
