import { viewFileInVersion } from '../domain/files/view-file-in-version.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { datasetModel, fileMetadataModel, versionModel } from './models.ts';
import { fileKey } from './references.ts';

export const fileViewResolvers: Resolvers = {
  Query: {
    fileInVersion: async (_root, { reference, version, includeDeaccessioned }, context) => {
      const found = await viewFileInVersion(context, {
        file: fileKey(reference),
        version: version ?? null,
        includeDeaccessioned: includeDeaccessioned ?? false,
      });
      return fileMetadataModel(versionModel(datasetModel(found.dataset), found.version), found.file);
    },
  },
  FileMetadata: {
    datasetVersion: ({ version }) => version,
  },
};
