import { showFile } from '../../domain/files/view-file.ts';
import { findIngestStatus } from '../../domain/ingest/view-ingest.ts';
import { reingestFile } from '../../domain/ingest/reingest-file.ts';
import { uningestFile } from '../../domain/ingest/uningest-file.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { dataFileModel } from '../models.ts';
import { fileKey } from '../references.ts';

export const ingestResolvers: Resolvers = {
  DataFile: {
    ingest: ({ row }, _args, context) => findIngestStatus(context, row.id),
  },
  Mutation: {
    uningestFile: async (_root, { input }, context) => {
      const { fileId } = await uningestFile(context, { file: fileKey(input.file) });
      return { dataFile: dataFileModel(await showFile(context, fileId), context.services) };
    },
    reingestFile: async (_root, { input }, context) => {
      const { fileId, label, exceededLimitBytes } = await reingestFile(context, { file: fileKey(input.file) });
      const dataFile = dataFileModel(await showFile(context, fileId), context.services);
      return { dataFile, label, isQueued: exceededLimitBytes === null, exceededLimitBytes };
    },
  },
};
