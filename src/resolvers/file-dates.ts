import { setFileEmbargo, unsetFileEmbargo } from '../domain/files/file-embargo.ts';
import { setFileRetention, unsetFileRetention } from '../domain/files/file-retention.ts';
import type { FileWithAccess } from '../domain/rows.ts';
import type { DatasetReference, Resolvers } from '../generated/resolvers.ts';
import type { DataFileModel } from './models.ts';
import { datasetKeyOf } from './references.ts';

function payload(files: readonly FileWithAccess[]): { files: DataFileModel[] } {
  return { files: files.map((row) => ({ kind: 'DataFile', row, fileAccessRequest: row.fileAccessRequest, datasetId: row.datasetId })) };
}

function filesOf({ dataset, fileIds }: { readonly dataset: DatasetReference; readonly fileIds: readonly number[] }) {
  return { dataset: datasetKeyOf(dataset), fileIds: [...fileIds] };
}

export const fileDateResolvers: Resolvers = {
  Mutation: {
    setFileEmbargo: async (_root, { input }, context) => payload(await setFileEmbargo(context, { ...input, ...filesOf(input) })),
    unsetFileEmbargo: async (_root, { input }, context) => payload(await unsetFileEmbargo(context, filesOf(input))),
    setFileRetention: async (_root, { input }, context) => payload(await setFileRetention(context, { ...input, ...filesOf(input) })),
    unsetFileRetention: async (_root, { input }, context) => payload(await unsetFileRetention(context, filesOf(input))),
  },
  DataFile: {
    embargo: ({ row: { embargoDateAvailable, embargoReason } }) =>
      embargoDateAvailable === null ? null : { dateAvailable: embargoDateAvailable, reason: embargoReason },
    retention: ({ row: { retentionDateUnavailable, retentionReason } }) =>
      retentionDateUnavailable === null ? null : { dateUnavailable: retentionDateUnavailable, reason: retentionReason },
  },
};
