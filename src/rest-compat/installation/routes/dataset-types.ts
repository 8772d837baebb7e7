import { z } from 'zod';
import {
  DatasetTypeAddDocument,
  DatasetTypeBlocksSetDocument,
  DatasetTypeDeleteDocument,
  type DatasetTypeFactsFragment,
  DatasetTypeLicensesSetDocument,
  DatasetTypesDocument,
  DatasetTypeViewDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf, recordSchema, objectId } from '../../records/schema.ts';
import { numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const typeBody = z.object({
  name: z.string(),
  linkedMetadataBlocks: z.array(z.string()).nullish(),
  availableLicenses: z.array(z.string()).nullish(),
});
const nameList = { kind: 'json', schema: z.array(z.string()) } as const;

const names = listOf(z.string());
const changed = z.strictObject({ before: names, after: names });

const datasetTypeSchema = recordSchema('DatasetType', 'A dataset type. Source: users-admin.md 18.', {
  id: objectId,
  name: z.string(),
  linkedMetadataBlocks: names.describe('Its metadata blocks.'),
  availableLicenses: names.describe('Licences that its datasets may have; empty for all.'),
});

const typeBlocksSchema = recordSchema('DatasetTypeBlocks', 'A change of the blocks of a dataset type.', {
  linkedMetadataBlocks: changed,
});
const typeLicensesSchema = recordSchema('DatasetTypeLicenses', 'A change of the licences of a dataset type.', {
  availableLicenses: changed,
});

function typeRecord({
  databaseId,
  name,
  linkedMetadataBlocks,
  availableLicenses,
}: DatasetTypeFactsFragment): z.infer<typeof datasetTypeSchema> {
  return { id: databaseId, name, linkedMetadataBlocks, availableLicenses };
}

/** Digits are an id, anything else a name. */
function typeReference(idOrName: string): { readonly databaseId: number } | { readonly name: string } {
  return /^\d+$/.test(idOrName) ? { databaseId: numericId(idOrName) } : { name: idOrName };
}

export const datasetTypeRoutes: readonly Route[] = [
  route({
    id: 'datasetTypes.list',
    method: 'GET',
    path: '/api/datasets/datasetTypes',
    summary: 'Dataset types of the installation.',
    auth: 'public',
    answer: enveloped(listOf(datasetTypeSchema)),
    operation: DatasetTypesDocument,
    variables: () => ({}),
    reply: ({ datasetTypes }) => ({ data: datasetTypes.map(typeRecord) }),
  }),
  route({
    id: 'datasetTypes.get',
    method: 'GET',
    path: '/api/datasets/datasetTypes/{idOrName}',
    summary: 'One dataset type.',
    auth: 'public',
    refusals: ['DATASET_TYPE_NOT_FOUND'],
    answer: enveloped(datasetTypeSchema),
    operation: DatasetTypeViewDocument,
    variables: ({ path }) => ({ reference: typeReference(path.idOrName) }),
    reply: ({ datasetType }) => ({ data: typeRecord(datasetType) }),
  }),
  route({
    id: 'datasetTypes.add',
    method: 'POST',
    path: '/api/datasets/datasetTypes',
    summary: 'Adds a dataset type.',
    auth: 'superuser',
    body: { kind: 'json', schema: typeBody },
    refusals: ['DATASET_TYPE_TAKEN'],
    answer: enveloped(datasetTypeSchema),
    operation: DatasetTypeAddDocument,
    variables: ({ body: { name, linkedMetadataBlocks, availableLicenses } }) => ({
      input: { name, linkedMetadataBlocks: linkedMetadataBlocks ?? [], availableLicenses: availableLicenses ?? [] },
    }),
    reply: ({ createDatasetType: { datasetType } }) => ({ data: typeRecord(datasetType) }),
  }),
  route({
    id: 'datasetTypes.delete',
    method: 'DELETE',
    path: '/api/datasets/datasetTypes/{id}',
    summary: 'Deletes a dataset type without datasets.',
    auth: 'superuser',
    statuses: { DATASET_TYPE_NOT_FOUND: 400 },
    refusals: ['DATASET_TYPE_NOT_FOUND', 'DATASET_TYPE_PROTECTED'],
    answer: messageAnswer,
    operation: DatasetTypeDeleteDocument,
    variables: ({ path }) => ({ input: { datasetType: { databaseId: numericId(path.id) } } }),
    reply: ({ deleteDatasetType: { deletedDatasetTypeDatabaseId } }) => ({
      message: `Dataset type ${deletedDatasetTypeDatabaseId} deleted`,
    }),
  }),
  route({
    id: 'datasetTypes.blocks',
    method: 'PUT',
    path: '/api/datasets/datasetTypes/{idOrName}',
    summary: 'Sets the metadata blocks of a dataset type.',
    auth: 'superuser',
    body: nameList,
    refusals: ['DATASET_TYPE_NOT_FOUND'],
    answer: enveloped(typeBlocksSchema),
    operation: DatasetTypeBlocksSetDocument,
    variables: ({ path, body }) => ({ input: { datasetType: typeReference(path.idOrName), blocks: body } }),
    reply: ({ setDatasetTypeBlocks: { before, after } }) => ({
      data: { linkedMetadataBlocks: { before: before.linkedMetadataBlocks, after: after.linkedMetadataBlocks } },
    }),
  }),
  route({
    id: 'datasetTypes.licenses',
    method: 'PUT',
    path: '/api/datasets/datasetTypes/{idOrName}/licenses',
    summary: 'Sets the licences that datasets of a type may have.',
    auth: 'superuser',
    body: nameList,
    refusals: ['DATASET_TYPE_NOT_FOUND'],
    answer: enveloped(typeLicensesSchema),
    operation: DatasetTypeLicensesSetDocument,
    variables: ({ path, body }) => ({ input: { datasetType: typeReference(path.idOrName), licenses: body } }),
    reply: ({ setDatasetTypeLicenses: { before, after } }) => ({
      data: { availableLicenses: { before: before.availableLicenses, after: after.availableLicenses } },
    }),
  }),
];
