import { citeVersion } from '../../domain/versions/citation/cite-version.ts';
import { fileCitation } from '../../formats/citation/file-citation.ts';
import { isFileDeleted, viewFileHistory } from '../../domain/files/view-file-history.ts';
import { viewFileInVersion } from '../../domain/files/view-file-in-version.ts';
import { viewWithdrawnFile } from '../../domain/files/view-withdrawn-file.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { wholeDataset } from '../datasets/datasets.ts';
import { datasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { wholeVersion } from '../versions/version-metadata.ts';
import { MOST_COMPARED, sliceOf } from '../pages.ts';

export const fileViewResolvers: Resolvers = {
  DataFile: {
    inVersion: async ({ key }, { version, includeDeaccessioned }, context) => {
      const found = await viewFileInVersion(context, {
        file: key,
        version: version ?? null,
        includeDeaccessioned: includeDeaccessioned ?? false,
      });
      return fileMetadataModel(versionModel(datasetModel(found.dataset, context.services), found.version), found.file);
    },
    withdrawn: async ({ key }, { version }, context) => {
      const found = await viewWithdrawnFile(context, { file: key, version: version ?? null });
      return fileMetadataModel(versionModel(datasetModel(found.dataset, context.services), found.version), found.file);
    },
    history: async ({ key }, { offset, limit }, context) => {
      const history = await viewFileHistory(context, { file: key, ...sliceOf({ offset, limit }, MOST_COMPARED) });
      const dataset = datasetModel(history.dataset, context.services);
      return {
        totalCount: history.totalCount,
        differences: history.differences.map(({ version, file, isHeld, ...difference }) => {
          const model = versionModel(dataset, version);
          return { ...difference, datasetVersion: model, file: fileMetadataModel(model, file), held: isHeld };
        }),
      };
    },
    isDeleted: ({ key }, _args, context) => isFileDeleted(context, key),
  },
  FileMetadata: {
    datasetVersion: ({ version }) => version,
    citation: async ({ version, row }, _args, context) =>
      fileCitation(
        citeVersion(context, await wholeDataset(version.dataset, context), await wholeVersion(version, context), 'Internal'),
        row.label,
      ),
  },
};
