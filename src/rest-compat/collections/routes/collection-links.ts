import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  CollectionFeatureDocument,
  CollectionFeaturedClearDocument,
  CollectionFeaturedDocument,
  CollectionLinkAddDocument,
  CollectionLinkDeleteDocument,
  CollectionLinkListDocument,
  CollectionMoveDocument,
  LinkableCollectionsDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { collectionLinksRecord, collectionLinksSchema, linkableCollectionSchema } from '../records/collection-link-record.ts';
import { listOf } from '../../records/schema.ts';
import { booleanParameter, collectionReference, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const linkableQuery = persistentIdQuery.extend({ searchTerm: z.string().default(''), alreadyLinking: booleanParameter });

/** What is to be linked, by the kind in the path; the other one is not asked for. @throws DomainError BAD_USER_INPUT for another kind. */
function linkable(object: string, type: string, query: z.infer<typeof linkableQuery>) {
  if (type === 'collection') return { ofDataset: false, collection: collectionReference(object), dataset: { databaseId: 0 } };
  if (type === 'dataset') return { ofDataset: true, dataset: datasetReference(object, query), collection: { root: true } };
  throw new DomainError('BAD_USER_INPUT', `${type} cannot be linked; only collection and dataset can.`, {
    problems: [{ pointer: '/path/type', message: 'must be collection or dataset' }],
  });
}

export const collectionLinkRoutes: readonly Route[] = [
  route({
    id: 'collections.move',
    method: 'POST',
    path: '/api/collections/{id}/move/{target}',
    summary: 'Moves the collection with its contents into another one.',
    auth: 'superuser',
    query: z.object({ forceMove: booleanParameter }),
    refusals: [
      'COLLECTION_NOT_FOUND',
      'COLLECTION_NOT_PUBLISHED',
      'ROOT_COLLECTION_PROTECTED',
      'COLLECTION_MOVE_REFUSED',
      'COLLECTION_MOVE_UNDOES',
    ],
    answer: messageAnswer,
    operation: CollectionMoveDocument,
    variables: ({ path, query }) => ({
      input: { collection: collectionReference(path.id), target: collectionReference(path.target), force: query.forceMove },
    }),
    reply: ({ moveCollection: { collection } }) => ({
      message: `Collection ${collection.alias} moved into ${collection.owner?.alias ?? ''}`,
    }),
  }),
  route({
    id: 'collections.link',
    method: 'PUT',
    path: '/api/collections/{linked}/link/{linking}',
    summary: 'Links the first collection into the second one.',
    auth: 'superuser',
    refusals: ['COLLECTION_NOT_FOUND', 'LINK_REFUSED'],
    answer: messageAnswer,
    operation: CollectionLinkAddDocument,
    variables: ({ path }) => ({
      input: { linked: collectionReference(path.linked), linking: collectionReference(path.linking) },
    }),
    reply: ({ linkCollection: { linked, linking } }) => ({ message: `Collection ${linked.alias} linked into ${linking.alias}` }),
  }),
  route({
    id: 'collections.unlink',
    method: 'DELETE',
    path: '/api/collections/{linked}/deleteLink/{linking}',
    summary: 'Removes the link of the first collection from the second one.',
    auth: 'superuser',
    refusals: ['COLLECTION_NOT_FOUND', 'LINK_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionLinkDeleteDocument,
    variables: ({ path }) => ({
      input: { linked: collectionReference(path.linked), linking: collectionReference(path.linking) },
    }),
    reply: ({ unlinkCollection: { linked, linking } }) => ({
      message: `Collection ${linked.alias} no longer linked into ${linking.alias}`,
    }),
  }),
  route({
    id: 'collections.links',
    method: 'GET',
    path: '/api/collections/{id}/links',
    summary: 'Collections and datasets that the collection links, and collections that link it.',
    auth: 'superuser',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(collectionLinksSchema),
    operation: CollectionLinkListDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: collectionLinksRecord(required(collection)) }),
  }),
  route({
    id: 'collections.linkingCollections',
    method: 'GET',
    path: '/api/collections/{object}/{type}/linkingCollections',
    summary: 'Collections into which the caller may link a collection or dataset.',
    auth: 'token',
    query: linkableQuery,
    statuses: { AUTHENTICATION_REQUIRED: 403 },
    refusals: ['COLLECTION_NOT_FOUND', 'DATASET_NOT_FOUND'],
    answer: enveloped(listOf(linkableCollectionSchema)),
    operation: LinkableCollectionsDocument,
    variables: ({ path, query }) => ({
      ...linkable(path.object, path.type, query),
      searchTerm: query.searchTerm,
      alreadyLinking: query.alreadyLinking,
    }),
    reply: ({ collection, dataset }) => ({
      data: required(collection ?? dataset).linkableCollections.nodes.map(({ databaseId, alias, name }) => ({
        id: databaseId,
        alias,
        name,
      })),
    }),
  }),
  route({
    id: 'collections.featured.list',
    method: 'GET',
    path: '/api/collections/{id}/featured',
    summary: 'Aliases of the featured collections, in their order.',
    auth: 'public',
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(z.string())),
    operation: CollectionFeaturedDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: required(collection).featuredCollections.nodes.map(({ alias }) => alias) }),
  }),
  route({
    id: 'collections.featured.add',
    method: 'POST',
    path: '/api/collections/{id}/featured',
    summary: 'Features further collections, by their aliases.',
    auth: 'token',
    body: { kind: 'json', schema: z.array(z.string()) },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionFeatureDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.id), aliases: body } }),
    reply: ({ featureCollections: { collection } }, { body }) => ({
      message: `${body.length === 1 ? 'Collection' : 'Collections'} ${body.join(', ')} featured in ${collection.alias}`,
    }),
  }),
  route({
    id: 'collections.featured.delete',
    method: 'DELETE',
    path: '/api/collections/{id}/featured',
    summary: 'Removes all featured collections.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionFeaturedClearDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.id) } }),
    reply: ({ clearFeaturedCollections: { collection } }) => ({ message: `No collection is featured in ${collection.alias} any more` }),
  }),
];
