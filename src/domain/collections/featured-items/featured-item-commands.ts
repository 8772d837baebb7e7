/** What collections present on their pages. Source: collections.md 11.2. */
import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import {
  deleteFeaturedItemRows,
  type FeaturedImage,
  type FeaturedItemRow,
  findCollectionOfItem,
  findFeaturedImage,
  findFeaturedItem,
  insertFeaturedItem,
  listFeaturedItemIds,
  listFeaturedItems as listRows,
  updateFeaturedItemRow,
} from '../../../db/queries/collections/featured-items.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, query, type Scope, type SubjectScope } from '../../../kernel/command.ts';
import { loadCollection, lockCollection } from '../../subjects/collection-subject.ts';
import { collectionViewRequirement } from '../view-collection.ts';
import { featuredItemInput, LONGEST_CONTENT, readFeaturedItems } from './featured-item-input.ts';

/** A page presents a few things; the whole list is given out at once. */
const MOST_ITEMS = 50;
/** Texts of all items of a call: cleaning a long one takes 50 ms. */
const MOST_CONTENT = 10 * LONGEST_CONTENT;

function itemNotFound(id: number): DomainError {
  return new DomainError('FEATURED_ITEM_NOT_FOUND', `There is no featured item ${id}.`);
}

async function requireItem(tx: Scope['tx'], id: number): Promise<FeaturedItemRow> {
  const item = await findFeaturedItem(tx, id);
  if (item === undefined) throw itemNotFound(id);
  return item;
}

/** The collection of an item. @throws DomainError FEATURED_ITEM_NOT_FOUND */
async function collectionOf({ tx }: SubjectScope, id: number): Promise<{ readonly id: number }> {
  const collectionId = await findCollectionOfItem(tx, id);
  if (collectionId === undefined) throw itemNotFound(id);
  return { id: collectionId };
}

/** What a collection presents, by its order, without what is not public any more. */
export const listFeaturedItems = query({
  name: 'listFeaturedItems',
  subject: (scope, { collection }: { readonly collection: CollectionKey }) => loadCollection(scope, collection),
  requires: ({ collection }) => collectionViewRequirement(collection),
  run: ({ db }, { collection }): Promise<FeaturedItemRow[]> => listRows(db, collection.id),
});

/** The image of an item, for those who see its collection. @throws DomainError FEATURED_ITEM_NOT_FOUND if there is none */
export const viewFeaturedImage = query({
  name: 'viewFeaturedImage',
  subject: async (scope, { id }: { readonly id: number }) => loadCollection(scope, await collectionOf(scope, id)),
  requires: ({ collection }) => collectionViewRequirement(collection),
  run: async ({ db }, _subject, { id }): Promise<FeaturedImage> => {
    const image = await findFeaturedImage(db, id);
    if (image === undefined) throw new DomainError('FEATURED_ITEM_NOT_FOUND', `The featured item ${id} has no image.`);
    return image;
  },
});

/** Presents something more. @throws DomainError BAD_USER_INPUT | FEATURED_ITEM_LIMIT_REACHED */
export const addFeaturedItem = command({
  name: 'addFeaturedItem',
  input: z.object({ collection: z.custom<CollectionKey>(), item: featuredItemInput }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { item }): Promise<FeaturedItemRow> => {
    if ((await listFeaturedItemIds(tx, collection.id)).length >= MOST_ITEMS) {
      throw new DomainError('FEATURED_ITEM_LIMIT_REACHED', `A collection may have ${MOST_ITEMS} featured items.`);
    }
    const [values] = await readFeaturedItems(tx, [item], () => '/item');
    if (values === undefined) throw new Error('The item was not read.');
    const id = await insertFeaturedItem(tx, collection.id, values);
    note({ item: id });
    return requireItem(tx, id);
  },
});

/** Changes an item. @throws DomainError BAD_USER_INPUT | FEATURED_ITEM_NOT_FOUND */
export const updateFeaturedItem = command({
  name: 'updateFeaturedItem',
  input: z.object({ id: z.int(), item: featuredItemInput }),
  subject: async (scope, { id }) => lockCollection(scope, await collectionOf(scope, id)),
  requires: 'EditCollection',
  run: async ({ tx, note }, _subject, { id, item }): Promise<FeaturedItemRow> => {
    const [values] = await readFeaturedItems(tx, [item], () => '/item');
    if (values === undefined) throw new Error('The item was not read.');
    await updateFeaturedItemRow(tx, id, values);
    note({ item: id });
    return requireItem(tx, id);
  },
});

/**
 * Presents these items and no others: those with an id are changed, those without one are new, and all that are not named go.
 * @throws DomainError BAD_USER_INPUT with every problem of every item
 */
export const replaceFeaturedItems = command({
  name: 'replaceFeaturedItems',
  input: z.object({
    collection: z.custom<CollectionKey>(),
    items: z
      .array(featuredItemInput.extend({ id: z.int().nullish() }))
      .max(MOST_ITEMS, `must not be more than ${MOST_ITEMS}`)
      .refine(
        (items) => items.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) <= MOST_CONTENT,
        `must not have more than ${MOST_CONTENT} characters of content together`,
      ),
  }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { items }): Promise<FeaturedItemRow[]> => {
    const present = new Set(await listFeaturedItemIds(tx, collection.id));
    const named = items.map(({ id }) => id).filter((id) => typeof id === 'number');
    const problems = items.flatMap(({ id }, place) =>
      typeof id === 'number' && (!present.has(id) || named.indexOf(id) !== named.lastIndexOf(id))
        ? [{ pointer: `/items/${place}/id`, message: 'must be the id of an item of the collection, named once' }]
        : [],
    );
    if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', 'Items are named that the collection does not have.', { problems });
    const values = await readFeaturedItems(tx, items, (place) => `/items/${place}`);
    await deleteFeaturedItemRows(
      tx,
      [...present].filter((id) => !named.includes(id)),
    );
    for (const [place, { id }] of items.entries()) {
      const its = values[place];
      if (its === undefined) continue;
      if (typeof id === 'number') await updateFeaturedItemRow(tx, id, its);
      else await insertFeaturedItem(tx, collection.id, its);
    }
    note({ items: items.length });
    return listRows(tx, collection.id);
  },
});

/** Presents an item no more; its former id. @throws DomainError FEATURED_ITEM_NOT_FOUND */
export const deleteFeaturedItem = command({
  name: 'deleteFeaturedItem',
  input: z.object({ id: z.int() }),
  subject: async (scope, { id }) => lockCollection(scope, await collectionOf(scope, id)),
  requires: 'EditCollection',
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    await deleteFeaturedItemRows(tx, [id]);
    note({ item: id });
    return id;
  },
});

/** Presents nothing any more; the collection's id. */
export const clearFeaturedItems = command({
  name: 'clearFeaturedItems',
  input: z.object({ collection: z.custom<CollectionKey>() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx }, { collection }): Promise<number> => {
    await deleteFeaturedItemRows(tx, await listFeaturedItemIds(tx, collection.id));
    return collection.id;
  },
});
