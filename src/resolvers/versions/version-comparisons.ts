import { compareVersions, type VersionComparison, viewVersionAsOf } from '../../domain/versions/compare-versions.ts';
import { countChanges, summarizeVersions, type VersionChanges } from '../../domain/versions/summarize-versions.ts';
import type { BlockDifference } from '../../domain/metadata/diff-metadata.ts';
import { fieldText } from '../../model/metadata/field-values.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { heldDataset, openDataset } from '../datasets/datasets.ts';
import { type DatasetModel, fileMetadataModel, versionModel } from '../models.ts';
import { MOST_COMPARED, sliceOf } from '../pages.ts';

function metadataChanges(blocks: readonly BlockDifference[]) {
  return blocks.map(({ block, fields }) => ({
    name: block.name,
    displayName: block.displayName,
    fields: fields.map((difference) => {
      const { definition, kind, oldField, newField } = difference;
      const { added, deleted, changed } = countChanges(difference);
      return {
        typeName: definition.name,
        title: definition.title,
        displayOnCreate: definition.displayOnCreate,
        kind,
        oldField,
        newField,
        oldText: fieldText(oldField),
        newText: fieldText(newField),
        addedCount: added,
        deletedCount: deleted,
        changedCount: changed,
      };
    }),
  }));
}

function diffOf(dataset: DatasetModel, { from, to, metadata, files, terms }: VersionComparison) {
  const [older, later] = [versionModel(dataset, from), versionModel(dataset, to)];
  return {
    from: older,
    to: later,
    metadataChanges: metadataChanges(metadata),
    filesAdded: files.added.map((file) => fileMetadataModel(later, file)),
    filesRemoved: files.removed.map((file) => fileMetadataModel(older, file)),
    filesReplaced: files.replaced.map(({ oldFile, newFile }) => ({
      oldFile: fileMetadataModel(older, oldFile),
      newFile: fileMetadataModel(later, newFile),
    })),
    fileChanges: files.changed.map(({ oldFile, newFile, fields }) => ({
      oldFile: fileMetadataModel(older, oldFile),
      newFile: fileMetadataModel(later, newFile),
      fields: fields.map((field) => ({ ...field })),
    })),
    termChanges: terms.map((term) => ({ ...term })),
  };
}

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
