import { auditFiles } from '../../domain/integrity/audit-files.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { decodeCursor, encodeCursor, pageSize } from '../pages.ts';
import { datasetKeyOf } from '../references.ts';

export const fileAuditResolvers: Resolvers = {
  Query: {
    fileAudit: async (_root, { firstId, lastId, datasets, first, after }, context) => {
      const { found, unknown, next } = await auditFiles(context, {
        firstId: firstId ?? null,
        lastId: lastId ?? null,
        datasets: datasets?.map(datasetKeyOf) ?? null,
        after: Number(decodeCursor('fileAudit', after)?.[0] ?? 0),
        limit: pageSize(first),
      });
      return { datasets: found, unknownDatasets: unknown, endCursor: next === null ? null : encodeCursor('fileAudit', [next]) };
    },
  },
  DatasetAudit: {
    datasetDatabaseId: ({ datasetId }) => datasetId,
  },
  AuditedFile: {
    databaseId: ({ id }) => id,
    storageIdentifier: ({ driver, storageId }) => `${driver}://${storageId}`,
  },
};
