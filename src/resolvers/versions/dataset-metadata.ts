import { deleteMetadata, editMetadata } from '../../domain/versions/edit-metadata.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { copyOf, requireDataset } from '../datasets/datasets.ts';
import { versionModel } from '../models.ts';
import { datasetKeyOf } from '../references.ts';
import { requireOne } from '../require-one.ts';

export const datasetMetadataResolvers: Resolvers = {
  Mutation: {
    editDatasetMetadata: async (_root, { input: { values, ...input } }, context) => {
      requireOne(values, '/values', 'Values');
      const row = await editMetadata(context, {
        ...input,
        metadata: values.native,
        ifMatch: copyOf(input.ifMatch),
        dataset: datasetKeyOf(input.dataset),
      });
      return { datasetVersion: versionModel(await requireDataset(context, row.datasetId), row) };
    },
    deleteDatasetMetadata: async (_root, { input: { values, ...input } }, context) => {
      requireOne(values, '/values', 'Values');
      const row = await deleteMetadata(context, {
        ...input,
        metadata: values.native,
        ifMatch: copyOf(input.ifMatch),
        dataset: datasetKeyOf(input.dataset),
      });
      return { datasetVersion: versionModel(await requireDataset(context, row.datasetId), row) };
    },
  },
};
