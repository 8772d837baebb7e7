import { DatasetLinkAddDocument, DatasetLinkDeleteDocument, DatasetLinksDocument } from '../../../generated/operations.ts';
import { collectionReference, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

export const datasetLinkRoutes: readonly Route[] = [
  route({
    id: 'datasets.link',
    method: 'PUT',
    path: '/api/datasets/{id}/link/{linkingCollectionAlias}',
    summary: 'Shows the dataset in a second collection.',
    auth: 'token',
    query: persistentIdQuery,
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
    summary: 'Shows the dataset in a second collection no longer.',
    auth: 'token',
    query: persistentIdQuery,
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
    summary: 'Collections that show the dataset by a link.',
    auth: 'token',
    query: persistentIdQuery,
    statuses: { PERMISSION_DENIED: 403 },
    operation: DatasetLinksDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => {
      const { databaseId, identifier, linkingCollections } = required(dataset);
      return {
        data: {
          id: databaseId,
          identifier,
          'linked-collections': linkingCollections.map((one) => ({ id: one.databaseId, alias: one.alias, displayName: one.name })),
        },
      };
    },
  }),
];
