import { showCollection } from '../domain/collections/view-collection.ts';
import { viewFile } from '../domain/files/view-file.ts';
import { showDataset } from '../domain/versions/view-version.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { Resolvers, ResolversTypes } from '../generated/resolvers.ts';
import type { RequestContext } from '../graphql/context.ts';
import { parseGlobalId } from './global-id.ts';
import { collectionModel, datasetModel } from './models.ts';
import { MAXIMUM_PAGE } from './pages.ts';

type NodeModel = Awaited<ResolversTypes['Node']>;

async function readNode(context: RequestContext, id: string): Promise<NodeModel | null> {
  const parsed = parseGlobalId(id);
  if (parsed === undefined) return null;
  switch (parsed.type) {
    case 'Collection': {
      const collection = await context.loaders.collection.load(parsed.databaseId);
      return collection === undefined ? null : collectionModel(showCollection(context, collection));
    }
    case 'Dataset': {
      const dataset = await context.loaders.dataset.load(parsed.databaseId);
      return dataset === undefined ? null : datasetModel(showDataset(context, dataset));
    }
    case 'DataFile': {
      const file = await viewFile(context, { id: parsed.databaseId });
      return { kind: 'DataFile', row: file, fileAccessRequest: file.fileAccessRequest, datasetId: file.datasetId };
    }
    case 'MetadataBlock':
      return context.services.blocks.current().findBlockById(parsed.databaseId) ?? null;
    default:
      return null;
  }
}

/** Missing and hidden look alike here: an id that leads nowhere is null. */
async function findNode(context: RequestContext, id: string): Promise<NodeModel | null> {
  try {
    return await readNode(context, id);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

export const nodeResolvers: Resolvers = {
  Query: {
    node: (_root, { id }, context) => findNode(context, id),
    nodes: (_root, { ids }, context) => {
      if (ids.length > MAXIMUM_PAGE) throw new DomainError('PAGE_TOO_LARGE', `At most ${MAXIMUM_PAGE} nodes can be fetched at once.`);
      return Promise.all(ids.map((id) => findNode(context, id)));
    },
  },
  Mutation: {
    ping: () => true,
  },
  Node: {
    __resolveType: (model) => ('kind' in model ? model.kind : 'MetadataBlock'),
  },
};
