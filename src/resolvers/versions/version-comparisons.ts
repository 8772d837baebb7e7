import { compareVersions, viewVersionAsOf } from '../../domain/versions/compare-versions.ts';
import { summarizeVersions, type VersionChanges } from '../../domain/versions/summarize-versions.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { heldDataset, openDataset } from '../datasets/datasets.ts';
import { fileMetadataModel, versionModel } from '../models.ts';
import { MOST_COMPARED, sliceOf } from '../pages.ts';
import { diffOf, metadataChanges } from './version-diff.ts';
import { connectionOfWhole } from '../connection.ts';

function countsOf({ metadata, files, termsChanged, changedVariables }: VersionChanges) {
  return {
    metadataChanges: metadataChanges(metadata),
    filesAdded: files.added.length,
    filesRemoved: files.removed.length,
    filesReplaced: files.replaced.length,
    changedFileMetadata: files.changed.reduce((sum, { fields }) => sum + fields.length, 0),
    changedVariableMetadata: changedVariables,
    termsChanged,
  };
}

export const versionComparisonResolvers: Resolvers = {
  VersionDiff: {
    filesAdded: ({ to, files }, args, context) =>
      connectionOfWhole(context, args, {
        name: 'filesAdded',
        rows: files.added,
        keyOf: ({ id }) => id,
        item: (file) => fileMetadataModel(to, file),
      }),
    filesRemoved: ({ from, files }, args, context) =>
      connectionOfWhole(context, args, {
        name: 'filesRemoved',
        rows: files.removed,
        keyOf: ({ id }) => id,
        item: (file) => fileMetadataModel(from, file),
      }),
    filesReplaced: ({ from, to, files }, args, context) =>
      connectionOfWhole(context, args, {
        name: 'filesReplaced',
        rows: files.replaced,
        keyOf: ({ newFile }) => newFile.id,
        item: ({ oldFile, newFile }) => ({ oldFile: fileMetadataModel(from, oldFile), newFile: fileMetadataModel(to, newFile) }),
      }),
    fileChanges: ({ from, to, files }, args, context) =>
      connectionOfWhole(context, args, {
        name: 'fileChanges',
        rows: files.changed,
        keyOf: ({ newFile }) => newFile.id,
        item: ({ oldFile, newFile, fields }) => ({
          oldFile: fileMetadataModel(from, oldFile),
          newFile: fileMetadataModel(to, newFile),
          fields: fields.map((field) => ({ ...field })),
        }),
      }),
  },
  Dataset: {
    diff: async (named, { from, to, includeDeaccessioned }, context) => {
      const model = await openDataset(named, context);
      const dataset = await heldDataset(model, context);
      const options = { from, to, includeDeaccessioned: includeDeaccessioned ?? false };
      return diffOf(model, await compareVersions(context, dataset, options));
    },
    versionSummaries: async (named, { offset, limit }, context) => {
      const model = await openDataset(named, context);
      const dataset = await heldDataset(model, context);
      const { totalCount, summaries } = await summarizeVersions(context, dataset, sliceOf({ offset, limit }, MOST_COMPARED));
      return {
        totalCount,
        summaries: summaries.map(({ version, contributors, kind, changes }) => ({
          version: versionModel(model, version),
          contributors: [...contributors],
          publishedOn: version.releasedAt?.toISOString().slice(0, 10) ?? null,
          kind,
          changes: changes === null ? null : countsOf(changes),
        })),
      };
    },
    asOf: async (model, { moment }, context) => {
      const version = await viewVersionAsOf(context, await heldDataset(model, context), moment);
      return version === undefined ? null : versionModel(model, version);
    },
  },
};
