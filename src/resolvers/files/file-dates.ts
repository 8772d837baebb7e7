import { showAccessStatus } from '../../domain/files/access-status.ts';
import { setFileEmbargo, unsetFileEmbargo } from '../../domain/files/file-embargo.ts';
import { setFileRetention, unsetFileRetention } from '../../domain/files/file-retention.ts';
import type { FileWithAccess } from '../../domain/rows.ts';
import type { DatasetReference, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { type DataFileModel, dataFileModel } from '../models.ts';
import { datasetKeyOf } from '../references.ts';

function payload(files: readonly FileWithAccess[], { services }: RequestContext): { files: DataFileModel[] } {
  return { files: files.map((file) => dataFileModel(file, services)) };
}

function filesOf({ dataset, fileIds }: { readonly dataset: DatasetReference; readonly fileIds: readonly number[] }) {
  return { dataset: datasetKeyOf(dataset), fileIds: [...fileIds] };
}

export const fileDateResolvers: Resolvers = {
  FileMetadata: {
    accessStatus: ({ row }, _args, context) => showAccessStatus(context, row),
  },
  Mutation: {
    setFileEmbargo: async (_root, { input }, context) => payload(await setFileEmbargo(context, { ...input, ...filesOf(input) }), context),
    removeFileEmbargo: async (_root, { input }, context) => payload(await unsetFileEmbargo(context, filesOf(input)), context),
    setFileRetention: async (_root, { input }, context) =>
      payload(await setFileRetention(context, { ...input, ...filesOf(input) }), context),
    removeFileRetention: async (_root, { input }, context) => payload(await unsetFileRetention(context, filesOf(input)), context),
  },
};
