import { admitUpload } from '../../domain/files/add-file.ts';
import { addUpload } from '../../domain/files/add-upload.ts';
import type { UploadRules } from '../../domain/files/upload-rules.ts';
import { viewFile, viewFileRecord } from '../../domain/files/view-file.ts';
import type { Resolvers, ChecksumAlgorithm, UploadLimits } from '../generated/resolver-types.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { fileMetadataGlobalId, globalId } from '../global-id.ts';
import { DataFileModel, dataFileModel, datasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { asksOnlyOwnGates } from '../own-gates.ts';
import { datasetKeyOf, fileKey } from '../references.ts';
import type { ChecksumAlgorithm as ChecksumAlgorithmWord } from '../../vocabulary/files.ts';

const algorithmEnum: Readonly<Record<ChecksumAlgorithmWord, ChecksumAlgorithm>> = {
  MD5: 'MD5',
  'SHA-1': 'SHA_1',
  'SHA-256': 'SHA_256',
  'SHA-512': 'SHA_512',
};

/** What an upload has to keep to, as the schema names it. */
export function uploadLimits({ maximumBytes, checksumAlgorithm }: UploadRules): UploadLimits {
  return { maximumFileBytes: maximumBytes, checksumAlgorithm: algorithmEnum[checksumAlgorithm] };
}

export const fileResolvers: Resolvers = {
  Query: {
    file: async (_root, { reference }, context, info) => {
      const key = fileKey(reference);
      if (asksOnlyOwnGates(info, 'DataFile')) return new DataFileModel({ key }, context.services, false);
      const file = await viewFile(context, key);
      return dataFileModel(file, context.services);
    },
    canAddFile: async (_root, { dataset }, context) => uploadLimits(await admitUpload(context, datasetKeyOf(dataset))),
  },
  Mutation: {
    addFile: async (_root, { input }, context) => {
      const { file: upload, ...said } = input;
      const { dataset, version, files, warning } = await addUpload(context, {
        ...said,
        upload,
        dataset: datasetKeyOf(input.dataset),
        categories: input.categories ? [...input.categories] : null,
      });
      const model = versionModel(datasetModel(dataset, context.services), version);
      return { files: files.map((file) => fileMetadataModel(model, file)), warning };
    },
  },
  FileMetadata: {
    id: ({ row, version }) => fileMetadataGlobalId({ versionId: version.row.id, recordId: row.id }),
  },
  DataFile: {
    id: ({ row }) => globalId('DataFile', row.id),
    registration: async ({ row }, _args, context) => {
      const found = row.persistentId === null ? undefined : await context.loaders.fileRegistration.load(row.id);
      return found === undefined ? null : { ...found, lastError: found.error };
    },
    dataset: ({ row }, _args, context) => requireDataset(context, row.datasetId),
    metadata: async ({ row }, { draft }, context) => {
      const found = await viewFileRecord(context, { fileId: row.id, draft: draft ?? false });
      if (found === null) return null;
      const dataset = await requireDataset(context, row.datasetId);
      return fileMetadataModel(versionModel(dataset, found.version), found.record);
    },
  },
};
