import type { GraphQLResolveInfo } from 'graphql';
import { createCollection } from '../../domain/collections/create-collection.ts';
import { deleteCollection } from '../../domain/collections/delete-collection.ts';
import { publishValidatedCollection } from '../../domain/collections/publish-collection.ts';
import {
  countCollectionContents,
  listCollectionContents,
  listFirstCollectionContents,
  showInputLevels,
  viewCollection,
} from '../../domain/collections/view-collection.ts';
import { factsOf } from '../../domain/files/storage-drivers.ts';
import { viewCollectionWithContents } from '../../domain/collections/view-collection-with-contents.ts';
import type { AskedOfContents, ContentRow } from '../../domain/rows.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { orderedContents } from './collection-tree.ts';
import { globalId } from '../global-id.ts';
import { type CollectionContentPage, CollectionModel, collectionModel, contentModel } from '../models.ts';
import { connectionFields, decodeCursor, encodeCursor, largestPage, LONG_PAGE, pageOf, pageSize } from '../pages.ts';
import { asksOnlyOwnGates } from '../own-gates.ts';
import { collectionKey } from '../references.ts';
import { firstPageAsked } from '../first-page-asked.ts';
import { isSelected, lookAhead } from '../selection.ts';
import { asksForMetadataOfContents } from '../versions/version-metadata.ts';

const CURSOR = 'contents';

/** A collection by its id, as part of a response: a caller who may see a child may see its owner. */
export async function requireCollection(context: RequestContext, id: number): Promise<CollectionModel> {
  const row = await context.loaders.collection.load(id);
  if (row === undefined) throw new DomainError('COLLECTION_NOT_FOUND', `There is no collection ${id}.`);
  return collectionModel(row);
}

/** A collection that the caller has just written. */
export async function writtenCollection(context: RequestContext, id: number): Promise<CollectionModel> {
  return new CollectionModel((await requireCollection(context, id)).row, { isWritten: true });
}

function contentPosition(cursor: string | null | undefined) {
  const position = decodeCursor(CURSOR, cursor);
  if (position === undefined) return undefined;
  return { kind: position[0] === 'COLLECTION' ? ('COLLECTION' as const) : ('DATASET' as const), id: Number(position[1]) };
}

function contentsPage(
  context: RequestContext,
  { row }: CollectionModel,
  rows: readonly ContentRow[],
  page: { readonly size: number; readonly after: string | null | undefined },
): CollectionContentPage {
  return pageOf(rows, {
    ...page,
    cursor: (content) => encodeCursor(CURSOR, [content.kind, content.row.id]),
    item: (content) => contentModel(content, context.services),
    totalCount: () => countCollectionContents(context, row.id),
  });
}

/** Metadata would make a long answer of many texts: they are read apart. */
const asksForNewestFacts = lookAhead((info) => isSelected(info, 'contents', 'nodes', 'latestVersion') && !asksForMetadataOfContents(info));

/** What of its children is best read together with a collection; undefined for nothing. */
function contentsAsked(info: GraphQLResolveInfo): AskedOfContents | undefined {
  if (isSelected(info, 'firstContents')) return { limit: LONG_PAGE + 1, newest: false, firstFiles: null };
  const limit = firstPageAsked(info, ['Collection', 'contents']);
  if (limit === null) return undefined;
  const newest = asksForNewestFacts(info);
  const files: Parameters<typeof firstPageAsked>[1][] = [
    ['Collection', 'contents'],
    ['CollectionContentConnection', 'nodes'],
    ['Dataset', 'latestVersion'],
    ['DatasetVersion', 'files'],
  ];
  return { limit, newest, firstFiles: newest ? firstPageAsked(info, ...files) : null };
}

async function firstContents(
  context: RequestContext,
  { row, readContents }: CollectionModel,
  limit: number,
): Promise<readonly ContentRow[]> {
  return readContents?.limit === limit ? readContents.rows : listFirstCollectionContents(context, row.id, limit);
}

export const collectionResolvers: Resolvers = {
  Query: {
    collection: async (_root, { reference }, context, info) => {
      const key = collectionKey(reference);
      if (asksOnlyOwnGates(info, 'Collection')) return new CollectionModel({ key });
      const asked = contentsAsked(info);
      if (asked === undefined) return collectionModel(await viewCollection(context, key));
      const { collection, contents } = await viewCollectionWithContents(context, { collection: key, asked });
      return new CollectionModel(collection, { contents: { limit: asked.limit, rows: contents } });
    },
  },
  Mutation: {
    createCollection: async (_root, { input }, context) => {
      const { owner, ...rest } = input;
      const id = await createCollection(context, {
        ...rest,
        ...(owner ? { owner: collectionKey(owner) } : {}),
        contacts: input.contacts.map(({ contactEmail }) => ({ contactEmail })),
        metadataBlockNames: input.metadataBlockNames ? [...input.metadataBlockNames] : null,
        facetFieldNames: input.facetFieldNames ? [...input.facetFieldNames] : null,
        inputLevels: input.inputLevels ? [...input.inputLevels] : null,
      });
      return { collection: await writtenCollection(context, id) };
    },
    deleteCollection: async (_root, { input }, context) => {
      const { id, alias } = await deleteCollection(context, { collection: collectionKey(input.collection) });
      return { deletedCollectionId: globalId('Collection', id), deletedCollectionDatabaseId: id, alias };
    },
    publishCollection: async (_root, { input }, context) => {
      const id = await publishValidatedCollection(context, { collection: collectionKey(input.collection) });
      return { collection: await writtenCollection(context, id) };
    },
  },
  Collection: {
    id: ({ row }) => globalId('Collection', row.id),
    contacts: ({ row, isWritten }, _args, { services: { settings } }) =>
      settings.get(':ExcludeEmailFromExport') === true && !isWritten
        ? []
        : row.contactEmails.map((contactEmail, displayOrder) => ({ displayOrder, contactEmail })),
    owner: ({ row }, _args, context) => (row.ownerId === null ? null : requireCollection(context, row.ownerId)),
    ancestors: ({ row }, _args, context) =>
      Promise.all(
        row.path
          .slice(0, -1)
          .reverse()
          .map((id) => requireCollection(context, id)),
      ),
    theme: ({ row }) => row.theme,
    storageDriverLabel: ({ row }, _args, { services }) => (row.storageDriver === null ? null : factsOf(services, row.storageDriver).label),
    requiresFilesToPublishDataset: async ({ row }, _args, { loaders }) =>
      (await loaders.inheritedRules.load(row.id))?.requiresFilesToPublishDataset ?? false,
    effectiveDatasetFileCountLimit: async ({ row }, _args, { loaders }) =>
      (await loaders.inheritedRules.load(row.id))?.effectiveDatasetFileCountLimit ?? null,
    subjects: async ({ row }, _args, { loaders }) => (await loaders.collectionSubjects.load(row.id)) ?? [],
    inputLevels: ({ row }, _args, context) => showInputLevels(context, row),
    childCount: ({ row }, _args, { loaders }) => loaders.childCount.load(row.id),
    contents: async (model, args, context) => {
      if (args.filter || args.orderBy) return orderedContents(context, model, args);
      const { first, after } = args;
      const size = pageSize(first, largestPage(context));
      const position = contentPosition(after);
      const rows =
        position === undefined
          ? await firstContents(context, model, size + 1)
          : await listCollectionContents(context, model.row.id, { after: position, limit: size + 1 });
      return contentsPage(context, model, rows, { size, after });
    },
    firstContents: async (model, _args, context) => {
      const rows = await firstContents(context, model, LONG_PAGE + 1);
      return contentsPage(context, model, rows, { size: LONG_PAGE, after: undefined });
    },
  },
  CollectionContent: { __resolveType: ({ kind }) => kind },
  CollectionContentConnection: connectionFields,
};
