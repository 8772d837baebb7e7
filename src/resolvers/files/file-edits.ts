import { changeFileCategories } from '../../domain/files/change-categories.ts';
import { redetectFile } from '../../domain/files/redetect-file.ts';
import { removeFiles } from '../../domain/files/remove-file.ts';
import { changeTabularTags, readTabularTags } from '../../domain/files/tabular-tags.ts';
import { uploadRules } from '../../domain/files/upload-rules.ts';
import { updateFilesMetadata } from '../../domain/files/update-file-metadata.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { copyOf } from '../datasets/datasets.ts';
import { editedFile } from './file-changes.ts';
import { uploadLimits } from './files.ts';
import { datasetModel, versionModel } from '../models.ts';
import { datasetKeyOf, fileKey } from '../references.ts';
import { globalId } from '../global-id.ts';

export const fileEditResolvers: Resolvers = {
  ServerInfo: {
    fixityAlgorithm: (_root, _args, { services }) => uploadLimits(uploadRules(services)).checksumAlgorithm,
  },
  Mutation: {
    setFileCategories: async (_root, { input }, context) => ({
      file: editedFile(
        await changeFileCategories(context, {
          file: fileKey(input.file),
          categories: [...input.categories],
          replace: input.replace ?? false,
        }),
        context,
      ),
    }),
    setTabularTags: async (_root, { input }, context) => ({
      file: editedFile(
        await changeTabularTags(context, {
          file: fileKey(input.file),
          tags: readTabularTags(input.tags, '/tags'),
          replace: input.replace ?? false,
        }),
        context,
      ),
    }),
    redetectFile: (_root, { input }, context) => redetectFile(context, { file: fileKey(input.file), dryRun: input.dryRun ?? false }),
    updateFilesMetadata: async (_root, { input }, context) => {
      const { dataset, version, count } = await updateFilesMetadata(context, {
        dataset: datasetKeyOf(input.dataset),
        ifUnmodifiedSince: input.ifUnmodifiedSince,
        files: input.files.map((file, index) => ({
          ...file,
          categories: copyOf(file.categories),
          dataFileTags: file.dataFileTags ? readTabularTags(file.dataFileTags, `/files/${index}/dataFileTags`) : null,
        })),
      });
      return { datasetVersion: versionModel(datasetModel(dataset, context.services), version), count };
    },
    removeFiles: async (_root, { input }, context) => {
      const removed = await removeFiles(context, { dataset: datasetKeyOf(input.dataset), fileIds: [...input.fileIds] });
      return {
        files: removed.map(({ fileId, bytesDeleted }) => ({
          deletedDataFileId: globalId('DataFile', fileId),
          deletedDataFileDatabaseId: fileId,
          bytesDeleted,
        })),
      };
    },
  },
};
