/** Words about featured items. Source: collections.md 11.2. */

/** What a featured item presents: a text, or something of the repository. */
export const FEATURED_ITEM_TYPES = ['custom', 'collection', 'dataset', 'datafile'] as const;
export type FeaturedItemType = (typeof FEATURED_ITEM_TYPES)[number];
