import { addFile, admitUpload } from '../domain/files/add-file.ts';
import { friendlyType } from '../domain/files/content-types.ts';
import { authorizeDownload, createDownloadUrl } from '../domain/files/download-file.ts';
import { receiveUpload } from '../domain/files/receive-upload.ts';
import { viewFile, viewFileRecord } from '../domain/files/view-file.ts';
import type { Resolvers, ChecksumAlgorithm } from '../generated/resolvers.ts';
import { requireDataset } from './datasets.ts';
import { fileMetadataGlobalId, globalId } from './global-id.ts';
import { datasetModel, fileMetadataModel, versionModel } from './models.ts';
import { datasetKeyOf, fileKey } from './references.ts';
import type { ChecksumAlgorithm as ChecksumAlgorithmWord } from '../vocabulary.ts';

const algorithmEnum: Readonly<Record<ChecksumAlgorithmWord, ChecksumAlgorithm>> = {
  MD5: 'MD5',
  'SHA-1': 'SHA_1',
  'SHA-256': 'SHA_256',
  'SHA-512': 'SHA_512',
};

export const fileResolvers: Resolvers = {
  Query: {
    file: async (_root, { reference }, context) => {
      const file = await viewFile(context, fileKey(reference));
      return { kind: 'DataFile', row: file, fileAccessRequest: file.fileAccessRequest, datasetId: file.datasetId };
    },
    fileDownload: async (_root, { reference, signature }, context) => {
      const file = await authorizeDownload(context, fileKey(reference), signature ?? null);
      return {
        databaseId: file.id,
        fileName: file.label,
        contentType: file.contentType,
        sizeBytes: file.sizeBytes,
        checksum: { type: file.checksumAlgorithm, value: file.checksumValue },
        createdAt: file.createdAt,
        storageDriver: file.storageDriver,
        storageAuthority: file.authority,
        storageFolder: file.identifier,
        storageId: file.storageId,
      };
    },
    canAddFile: async (_root, { dataset }, context) => {
      const { maximumBytes, checksumAlgorithm } = await admitUpload(context, datasetKeyOf(dataset));
      return { maximumFileBytes: maximumBytes, checksumAlgorithm: algorithmEnum[checksumAlgorithm] };
    },
  },
  Mutation: {
    addFile: async (_root, { input }, context) => {
      const dataset = datasetKeyOf(input.dataset);
      const file = await receiveUpload(context, dataset, input.file);
      let added: Awaited<ReturnType<typeof addFile>>;
      try {
        added = await addFile(context, { ...input, dataset, categories: input.categories ? [...input.categories] : null, file });
      } finally {
        // Does nothing for bytes that were kept.
        await context.services.storage.discard(file);
      }
      return { files: [fileMetadataModel(versionModel(datasetModel(added.dataset), added.version), added.file)] };
    },
  },
  FileMetadata: {
    id: ({ row, version }) => fileMetadataGlobalId({ versionId: version.row.id, recordId: row.id }),
    databaseId: ({ row }) => row.id,
    recordVersion: ({ row }) => row.recordVersion,
    datasetVersionDatabaseId: ({ version }) => version.row.id,
    datasetVersionUpdatedAt: ({ version }) => version.row.updatedAt,
    label: ({ row }) => row.label,
    directoryLabel: ({ row }) => row.directoryLabel,
    description: ({ row }) => row.description,
    restricted: ({ row }) => row.restricted,
    categories: ({ row }) => row.categories,
    provFreeForm: ({ row }) => row.provFreeForm,
    dataFile: ({ row, version }) => ({
      kind: 'DataFile',
      row: row.dataFile,
      fileAccessRequest: version.dataset.row.fileAccessRequest,
      datasetId: version.dataset.row.id,
    }),
  },
  DataFile: {
    id: ({ row }) => globalId('DataFile', row.id),
    databaseId: ({ row }) => row.id,
    persistentId: ({ row }) => row.persistentId,
    contentType: ({ row }) => row.contentType,
    friendlyType: ({ row }) => friendlyType(row.contentType),
    sizeBytes: ({ row }) => row.sizeBytes,
    checksum: ({ row }) => ({ type: row.checksumAlgorithm, value: row.checksumValue }),
    storageIdentifier: ({ row }, _args, context) => context.services.storage.storageIdentifier(row.storageDriver, row.storageId),
    rootDataFileId: ({ row }) => row.rootDataFileId,
    previousDataFileId: ({ row }) => row.previousDataFileId,
    restricted: ({ row }) => row.restricted,
    creationDate: ({ row }) => row.creationDate,
    publicationDate: ({ row }) => row.publicationDate,
    dataset: ({ datasetId }, _args, context) => requireDataset(context, datasetId),
    metadata: async ({ row, datasetId }, { draft }, context) => {
      const found = await viewFileRecord(context, row.id, draft ?? false);
      if (found === null) return null;
      const dataset = await requireDataset(context, datasetId);
      return fileMetadataModel(versionModel(dataset, found.version), found.record);
    },
    downloadUrl: ({ row }, _args, context) => createDownloadUrl(context, row.id),
  },
};
