/** Batched reads of datasets, their versions, and what goes with them. */
import DataLoader from 'dataloader';
import type { Database } from '../client.ts';
import { type AsideKey, type DatasetAsides, listAsides, NO_ASIDES } from '../queries/datasets/dataset-asides.ts';
import { type DatasetLinkRow, listDatasetLinks } from '../queries/datasets/dataset-links.ts';
import { type DatasetWithGrants, listDatasetsByIds } from '../queries/datasets/datasets.ts';
import { countVersionsOf, listFirstVersions, type VersionsKey } from '../queries/versions/first-pages.ts';
import { type CurationStatusRow, listStatusesOfNewest } from '../queries/datasets/curation-statuses.ts';
import { listReviewEvents, type ReviewEventRow } from '../queries/datasets/reviews.ts';
import { listPicturedVersions, type PictureFiles } from '../queries/files/pictures.ts';
import { sumUsage, type UsageCounts, type UsageSlice } from '../queries/metrics/usage.ts';
import {
  listLatestVersions,
  listVersionMetadata,
  listVersionsByIds,
  type ShownVersion,
  type VersionRow,
} from '../queries/versions/versions.ts';
import type { StoredMetadata } from '../stored-metadata.ts';
import type { LoaderSource, LoaderTable } from './loader-table.ts';
import { byId, freshListOf, fromMap, pageLoaders, type PageLoaders } from './batched-reads.ts';

export interface DatasetLoaders {
  readonly dataset: DataLoader<number, DatasetWithGrants | undefined>;
  /** Any version, for any caller: the domain decides about its visibility. */
  readonly version: DataLoader<number, VersionRow | undefined>;
  /** The newest version that the onlooker may see, by dataset id. */
  readonly latestVersion: DataLoader<number, ShownVersion | undefined>;
  /** The same with metadata. */
  readonly latestWholeVersion: DataLoader<number, ShownVersion | undefined>;
  readonly firstVersions: PageLoaders<VersionsKey, ShownVersion>;
  /** The same with metadata. */
  readonly firstWholeVersions: PageLoaders<VersionsKey, ShownVersion>;
  /** Metadata of versions that were read without them. */
  readonly versionMetadata: DataLoader<number, StoredMetadata | undefined>;
  /** Whether a version has a picture, by what pictures are, which is the same for all of an installation; undefined for none. */
  readonly hasPicture: (files: PictureFiles) => DataLoader<number, true | undefined>;
  readonly versionCount: DataLoader<VersionsKey, number>;
  /** Which collections link a dataset, in the order they linked it. */
  readonly datasetLinks: DataLoader<number, DatasetLinkRow[]>;
  /** What happened to the versions of a dataset in review, newest first. */
  readonly reviewEvents: DataLoader<number, ReviewEventRow[]>;
  /** Curation statuses of the newest version of a dataset, newest first. */
  readonly curationStatuses: DataLoader<number, CurationStatusRow[]>;
  /** What stands beside a dataset; parts that nobody asked for at the same time are empty. Not cached: what was written is shown. */
  readonly datasetAsides: DataLoader<AsideKey, DatasetAsides>;
  /** Usage of datasets, at most one row for each kind of access. */
  readonly usage: (slice: UsageSlice) => DataLoader<number, readonly (UsageCounts & { readonly machine: boolean })[]>;
}

function usageLoaders(db: Database): DatasetLoaders['usage'] {
  const made = new Map<string, ReturnType<DatasetLoaders['usage']>>();
  return (slice) => {
    const key = JSON.stringify(slice);
    let loader = made.get(key);
    if (loader === undefined) {
      loader = freshListOf((ids) => sumUsage(db, ids, slice));
      made.set(key, loader);
    }
    return loader;
  };
}

function pictureLoaders(db: Database): DatasetLoaders['hasPicture'] {
  let made: ReturnType<DatasetLoaders['hasPicture']> | undefined;
  return (files) => (made ??= fromMap((ids) => listPicturedVersions(db, ids, files)));
}

function latestVersions({ db, onlooker }: LoaderSource, withMetadata: boolean): DatasetLoaders['latestVersion'] {
  return new DataLoader(async (ids) => {
    const rows = new Map((await listLatestVersions(db, ids, onlooker, withMetadata)).map((row) => [row.datasetId, row]));
    return ids.map((id) => rows.get(id));
  });
}

function firstVersions({ db }: LoaderSource, withMetadata: boolean): DatasetLoaders['firstVersions'] {
  return pageLoaders(
    (keys, limit) => listFirstVersions(db, keys, { limit, withMetadata }),
    ({ datasetId }) => datasetId,
  );
}

/** How the loaders of datasets and versions are made. */
export const datasetLoaders: LoaderTable<DatasetLoaders> = {
  dataset: ({ db, onlooker }) => byId((ids) => listDatasetsByIds(db, ids, onlooker.identities)),
  version: ({ db }) => byId((ids) => listVersionsByIds(db, ids)),
  latestVersion: (source) => latestVersions(source, false),
  latestWholeVersion: (source) => latestVersions(source, true),
  firstVersions: (source) => firstVersions(source, false),
  firstWholeVersions: (source) => firstVersions(source, true),
  versionMetadata: ({ db }) => fromMap((ids) => listVersionMetadata(db, ids)),
  hasPicture: ({ db }) => pictureLoaders(db),
  versionCount: ({ db }) =>
    new DataLoader(
      async (keys) => {
        const counts = await countVersionsOf(db, keys);
        return keys.map(({ datasetId }) => counts.get(datasetId) ?? 0);
      },
      { cache: false },
    ),
  datasetLinks: ({ db }) => freshListOf(async (ids) => listDatasetLinks(db, ids)),
  reviewEvents: ({ db }) => freshListOf(async (ids) => listReviewEvents(db, ids)),
  curationStatuses: ({ db }) => freshListOf(async (ids) => listStatusesOfNewest(db, ids)),
  datasetAsides: ({ db }) =>
    new DataLoader(
      async (keys) => {
        const asides = await listAsides(db, keys);
        return keys.map(({ datasetId }) => asides.get(datasetId) ?? NO_ASIDES);
      },
      { cache: false },
    ),
  usage: ({ db }) => usageLoaders(db),
};
