/** What collections present on their pages. Source: collections.md 11.2. */
import {
  FeaturedItemAddDocument,
  FeaturedItemDeleteDocument,
  FeaturedItemImageDocument,
  FeaturedItemsClearDocument,
  FeaturedItemsDocument,
  FeaturedItemsReplaceDocument,
  FeaturedItemUpdateDocument,
} from '../../../generated/operations.ts';
import { bareText, enveloped, messageAnswer } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { collectionReference, numericId } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import { featuredItemRecord, featuredItemSchema } from '../records/featured-item-record.ts';
import { itemForm, itemInput, itemsForm } from './featured-item-form.ts';

const ITEMS = '/api/collections/{id}/featuredItems';
const ITEM = '/api/collectionFeaturedItems/{id}';

export const featuredItemRoutes: readonly Route[] = [
  route({
    id: 'collections.featuredItems.list',
    method: 'GET',
    path: ITEMS,
    summary: 'What the collection presents, by its order.',
    auth: 'public',
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(featuredItemSchema)),
    operation: FeaturedItemsDocument,
    variables: ({ path }) => ({ collection: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: required(collection).featuredItems.nodes.map(featuredItemRecord) }),
  }),
  route({
    id: 'collections.featuredItems.add',
    method: 'POST',
    path: ITEMS,
    summary: 'Presents something more; the body is a form.',
    auth: 'token',
    body: itemForm,
    refusals: ['COLLECTION_NOT_FOUND', 'FEATURED_ITEM_LIMIT_REACHED'],
    answer: enveloped(featuredItemSchema),
    operation: FeaturedItemAddDocument,
    variables: ({ path, body: [item] }) => ({ input: { collection: collectionReference(path.id), item: itemInput(item) } }),
    reply: ({ createFeaturedItem: { featuredItem } }) => ({ data: featuredItemRecord(featuredItem) }),
  }),
  route({
    id: 'collections.featuredItems.replace',
    method: 'PUT',
    path: ITEMS,
    summary: 'Presents these items and no others; the body is a form with a part of each name for each item.',
    auth: 'token',
    body: itemsForm,
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(featuredItemSchema)),
    operation: FeaturedItemsReplaceDocument,
    variables: ({ path, body }) => ({
      input: {
        collection: collectionReference(path.id),
        // Clients know a new item by the id 0.
        items: body.map((item) => ({ databaseId: item.id === 0 ? undefined : item.id, item: itemInput(item) })),
      },
    }),
    reply: ({ replaceFeaturedItems: { featuredItems } }) => ({ data: featuredItems.map(featuredItemRecord) }),
  }),
  route({
    id: 'collections.featuredItems.delete',
    method: 'DELETE',
    path: ITEMS,
    summary: 'Presents nothing any more.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: FeaturedItemsClearDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.id) } }),
    reply: ({ clearFeaturedItems: { collection } }) => ({ message: `${collection.alias} has no featured items any more` }),
  }),
  route({
    id: 'collectionFeaturedItems.update',
    method: 'PUT',
    path: ITEM,
    summary: 'Changes a featured item; the body is a form.',
    auth: 'token',
    body: itemForm,
    refusals: ['FEATURED_ITEM_NOT_FOUND'],
    answer: enveloped(featuredItemSchema),
    operation: FeaturedItemUpdateDocument,
    variables: ({ path, body: [item] }) => ({ input: { databaseId: numericId(path.id), item: itemInput(item) } }),
    reply: ({ updateFeaturedItem: { featuredItem } }) => ({ data: featuredItemRecord(featuredItem) }),
  }),
  route({
    id: 'collectionFeaturedItems.delete',
    method: 'DELETE',
    path: ITEM,
    summary: 'Presents an item no more.',
    auth: 'token',
    refusals: ['FEATURED_ITEM_NOT_FOUND'],
    answer: messageAnswer,
    operation: FeaturedItemDeleteDocument,
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: ({ deleteFeaturedItem: { deletedFeaturedItemDatabaseId } }) => ({
      message: `The featured item ${deletedFeaturedItemDatabaseId} was removed.`,
    }),
  }),
  route({
    id: 'access.collectionFeaturedItemImage',
    method: 'GET',
    path: '/api/access/collectionFeaturedItemImage/{id}',
    summary: 'The image of a featured item.',
    auth: 'public',
    refusals: ['PERMISSION_DENIED', 'FEATURED_ITEM_NOT_FOUND'],
    answer: bareText('image/png', 'image/jpeg', 'image/gif', 'image/webp'),
    operation: FeaturedItemImageDocument,
    variables: ({ path }) => ({ databaseId: numericId(path.id) }),
    reply: ({ featuredItemImage: { contentType, base64 } }) => ({ bare: Buffer.from(base64, 'base64'), contentType }),
  }),
];
