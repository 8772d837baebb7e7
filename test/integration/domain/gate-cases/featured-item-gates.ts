import {
  addFeaturedItem,
  clearFeaturedItems,
  deleteFeaturedItem,
  listFeaturedItems,
  replaceFeaturedItems,
  updateFeaturedItem,
  viewFeaturedImage,
} from '../../../../src/domain/collections/featured-items/featured-item-commands.ts';
import type { DomainWorld } from '../domain-world.ts';
import type { GateTable, GateTarget } from './gate-case.ts';

const item = { type: 'custom', content: 'Text', displayOrder: 0 } as const;
const seeing = ({ published }: GateTarget) => (published ? 'Public' : 'ViewUnpublishedCollection');

async function itemId({ sql }: DomainWorld, { collectionId }: GateTarget): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into featured_item (collection_id, item_type, content, display_order) values (${collectionId}, 'custom', 'Text', 0) returning id`;
  return row?.id ?? 0;
}

/** Source: collections.md 11.2. */
export const featuredItemGates: GateTable = {
  listFeaturedItems: {
    requires: seeing,
    run: (context, { collectionId }) => listFeaturedItems(context, { collection: { id: collectionId } }),
  },
  viewFeaturedImage: {
    requires: seeing,
    run: async (context, target, world) => viewFeaturedImage(context, { id: await itemId(world, target) }),
  },
  addFeaturedItem: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => addFeaturedItem(context, { collection: { id: collectionId }, item }),
    changes: true,
  },
  updateFeaturedItem: {
    requires: 'EditCollection',
    run: async (context, target, world) => updateFeaturedItem(context, { id: await itemId(world, target), item }),
  },
  replaceFeaturedItems: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => replaceFeaturedItems(context, { collection: { id: collectionId }, items: [] }),
  },
  deleteFeaturedItem: {
    requires: 'EditCollection',
    run: async (context, target, world) => deleteFeaturedItem(context, { id: await itemId(world, target) }),
  },
  clearFeaturedItems: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => clearFeaturedItems(context, { collection: { id: collectionId } }),
  },
};
