import { z } from 'zod';
import { DatasetLinkAddDocument, DatasetLinkDeleteDocument, DatasetLinksDocument } from '../../../generated/operations.ts';
import { linkEnd, linkEndSchema } from '../../collections/records/collection-link-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { recordSchema, objectId, listOf } from '../../records/schema.ts';
import { collectionReference, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const datasetLinksSchema = recordSchema('DatasetLinks', 'Collections that link a dataset. Source: datasets.md 12.', {
  id: objectId,
  identifier: z.string().describe('The part of the persistent identifier after the authority.'),
  'linked-collections': listOf(linkEndSchema),
});

export const datasetLinkRoutes: readonly Route[] = [
  route({
    id: 'datasets.link',
    method: 'PUT',
    path: '/api/datasets/{id}/link/{linkingCollectionAlias}',
    summary: 'Links the dataset into a second collection.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['COLLECTION_NOT_FOUND', 'LINK_REFUSED', 'DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetLinkAddDocument,
    variables: ({ path, query }) => ({
      input: { dataset: datasetReference(path.id, query), collection: collectionReference(path.linkingCollectionAlias) },
    }),
    reply: ({ linkDataset: { dataset, collection } }) => ({
      message: `Dataset ${dataset.databaseId} linked successfully to ${collection.alias}`,
    }),
  }),
  route({
    id: 'datasets.unlink',
    method: 'DELETE',
    path: '/api/datasets/{id}/deleteLink/{linkingCollectionAlias}',
    summary: 'Removes the link of the dataset from a second collection.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['COLLECTION_NOT_FOUND', 'LINK_NOT_FOUND', 'DATASET_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetLinkDeleteDocument,
    variables: ({ path, query }) => ({
      input: { dataset: datasetReference(path.id, query), collection: collectionReference(path.linkingCollectionAlias) },
    }),
    reply: ({ unlinkDataset: { dataset, collection } }) => ({
      message: `Link from Dataset ${dataset.databaseId} to linked Collection ${collection.alias} deleted`,
    }),
  }),
  route({
    id: 'datasets.links',
    method: 'GET',
    path: '/api/datasets/{id}/links',
    summary: 'Collections that link the dataset.',
    auth: 'token',
    query: persistentIdQuery,
    statuses: { PERMISSION_DENIED: 403 },
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(datasetLinksSchema),
    operation: DatasetLinksDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => {
      const { databaseId, identifier, linkingCollections } = required(dataset);
      return {
        data: {
          id: databaseId,
          identifier,
          'linked-collections': linkingCollections.nodes.map(linkEnd),
        },
      };
    },
  }),
];
