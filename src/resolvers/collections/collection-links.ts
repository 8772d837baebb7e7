import { clearFeaturedCollections, featureCollections, listFeaturedCollections } from '../../domain/collections/feature-collections.ts';
import { linkCollection, unlinkCollection } from '../../domain/collections/link-collection.ts';
import {
  type CollectionLinks,
  type LinkableKey,
  listCollectionLinks,
  listLinkableCollections,
} from '../../domain/collections/list-links.ts';
import { moveCollection } from '../../domain/collections/move-collection.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CollectionLinkInput, CollectionReference, DatasetReference, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { requireCollection } from './collections.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { collectionModel } from '../models.ts';
import { collectionKey, datasetKeyOf } from '../references.ts';

function linkKeys({ linked, linking }: CollectionLinkInput) {
  return { linked: collectionKey(linked), linking: collectionKey(linking) };
}

async function linkModels(context: RequestContext, links: CollectionLinks) {
  const collections = (ids: readonly number[]) => Promise.all(ids.map((id) => requireCollection(context, id)));
  const [linkedCollections, linkingCollections, linkedDatasets] = await Promise.all([
    collections(links.linkedCollectionIds),
    collections(links.linkingCollectionIds),
    Promise.all(links.linkedDatasetIds.map((id) => requireDataset(context, id))),
  ]);
  return { linkedCollections, linkingCollections, linkedDatasets };
}

function linkableKey({
  collection,
  dataset,
}: {
  readonly collection?: CollectionReference | null | undefined;
  readonly dataset?: DatasetReference | null | undefined;
}): LinkableKey {
  if (collection && !dataset) return { collection: collectionKey(collection) };
  if (dataset && !collection) return { dataset: datasetKeyOf(dataset) };
  throw new DomainError('BAD_USER_INPUT', 'Exactly one of collection and dataset must be named.', {
    problems: [{ pointer: '/collection', message: 'exactly one of collection and dataset must be named' }],
  });
}

export const collectionLinkResolvers: Resolvers = {
  Query: {
    collectionLinks: async (_root, { reference }, context) =>
      linkModels(context, await listCollectionLinks(context, collectionKey(reference))),
    linkableCollections: async (_root, { searchTerm, alreadyLinking, ...object }, context) => {
      const ids = await listLinkableCollections(context, {
        key: linkableKey(object),
        searchTerm: searchTerm ?? '',
        alreadyLinking: alreadyLinking ?? false,
      });
      return Promise.all(ids.map((id) => requireCollection(context, id)));
    },
  },
  Mutation: {
    moveCollection: async (_root, { input }, context) => {
      const { id } = await moveCollection(context, {
        collection: collectionKey(input.collection),
        target: collectionKey(input.target),
        force: input.force ?? false,
      });
      return { collection: await requireCollection(context, id) };
    },
    linkCollection: async (_root, { input }, context) => {
      const { linked, linking } = await linkCollection(context, linkKeys(input));
      return { linked: collectionModel(linked), linking: collectionModel(linking) };
    },
    unlinkCollection: async (_root, { input }, context) => {
      const { linked, linking } = await unlinkCollection(context, linkKeys(input));
      return { linked: collectionModel(linked), linking: collectionModel(linking) };
    },
    featureCollections: async (_root, { input }, context) => {
      const id = await featureCollections(context, { collection: collectionKey(input.collection), aliases: [...input.aliases] });
      return { collection: await requireCollection(context, id) };
    },
    clearFeaturedCollections: async (_root, { input }, context) => {
      const id = await clearFeaturedCollections(context, { collection: collectionKey(input.collection) });
      return { collection: await requireCollection(context, id) };
    },
  },
  Collection: {
    featuredCollections: async ({ row }, _args, context) => (await listFeaturedCollections(context, row.id)).map(collectionModel),
    links: async ({ row }, _args, context) => linkModels(context, await listCollectionLinks(context, { id: row.id })),
  },
};
