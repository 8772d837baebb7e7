/** Batched reads of collections, their contents and what they hand down. */
import DataLoader from 'dataloader';
import {
  type InputLevelRow,
  listFacetFields,
  listInputLevels,
  listMetadataScopes,
  type MetadataScopeRow,
} from '../queries/collections/collection-blocks.ts';
import { type BlockFacetsRow, listBlockFacets } from '../queries/collections/block-facets.ts';
import { listCollectionSubjects } from '../queries/collections/collection-subjects.ts';
import {
  type CollectionWithGrants,
  type InheritedRules,
  listCollectionsByIds,
  listInheritedRules,
} from '../queries/collections/collections.ts';
import { type ContentRow, countContentsOf, listFirstContents } from '../queries/collections/contents.ts';
import { listFeaturedIds } from '../queries/collections/featured-collections.ts';
import { listCollectionsWithLogo } from '../queries/files/pictures.ts';
import { countShownDatasets, listShowingCollections } from '../queries/search/shown-places.ts';
import { countChildren } from '../queries/gate/nodes.ts';
import type { LoaderTable } from './loader-table.ts';
import { byId, countsFrom, fromMap, listsFrom, pageLoaders, type PageLoaders } from './batched-reads.ts';

export interface CollectionLoaders {
  readonly collection: DataLoader<number, CollectionWithGrants | undefined>;
  /** First pages of what the onlooker sees in collections, by collection id. */
  readonly firstContents: PageLoaders<number, ContentRow>;
  readonly contentCount: DataLoader<number, number>;
  readonly childCount: DataLoader<number, number>;
  /** Featured collections of a collection, in their order, visible or not. */
  readonly featuredIds: DataLoader<number, readonly number[]>;
  /** Published datasets that a collection shows, links and what lies below it counted. */
  readonly shownDatasetCount: DataLoader<number, number>;
  /** Collections in which a dataset is found, visible or not, by id of the dataset. */
  readonly showingCollectionIds: DataLoader<number, readonly number[]>;
  /** Whether a collection has a logo; undefined for none. */
  readonly hasLogo: DataLoader<number, true | undefined>;
  readonly inheritedRules: DataLoader<number, InheritedRules | undefined>;
  /** Subjects of what was published in a collection and below it, where there are any. */
  readonly collectionSubjects: DataLoader<number, readonly string[] | undefined>;
  readonly inputLevels: DataLoader<number, InputLevelRow[]>;
  readonly metadataScope: DataLoader<number, MetadataScopeRow | undefined>;
  /** Blocks that searches of a collection offer as facets. */
  readonly blockFacets: DataLoader<number, BlockFacetsRow | undefined>;
  /** Ids of the facets in effect, in display order, by collection id. */
  readonly facetFields: DataLoader<number, readonly number[]>;
}

/** How the loaders of collections are made. */
export const collectionLoaders: LoaderTable<CollectionLoaders> = {
  collection: ({ db, onlooker }) => byId((ids) => listCollectionsByIds(db, ids, onlooker.identities)),
  firstContents: ({ db, onlooker }) =>
    pageLoaders(
      (ids, limit) => listFirstContents(db, ids, onlooker, limit),
      (id) => id,
    ),
  contentCount: ({ db, onlooker }) => countsFrom((ids) => countContentsOf(db, ids, onlooker), { cache: false }),
  childCount: ({ db }) => countsFrom((ids) => countChildren(db, ids)),
  featuredIds: ({ db }) => listsFrom((ids) => listFeaturedIds(db, ids)),
  shownDatasetCount: ({ db }) => countsFrom((ids) => countShownDatasets(db, ids)),
  showingCollectionIds: ({ db }) => listsFrom((ids) => listShowingCollections(db, ids)),
  collectionSubjects: ({ db }) => fromMap((ids) => listCollectionSubjects(db, ids)),
  hasLogo: ({ db }) => fromMap((ids) => listCollectionsWithLogo(db, ids)),
  inheritedRules: ({ db }) => fromMap((ids) => listInheritedRules(db, ids)),
  inputLevels: ({ db }) =>
    new DataLoader(async (ids) => {
      const rows = await listInputLevels(db, ids);
      return ids.map((id) => rows.filter((row) => row.collectionId === id));
    }),
  metadataScope: ({ db }) =>
    new DataLoader(async (ids) => {
      const scopes = new Map((await listMetadataScopes(db, ids)).map((row) => [row.collectionId, row]));
      return ids.map((id) => scopes.get(id));
    }),
  blockFacets: ({ db }) => fromMap((ids) => listBlockFacets(db, ids)),
  facetFields: ({ db }) => listsFrom((ids) => listFacetFields(db, ids)),
};
