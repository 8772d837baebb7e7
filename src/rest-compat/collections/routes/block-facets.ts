/** Metadata blocks that searches of a collection offer as facets. Source: collections.md 11.2. */
import { z } from 'zod';
import {
  CollectionBlockFacetRootSetDocument,
  CollectionBlockFacetsDocument,
  CollectionBlockFacetsSetDocument,
} from '../../../generated/operations.ts';
import { blockFacetLabel } from '../../../model/metadata/block-facet-label.ts';
import { bareJson, messageAnswer } from '../../answers.ts';
import { booleanText } from '../../boolean-text.ts';
import { listOf, objectId, recordSchema } from '../../records/schema.ts';
import { collectionReference, idOrName } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const facetsSchema = recordSchema(
  'BlockFacets',
  'Metadata blocks that searches of a collection offer as facets. Source: collections.md 11.2.',
  {
    collectionId: objectId,
    collectionAlias: z.string(),
    metadataBlockFacetRoot: z.boolean().describe('Whether the collection has its own; without, those of its owner are listed.'),
    metadataBlocks: listOf(
      z.strictObject({ metadataBlockName: z.string(), metadataBlockFacet: z.string().describe('Its name among the facets.') }),
    ),
  },
);

export const blockFacetRoutes: readonly Route[] = [
  route({
    id: 'collections.metadatablockfacets.list',
    method: 'GET',
    path: '/api/collections/{id}/metadatablockfacets',
    summary: 'Metadata blocks that searches of the collection offer as facets.',
    auth: 'public',
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: bareJson(facetsSchema),
    operation: CollectionBlockFacetsDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => {
      const { databaseId, alias, blockFacets } = required(collection);
      const record: z.infer<typeof facetsSchema> = {
        collectionId: databaseId,
        collectionAlias: alias,
        metadataBlockFacetRoot: blockFacets.isRoot,
        metadataBlocks: blockFacets.blocks.map(({ name, displayName }) => ({
          metadataBlockName: name,
          metadataBlockFacet: blockFacetLabel(displayName),
        })),
      };
      return { bare: JSON.stringify(record), contentType: 'application/json' };
    },
  }),
  route({
    id: 'collections.metadatablockfacets.set',
    method: 'POST',
    path: '/api/collections/{id}/metadatablockfacets',
    summary: 'Replaces the metadata blocks that searches of the collection offer as facets; an empty list clears them.',
    auth: 'token',
    body: { kind: 'json', schema: z.array(idOrName) },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionBlockFacetsSetDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.id), blocks: body } }),
    reply: ({ setBlockFacets: { collection } }) => ({ message: `Block facets of ${collection.name} updated.` }),
  }),
  route({
    id: 'collections.metadatablockfacets.isRoot',
    method: 'POST',
    path: '/api/collections/{id}/metadatablockfacets/isRoot',
    summary:
      'Sets whether the collection has its own block facets, of which those of its owner are the first, or takes those of its owner.',
    auth: 'token',
    body: { kind: 'text', schema: booleanText },
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionBlockFacetRootSetDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.id), isRoot: body } }),
    reply: ({ setBlockFacetRoot: { collection, changed } }, { body }) => ({
      message: `${collection.name} is ${changed ? 'now' : 'already'} a ${body ? 'root' : 'non-root'} of block facets`,
    }),
  }),
];
