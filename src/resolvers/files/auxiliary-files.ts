import { admitAuxiliaryFile, uploadAuxiliaryFile } from '../../domain/files/auxiliary/add-auxiliary-file.ts';
import {
  authorizeAuxiliaryDownload,
  createAuxiliaryUrl,
  listAuxiliaryFiles,
  viewAuxiliaryFiles,
} from '../../domain/files/auxiliary/read-auxiliary-files.ts';
import { extractNcml } from '../../domain/files/netcdf/extract-ncml.ts';
import { removeAuxiliaryFile } from '../../domain/files/auxiliary/remove-auxiliary-file.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { uploadLimits } from './files.ts';
import { datasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { fileKey } from '../references.ts';
import { connectionOfWhole } from '../connection.ts';

export const auxiliaryFileResolvers: Resolvers = {
  DataFile: {
    auxiliaryFiles: async (file, { origin, ...args }, context) =>
      connectionOfWhole(context, args, {
        name: 'auxiliaryFiles',
        rows: file.isNamed
          ? await viewAuxiliaryFiles(context, { file: file.key, origin: origin ?? null })
          : await listAuxiliaryFiles(context, file.row.id, origin),
        keyOf: ({ id }) => id,
        item: (auxiliary) => auxiliary,
      }),
    auxiliaryFileDownload: async ({ key }, asked, context) => {
      const { file, auxiliary, fileName, location } = await authorizeAuxiliaryDownload(context, { ...asked, file: key });
      return {
        databaseId: file.id,
        fileName,
        contentType: auxiliary.contentType,
        sizeBytes: auxiliary.sizeBytes,
        etag: `${auxiliary.checksumAlgorithm}-${auxiliary.checksumValue}`,
        checksum: { type: auxiliary.checksumAlgorithm, value: auxiliary.checksumValue },
        createdAt: auxiliary.createdAt,
        storageDriver: location.driver,
        storageAuthority: location.authority,
        storageFolder: location.identifier,
        storageId: location.storageId,
      };
    },
    auxiliaryFileLimits: async ({ key }, format, context) => uploadLimits(await admitAuxiliaryFile(context, { file: key, ...format })),
  },
  Mutation: {
    addAuxiliaryFile: async (_root, { input }, context) => {
      const { auxiliary, holder } = await uploadAuxiliaryFile(context, { ...input, file: fileKey(input.file) });
      const file =
        holder === null
          ? null
          : fileMetadataModel(versionModel(datasetModel(holder.dataset, context.services), holder.version), holder.file);
      return { auxiliaryFile: auxiliary, file };
    },
    extractNcml: async (_root, { input }, context) => ({ extracted: await extractNcml(context, fileKey(input.file)) }),
    removeAuxiliaryFile: async (_root, { input }, context) => {
      const { fileId, ...format } = await removeAuxiliaryFile(context, { ...input, file: fileKey(input.file) });
      return { fileDatabaseId: fileId, ...format };
    },
  },
  AuxiliaryFile: {
    checksum: ({ checksumAlgorithm: type, checksumValue: value }) => ({ type, value }),
    downloadUrl: (auxiliary, _args, context) => createAuxiliaryUrl(context, auxiliary),
  },
};
