import {
  addDatasetType,
  type DatasetTypeChange,
  type DatasetTypeKey,
  type DatasetTypeRow,
  deleteDatasetType,
  listDatasetTypes,
  setDatasetTypeBlocks,
  setDatasetTypeLicenses,
  viewDatasetType,
} from '../../domain/installation/dataset-type-commands.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { DatasetTypeReference, Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';

function typeOf({ id, name, linkedMetadataBlocks, availableLicenses }: DatasetTypeRow) {
  return {
    id: globalIdOf('DatasetType', id),
    databaseId: id,
    name,
    linkedMetadataBlocks: [...linkedMetadataBlocks],
    availableLicenses: [...availableLicenses],
  };
}

function changeOf({ before, after }: DatasetTypeChange) {
  return { before: typeOf(before), after: typeOf(after) };
}

function keyOf({ databaseId, name }: DatasetTypeReference): DatasetTypeKey {
  if (typeof databaseId === 'number' && typeof name !== 'string') return { id: databaseId };
  if (typeof name === 'string' && typeof databaseId !== 'number') return { name };
  throw new DomainError('BAD_USER_INPUT', 'A reference must have exactly one key.', {
    problems: [{ pointer: '/reference', message: 'must have exactly one key' }],
  });
}

export const datasetTypeResolvers: Resolvers = {
  Query: {
    datasetTypes: async (_root, _args, context) => (await listDatasetTypes(context, null)).map(typeOf),
    datasetType: async (_root, { reference }, context) => typeOf(await viewDatasetType(context, keyOf(reference))),
  },
  Mutation: {
    createDatasetType: async (_root, { input }, context) => {
      const { name, linkedMetadataBlocks, availableLicenses } = input;
      const facts = { name, linkedMetadataBlocks: [...(linkedMetadataBlocks ?? [])], availableLicenses: [...(availableLicenses ?? [])] };
      return { datasetType: typeOf(await addDatasetType(context, facts)) };
    },
    setDatasetTypeBlocks: async (_root, { input }, context) =>
      changeOf(await setDatasetTypeBlocks(context, { datasetType: keyOf(input.datasetType), blocks: [...input.blocks] })),
    setDatasetTypeLicenses: async (_root, { input }, context) =>
      changeOf(await setDatasetTypeLicenses(context, { datasetType: keyOf(input.datasetType), licenses: [...input.licenses] })),
    deleteDatasetType: async (_root, { input }, context) => {
      const id = await deleteDatasetType(context, { datasetType: keyOf(input.datasetType) });
      return { deletedDatasetTypeId: globalIdOf('DatasetType', id), deletedDatasetTypeDatabaseId: id };
    },
  },
};
