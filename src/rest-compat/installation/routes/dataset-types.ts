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
import { numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const typeBody = z.object({
  name: z.string(),
  linkedMetadataBlocks: z.array(z.string()).nullish(),
  availableLicenses: z.array(z.string()).nullish(),
});
const nameList = { kind: 'json', schema: z.array(z.string()) } as const;

function typeRecord({ databaseId, name, linkedMetadataBlocks, availableLicenses }: DatasetTypeFactsFragment) {
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
    summary: 'Kinds of datasets of the installation.',
    auth: 'public',
    operation: DatasetTypesDocument,
    variables: () => ({}),
    reply: ({ datasetTypes }) => ({ data: datasetTypes.map(typeRecord) }),
  }),
  route({
    id: 'datasetTypes.get',
    method: 'GET',
    path: '/api/datasets/datasetTypes/{idOrName}',
    summary: 'One kind of datasets.',
    auth: 'public',
    operation: DatasetTypeViewDocument,
    variables: ({ path }) => ({ reference: typeReference(path.idOrName) }),
    reply: ({ datasetType }) => ({ data: typeRecord(datasetType) }),
  }),
  route({
    id: 'datasetTypes.add',
    method: 'POST',
    path: '/api/datasets/datasetTypes',
    summary: 'Adds a kind of datasets.',
    auth: 'superuser',
    body: { kind: 'json', schema: typeBody },
    operation: DatasetTypeAddDocument,
    variables: ({ body: { name, linkedMetadataBlocks, availableLicenses } }) => ({
      input: { name, linkedMetadataBlocks: linkedMetadataBlocks ?? [], availableLicenses: availableLicenses ?? [] },
    }),
    reply: ({ addDatasetType: { datasetType } }) => ({ data: typeRecord(datasetType) }),
  }),
  route({
    id: 'datasetTypes.delete',
    method: 'DELETE',
    path: '/api/datasets/datasetTypes/{id}',
    summary: 'Removes a kind of which there is no dataset.',
    auth: 'superuser',
    statuses: { DATASET_TYPE_NOT_FOUND: 400 },
    operation: DatasetTypeDeleteDocument,
    variables: ({ path }) => ({ input: { datasetType: { databaseId: numericId(path.id) } } }),
    reply: ({ deleteDatasetType: { datasetTypeDatabaseId } }) => ({ message: `Dataset type ${datasetTypeDatabaseId} deleted` }),
  }),
  route({
    id: 'datasetTypes.blocks',
    method: 'PUT',
    path: '/api/datasets/datasetTypes/{idOrName}',
    summary: 'Says which metadata blocks a kind of datasets brings.',
    auth: 'superuser',
    body: nameList,
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
    summary: 'Says which licences datasets of a kind may have.',
    auth: 'superuser',
    body: nameList,
    operation: DatasetTypeLicensesSetDocument,
    variables: ({ path, body }) => ({ input: { datasetType: typeReference(path.idOrName), licenses: body } }),
    reply: ({ setDatasetTypeLicenses: { before, after } }) => ({
      data: { availableLicenses: { before: before.availableLicenses, after: after.availableLicenses } },
    }),
  }),
];
