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
import { pageCollectionContents } from '../../domain/collections/page-contents.ts';
import { viewCollectionWithContents } from '../../domain/collections/view-collection-with-contents.ts';
import type { AskedOfContents, ContentRow } from '../../domain/rows.ts';
import type { PageWindow } from '../../model/page-window.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { orderedContents } from './collection-tree.ts';
import { globalId } from '../global-id.ts';
import { CollectionModel, collectionModel, contentModel, type CollectionContentModel } from '../models.ts';
import { connectionOf } from '../connection.ts';
import { connectionFields, encodeCursor, LONG_PAGE, pageOf, positions } from '../pages.ts';
import { asksBriefly } from '../brief-fields.ts';
import { asksOnlyOwnGates } from '../own-gates.ts';
import { collectionKey } from '../references.ts';
import { firstPageAsked } from '../first-page-asked.ts';
import { isSelected, lookAhead } from '../selection.ts';
import { asksForMetadataOfContents } from '../versions/version-metadata.ts';

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

/** Metadata would make a long answer of many texts: they are read apart. */
const asksForNewestFacts = lookAhead((info) => isSelected(info, 'contents', 'nodes', 'latestVersion') && !asksForMetadataOfContents(info));

/** What of its children is best read together with a collection; undefined for nothing. */
function contentsAsked(info: GraphQLResolveInfo): AskedOfContents | undefined {
  if (isSelected(info, 'firstContents')) return { limit: LONG_PAGE + 1, newest: false, firstFiles: null, brief: false };
  const limit = firstPageAsked(info, ['Collection', 'contents']);
  if (limit === null) return undefined;
  const newest = asksForNewestFacts(info);
  const files: Parameters<typeof firstPageAsked>[1][] = [
    ['Collection', 'contents'],
    ['CollectionContentConnection', 'nodes'],
    ['Dataset', 'latestVersion'],
    ['DatasetVersion', 'files'],
  ];
  return { limit, newest, firstFiles: newest ? firstPageAsked(info, ...files) : null, brief: asksBriefly(info, 'Collection') };
}

async function firstContents(
  context: RequestContext,
  { row, readContents }: CollectionModel,
  limit: number,
): Promise<readonly ContentRow[]> {
  return readContents?.limit === limit ? readContents.rows : listFirstCollectionContents(context, row.id, limit);
}

type ContentPlace = readonly [kind: ContentRow['kind'], id: number];

const placeOfContent = ({ kind, row }: ContentRow): ContentPlace => [kind, row.id];

const usualOrder = { by: 'ID', direction: 'ASC' } as const;

/** A window of the children in the usual order. */
async function usualContents(
  context: RequestContext,
  model: CollectionModel,
  { after, before, limit, fromEnd }: PageWindow<ContentPlace>,
): Promise<readonly ContentRow[]> {
  const { id: collectionId } = model.row;
  if (fromEnd || before !== null) {
    const place = (at: ContentPlace | null) => (at === null ? null : { key: at[0], id: at[1] });
    const window = { after: place(after), before: place(before), limit, fromEnd };
    const placed = await pageCollectionContents(context, collectionId, { ...window, order: usualOrder, filter: {} });
    return placed.map(({ content }) => content);
  }
  if (after === null && limit !== null) return firstContents(context, model, limit);
  return listCollectionContents(context, collectionId, { after: after === null ? null : { kind: after[0], id: after[1] }, limit });
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
    contents: (model, args, context) => {
      if (args.filter || args.orderBy) return orderedContents(context, model, args);
      return connectionOf<ContentRow, CollectionContentModel, ContentPlace>(context, args, {
        name: 'contents',
        places: positions.contents,
        placeOf: placeOfContent,
        read: async (window) => ({
          rows: await usualContents(context, model, window),
          count: () => countCollectionContents(context, model.row.id),
        }),
        item: (content) => contentModel(content, context.services),
      });
    },
    firstContents: async (model, _args, context) =>
      pageOf(await firstContents(context, model, LONG_PAGE + 1), {
        size: LONG_PAGE,
        after: undefined,
        cursor: (content) => encodeCursor('contents', placeOfContent(content)),
        item: (content) => contentModel(content, context.services),
        totalCount: () => countCollectionContents(context, model.row.id),
      }),
  },
  CollectionContent: { __resolveType: ({ kind }) => kind },
  CollectionContentConnection: connectionFields,
};
