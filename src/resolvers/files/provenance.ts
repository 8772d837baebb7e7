import { removeProvenance, setProvenance, setProvenanceText, viewProvenance } from '../../domain/files/provenance/provenance-commands.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { datasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { fileKey } from '../references.ts';

export const provenanceResolvers: Resolvers = {
  DataFile: {
    provenance: async ({ key }, _args, context) => {
      const { file, record, freeForm } = await viewProvenance(context, key);
      return { fileDatabaseId: file.id, fileName: file.label, record: record ?? null, freeForm };
    },
  },
  Mutation: {
    setFileProvenance: async (_root, { input }, context) => {
      const { file, record } = await setProvenance(context, { ...input, file: fileKey(input.file) });
      if (record === undefined) throw new Error('The provenance was not stored.');
      return { fileName: file.label, record };
    },
    removeFileProvenance: async (_root, { input }, context) => {
      const { file, removed } = await removeProvenance(context, { file: fileKey(input.file) });
      return { fileName: file.label, removed };
    },
    setFileProvenanceText: async (_root, { input }, context) => {
      const { dataset, version, file } = await setProvenanceText(context, { ...input, file: fileKey(input.file) });
      return { file: fileMetadataModel(versionModel(datasetModel(dataset, context.services), version), file) };
    },
  },
};
