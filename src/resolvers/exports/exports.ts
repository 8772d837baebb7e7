import { findAnyDataset } from '../../domain/datasets/view-dataset.ts';
import { findPublishedExport } from '../../domain/exports/find-published-export.ts';
import { exportVersion } from '../../domain/exports/export-version.ts';
import type { MetadataExport } from '../../domain/exports/metadata-export.ts';
import { exportAllDatasets, forgetExports, reexportDataset, viewExportState } from '../../domain/exports/export-runs.ts';
import { listExportFormats } from '../../domain/exports/list-export-formats.ts';
import { viewVersion } from '../../domain/versions/view-version.ts';
import { wholeDataset } from '../datasets/datasets.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { pageSize } from '../pages.ts';
import { datasetKeyOf } from '../references.ts';
import { wholeVersion } from '../versions/version-metadata.ts';

/** Longest text that is given as a whole. */
const LONGEST_TEXT_BYTES = 200_000;

async function wholeText(made: MetadataExport): Promise<string> {
  const pieces: string[] = [];
  for (let position = 0; position < made.pieceCount; position += 1) pieces.push(await made.piece(position));
  return pieces.join('');
}

export const exportResolvers: Resolvers = {
  Query: {
    exportFormats: (_root, _args, context) => listExportFormats(context, {}),
    metadataExportState: (_root, { first }, context) => viewExportState(context, { runs: pageSize(first) }),
  },
  Dataset: {
    export: async ({ key }, { version: named, format }, context) => {
      const published = named === ':latest-published' ? await findPublishedExport(context, { dataset: key, format }) : undefined;
      if (published !== undefined) return published;
      const dataset = await findAnyDataset(context, key);
      const version = await viewVersion(context, { dataset, reference: named, includeDeaccessioned: false });
      return exportVersion(context, { pid: dataset, version, whole: async () => ({ dataset, version }) }, format);
    },
  },
  Mutation: {
    exportAllDatasets: async (_root, { input }, context) => ({
      run: await exportAllDatasets(context, { again: input.again === true }),
    }),
    reexportDataset: async (_root, { input }, context) => {
      const { id } = await reexportDataset(context, { dataset: datasetKeyOf(input.dataset) });
      return { datasetDatabaseId: id };
    },
    forgetMetadataExports: async (_root, _args, context) => ({ datasetCount: await forgetExports(context, {}) }),
  },
  MetadataExportRun: {
    databaseId: ({ id }) => id,
  },
  DatasetVersion: {
    export: (version, { format }, context) =>
      exportVersion(
        context,
        {
          pid: version.dataset.row,
          version: version.row,
          whole: async () => ({ dataset: await wholeDataset(version.dataset, context), version: await wholeVersion(version, context) }),
        },
        format,
      ),
  },
  ExportFormat: {
    xmlNamespace: ({ xml }) => xml?.namespace ?? null,
    xmlSchemaLocation: ({ xml }) => xml?.schemaLocation ?? null,
    xmlSchemaVersion: ({ xml }) => xml?.schemaVersion ?? null,
  },
  MetadataExport: {
    format: ({ exporter }) => exporter,
    text: (made) => (made.sizeBytes > LONGEST_TEXT_BYTES ? null : wholeText(made)),
    piece: (made, { position }) => made.piece(position),
  },
};
