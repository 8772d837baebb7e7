import { clearFeaturedCollections, featureCollections, listFeaturedCollections } from '../../domain/collections/feature-collections.ts';
import { linkCollection, unlinkCollection } from '../../domain/collections/link-collection.ts';
import { type LinkableKey, listCollectionLinks, listLinkableCollections } from '../../domain/collections/list-links.ts';
import { moveCollection } from '../../domain/collections/move-collection.ts';
import type { CollectionKey } from '../../domain/rows.ts';
import type { LinkCollectionInput, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { connectionById, connectionOfNamed, connectionOfWhole, type PageArguments } from '../connection.ts';
import { requireCollection } from './collections.ts';
import { requireDataset } from '../datasets/datasets.ts';
import { collectionModel } from '../models.ts';
import { collectionKey } from '../references.ts';

function linkKeys({ linked, linking }: LinkCollectionInput) {
  return { linked: collectionKey(linked), linking: collectionKey(linking) };
}

type LinkEnds = Parameters<typeof listCollectionLinks>[1]['ends'];

function linkPage(context: RequestContext, collection: CollectionKey, args: PageArguments, ends: LinkEnds) {
  return connectionById(context, args, { name: ends, read: (window) => listCollectionLinks(context, { collection, ends, ...window }) });
}

async function linkedCollectionPage(context: RequestContext, key: CollectionKey, args: PageArguments, ends: LinkEnds) {
  return connectionOfNamed(await linkPage(context, key, args, ends), ({ nodeId }) => requireCollection(context, nodeId));
}

interface LinkableArguments extends PageArguments {
  readonly searchTerm?: string | null | undefined;
  readonly alreadyLinking?: boolean | null | undefined;
}

async function linkablePage(context: RequestContext, key: LinkableKey, { searchTerm, alreadyLinking, ...args }: LinkableArguments) {
  const rows = await listLinkableCollections(context, { key, searchTerm: searchTerm ?? '', alreadyLinking: alreadyLinking ?? false });
  const page = await connectionOfWhole(context, args, { name: 'linkableCollections', rows, keyOf: (id) => id, item: (id) => id });
  return connectionOfNamed(page, (id) => requireCollection(context, id));
}

export const collectionLinkResolvers: Resolvers = {
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
    featuredCollections: async ({ row }, args, context) => {
      const rows = await listFeaturedCollections(context, row.id);
      return connectionOfWhole(context, args, { name: 'featuredCollections', rows, keyOf: ({ id }) => id, item: collectionModel });
    },
    linkedCollections: ({ key }, args, context) => linkedCollectionPage(context, key, args, 'linkedCollections'),
    linkingCollections: ({ key }, args, context) => linkedCollectionPage(context, key, args, 'linkingCollections'),
    linkedDatasets: async ({ key }, args, context) =>
      connectionOfNamed(await linkPage(context, key, args, 'linkedDatasets'), ({ nodeId }) => requireDataset(context, nodeId)),
    linkableCollections: ({ key }, args, context) => linkablePage(context, { collection: key }, args),
  },
  Dataset: {
    linkableCollections: ({ key }, args, context) => linkablePage(context, { dataset: key }, args),
  },
};
