import { setCitationDate } from '../../domain/datasets/set-citation-date.ts';
import { citationDay, citationYear } from '../../model/citation-date.ts';
import { destroyDataset } from '../../domain/datasets/destroy-dataset.ts';
import { deaccessionVersion } from '../../domain/datasets/publication/deaccession-version.ts';
import { setVersionNote } from '../../domain/versions/version-note.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { requireDataset, wholeDataset } from './datasets.ts';
import { globalId } from '../global-id.ts';
import { versionModel } from '../models.ts';
import { datasetKeyOf } from '../references.ts';
import { wholeVersion } from '../versions/version-metadata.ts';

export const datasetChangeResolvers: Resolvers = {
  Mutation: {
    deaccessionDatasetVersion: async (_root, { input }, context) => {
      const row = await deaccessionVersion(context, { ...input, dataset: datasetKeyOf(input.dataset) });
      return { datasetVersion: versionModel(await requireDataset(context, row.datasetId), row) };
    },
    destroyDataset: async (_root, { input }, context) => {
      const id = await destroyDataset(context, { dataset: datasetKeyOf(input.dataset) });
      return { deletedDatasetId: globalId('Dataset', id), deletedDatasetDatabaseId: id };
    },
    setCitationDate: async (_root, { input }, context) => {
      const { datasetId, displayName } = await setCitationDate(context, { dataset: datasetKeyOf(input.dataset), field: input.field });
      return { dataset: await requireDataset(context, datasetId), displayName };
    },
    setVersionNote: async (_root, { input }, context) => {
      const row = await setVersionNote(context, { ...input, dataset: datasetKeyOf(input.dataset) });
      return { datasetVersion: versionModel(await requireDataset(context, row.datasetId), row) };
    },
  },
  Dataset: {
    citationDateField: async (model, _args, context) => (await wholeDataset(model, context)).citationDateField,
  },
  DatasetVersion: {
    // Without a promise where the dataset was read whole: lists of versions ask for it.
    citationDate: ({ dataset }, _args, context) =>
      dataset.whole === undefined ? wholeDataset(dataset, context).then(citationDay) : citationDay(dataset.whole),
    citationYear: async (version, _args, context) =>
      citationYear(
        { dataset: await wholeDataset(version.dataset, context), version: await wholeVersion(version, context) },
        context.services.blocks.current(),
      ),
  },
};
