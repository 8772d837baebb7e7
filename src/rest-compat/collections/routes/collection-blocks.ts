import { z } from 'zod';
import {
  CollectionFacetsDocument,
  CollectionFacetsSetDocument,
  CollectionMetadataBlockRootDocument,
  type CollectionMetadataBlockRootQuery,
  CollectionMetadataBlockRootSetDocument,
  CollectionMetadataBlocksDocument,
  CollectionMetadataBlocksSetDocument,
} from '../../../generated/operations.ts';
import { booleanText } from '../../boolean-text.ts';
import { metadataBlockDefinitionRecord, metadataBlockSchema } from '../../metadata/records/metadata-block-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { facetSchema } from '../records/facet-record.ts';
import { booleanParameter, collectionReference, idOrName, idOrNameText } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const readRoot = {
  auth: 'token',
  answer: enveloped(z.boolean()),
  operation: CollectionMetadataBlockRootDocument,
  variables: ({ path }: { path: { id: string } }) => ({ reference: collectionReference(path.id) }),
  reply: ({ collection }: CollectionMetadataBlockRootQuery) => ({ data: required(collection).ownsMetadataBlocks }),
  // Only here the contract row has 403 for a missing permission. Source: collections.md 5.14.
  statuses: { PERMISSION_DENIED: 403 },
} as const;

const writeRoot = {
  auth: 'token',
  body: { kind: 'text', schema: booleanText },
  answer: messageAnswer,
  operation: CollectionMetadataBlockRootSetDocument,
  variables: ({ path, body }: { path: { id: string }; body: boolean }) => ({
    input: { collection: collectionReference(path.id), isRoot: body },
  }),
  reply: ({ setMetadataBlockRoot }: { setMetadataBlockRoot: { collection: { name: string } } }, { body }: { body: boolean }) => ({
    message: `${setMetadataBlockRoot.collection.name} is now a ${body ? 'root' : 'non-root'} of metadata blocks`,
  }),
} as const;

export const collectionBlockRoutes: readonly Route[] = [
  route({
    id: 'collections.metadatablocks.list',
    method: 'GET',
    path: '/api/collections/{id}/metadatablocks',
    summary: 'Metadata blocks that apply to the collection, in brief or with their fields under its input levels.',
    auth: 'public',
    cors: true,
    query: z.object({
      returnDatasetFieldTypes: booleanParameter,
      onlyDisplayedOnCreate: booleanParameter,
      datasetType: z.string().optional(),
    }),
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(metadataBlockSchema)),
    operation: CollectionMetadataBlocksDocument,
    variables: ({ path, query }) => ({
      reference: collectionReference(path.id),
      onlyDisplayedOnCreate: query.onlyDisplayedOnCreate,
      fields: query.returnDatasetFieldTypes,
      datasetType: query.datasetType,
    }),
    reply: ({ collection }) => ({ data: required(collection).metadataBlocks.map(metadataBlockDefinitionRecord) }),
  }),
  route({
    id: 'collections.metadatablocks.set',
    method: 'POST',
    path: '/api/collections/{id}/metadatablocks',
    summary: 'Replaces the metadata blocks of the collection and makes it a metadata-block root.',
    auth: 'token',
    body: { kind: 'json', schema: z.array(idOrName) },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionMetadataBlocksSetDocument,
    variables: ({ path, body }) => ({
      input: {
        collection: collectionReference(path.id),
        blocks: body,
      },
    }),
    reply: ({ setCollectionMetadataBlocks: { collection } }) => ({ message: `Metadata blocks of ${collection.name} updated.` }),
  }),
  route({
    ...readRoot,
    id: 'collections.metadatablocks.isRoot.get',
    method: 'GET',
    path: '/api/collections/{id}/metadatablocks/isRoot',
    summary: 'Whether the collection has metadata blocks of its own.',
    refusals: ['COLLECTION_NOT_FOUND'],
  }),
  route({
    ...writeRoot,
    id: 'collections.metadatablocks.isRoot.set',
    method: 'PUT',
    path: '/api/collections/{id}/metadatablocks/isRoot',
    summary: 'Sets whether the collection has its own metadata blocks or inherits those of its owner.',
    refusals: ['COLLECTION_NOT_FOUND'],
  }),
  route({
    ...readRoot,
    id: 'collections.metadatablocks.isRootOld.get',
    method: 'GET',
    path: '/api/collections/{id}/metadatablocks/:isRoot',
    summary: 'Older path of the metadata-block root flag: reads it.',
    refusals: ['COLLECTION_NOT_FOUND'],
    deprecated: true,
  }),
  route({
    ...writeRoot,
    id: 'collections.metadatablocks.isRootOld.set',
    method: 'POST',
    path: '/api/collections/{id}/metadatablocks/:isRoot',
    summary: 'Older path of the metadata-block root flag: sets it.',
    refusals: ['COLLECTION_NOT_FOUND'],
    deprecated: true,
  }),
  route({
    id: 'collections.facets.list',
    method: 'GET',
    path: '/api/collections/{id}/facets',
    summary: 'Metadata fields that the collection offers as search facets, by name or with `returnDetails` as records.',
    auth: 'token',
    query: z.object({ returnDetails: booleanParameter }),
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(facetSchema)),
    operation: CollectionFacetsDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }, { query }) => ({
      data: required(collection).facets.map(({ databaseId, displayName, name }) =>
        query.returnDetails ? { id: String(databaseId), displayName, name } : name,
      ),
    }),
  }),
  route({
    id: 'collections.facets.set',
    method: 'POST',
    path: '/api/collections/{id}/facets',
    summary: 'Replaces the search facets of the collection; an empty list clears them.',
    auth: 'token',
    body: { kind: 'json', schema: z.array(idOrNameText) },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionFacetsSetDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.id), fieldNames: body } }),
    reply: ({ setCollectionFacets: { collection } }) => ({ message: `Facets of ${collection.name} updated.` }),
  }),
];
