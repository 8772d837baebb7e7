/** Batched reads of one request: made with it, gone with it, never used across a write. */
import DataLoader from 'dataloader';
import type { Database } from './client.ts';
import {
  type InputLevelRow,
  listFacetFields,
  listInputLevels,
  listMetadataScopes,
  type MetadataScopeRow,
} from './queries/collection-blocks.ts';
import { type CollectionWithGrants, type InheritedRules, listCollectionsByIds, listInheritedRules } from './queries/collections.ts';
import { type ContentRow, countContentsOf, listFirstContents } from './queries/contents.ts';
import { type DatasetLinkRow, listDatasetLinks } from './queries/dataset-links.ts';
import { type DatasetWithGrants, listDatasetsByIds } from './queries/datasets.ts';
import { listFeaturedIds } from './queries/featured-collections.ts';
import { type FileWithAccess, listFilesByIds } from './queries/file-access.ts';
import type { FileRow } from './queries/file-columns.ts';
import { countFileDownloads } from './queries/file-downloads.ts';
import { type FileRegistrationRow, listFileRegistrations } from './queries/file-registration.ts';
import {
  countDataFilesOf,
  countFilesOfVersions,
  listFilesOfVersions,
  listVersionFileRecords,
  type VersionFileKey,
} from './queries/file-records.ts';
import { countVersionsOf, listFirstFiles, listFirstVersions, type VersionsKey } from './queries/first-pages.ts';
import { countMembers, type GroupMemberRow, listContainedAssignees, listMembers } from './queries/group-members.ts';
import { type GroupRow, listGroupsByIds, listGroupsOwnedBy } from './queries/groups.ts';
import { listNodeAccess, type NodeAccess } from './queries/node-access.ts';
import { type IpGroupRow, listIpGroupsByIds } from './queries/ip-groups.ts';
import { listMailDomainGroupsByIds, type MailDomainGroupRow } from './queries/mail-domain-groups.ts';
import { countChildren, listNodeGrants, type NodeGrants } from './queries/nodes.ts';
import { listAssignmentsByIds, listRolesByIds, type RoleAssignmentRow, type RoleRow } from './queries/roles.ts';
import { type CurationStatusRow, listStatusesOfNewest } from './queries/curation-statuses.ts';
import { listReviewEvents, type ReviewEventRow } from './queries/reviews.ts';
import { type DatasetCitationRow, listCitations } from './queries/citations.ts';
import { sumUsage, type UsageCounts, type UsageSlice } from './queries/usage.ts';
import { listUsersByIds, type UserRow } from './queries/users.ts';
import { listLatestVersions, listVersionsByIds, type VersionRow } from './queries/versions.ts';

/** A loader for each page size. Pages are not remembered: one read after a write of the same request shows what was written. */
type PageLoaders<Key, Row> = (limit: number) => DataLoader<Key, readonly Row[]>;

export interface Loaders {
  readonly collection: DataLoader<number, CollectionWithGrants | undefined>;
  readonly dataset: DataLoader<number, DatasetWithGrants | undefined>;
  /** Any version, whoever asks: the domain decides who may see it. */
  readonly version: DataLoader<number, VersionRow | undefined>;
  /** The newest version that the onlooker may see, by dataset id. */
  readonly latestVersion: DataLoader<number, VersionRow | undefined>;
  readonly file: DataLoader<number, FileWithAccess | undefined>;
  readonly versionFile: DataLoader<VersionFileKey, FileRow | undefined, string>;
  readonly filesOfVersion: DataLoader<number, FileRow[]>;
  /** First pages of the files of versions, by version id. */
  readonly firstFiles: PageLoaders<number, FileRow>;
  readonly firstVersions: PageLoaders<VersionsKey, VersionRow>;
  readonly versionCount: DataLoader<VersionsKey, number>;
  /** First pages of what the onlooker sees in collections, by collection id. */
  readonly firstContents: PageLoaders<number, ContentRow>;
  readonly contentCount: DataLoader<number, number>;
  readonly fileCountOfVersion: DataLoader<number, number>;
  /** Files of a dataset in any version. */
  readonly dataFileCount: DataLoader<number, number>;
  /** How often a file was downloaded. */
  readonly fileDownloads: DataLoader<number, number>;
  readonly role: DataLoader<number, RoleRow | undefined>;
  readonly roleAssignment: DataLoader<number, RoleAssignmentRow | undefined>;
  readonly explicitGroup: DataLoader<number, GroupRow | undefined>;
  readonly ipGroup: DataLoader<number, IpGroupRow | undefined>;
  readonly mailDomainGroup: DataLoader<number, MailDomainGroupRow | undefined>;
  /** Explicit groups that a collection defines, by id. */
  readonly groupsOfCollection: DataLoader<number, GroupRow[]>;
  /** Identifiers of the members of an explicit group, sorted. */
  readonly containedAssignees: DataLoader<number, string[]>;
  /** First pages of the members of explicit groups, by group id. */
  readonly firstGroupMembers: PageLoaders<number, GroupMemberRow>;
  readonly groupMemberCount: DataLoader<number, number>;
  /** What the onlooker holds on a collection, dataset or file. */
  readonly nodeGrants: DataLoader<number, NodeGrants | undefined>;
  /** The same with the place of the object, and whether it is a file that is open to everybody. */
  readonly nodeAccess: DataLoader<number, NodeAccess | undefined>;
  /** Which collections link a dataset, in the order they linked it. */
  readonly datasetLinks: DataLoader<number, DatasetLinkRow[]>;
  /** What happened to the versions of a dataset in review, newest first. */
  readonly reviewEvents: DataLoader<number, ReviewEventRow[]>;
  /** Curation statuses of the newest version of a dataset, newest first. */
  readonly curationStatuses: DataLoader<number, CurationStatusRow[]>;
  /** Works that cite a dataset, by address. */
  readonly citations: DataLoader<number, DatasetCitationRow[]>;
  /** Usage of datasets, at most one row for each kind of access. */
  readonly usage: (slice: UsageSlice) => DataLoader<number, readonly (UsageCounts & { readonly machine: boolean })[]>;
  /** By file id; undefined for a file without an identifier. */
  readonly fileRegistration: DataLoader<number, FileRegistrationRow | undefined>;
  readonly user: DataLoader<number, UserRow | undefined>;
  readonly childCount: DataLoader<number, number>;
  /** Collections that a collection presents, in their order, whoever may see them. */
  readonly featuredIds: DataLoader<number, readonly number[]>;
  readonly inheritedRules: DataLoader<number, InheritedRules | undefined>;
  readonly inputLevels: DataLoader<number, InputLevelRow[]>;
  readonly metadataScope: DataLoader<number, MetadataScopeRow | undefined>;
  /** Ids of the facets in effect, in display order, by collection id. */
  readonly facetFields: DataLoader<number, readonly number[]>;
}

function byId<Row extends { readonly id: number }>(
  read: (ids: readonly number[]) => Promise<readonly Row[]>,
): DataLoader<number, Row | undefined> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await read(ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id));
  });
}

function fromMap<Value>(read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>): DataLoader<number, Value | undefined> {
  return new DataLoader(async (ids) => {
    const values = await read(ids);
    return ids.map((id) => values.get(id));
  });
}

function countsFrom(read: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>): DataLoader<number, number> {
  return new DataLoader(async (ids) => {
    const counts = await read(ids);
    return ids.map((id) => counts.get(id) ?? 0);
  });
}

/** Rows by the dataset they are of. Not remembered: those read after a write of the same request show what was written. */
function freshListOf<Row extends { readonly datasetId: number }>(
  read: (datasetIds: readonly number[]) => Promise<readonly Row[]>,
): DataLoader<number, Row[]> {
  return new DataLoader(
    async (ids) => {
      const rows = Map.groupBy(await read(ids), ({ datasetId }) => datasetId);
      return ids.map((id) => rows.get(id) ?? []);
    },
    { cache: false },
  );
}

function pageLoaders<Key, Row>(
  read: (keys: readonly Key[], limit: number) => Promise<ReadonlyMap<number, readonly Row[]>>,
  idOf: (key: Key) => number,
): PageLoaders<Key, Row> {
  const made = new Map<number, DataLoader<Key, readonly Row[]>>();
  return (limit) => {
    let loader = made.get(limit);
    if (loader === undefined) {
      loader = new DataLoader(
        async (keys) => {
          const pages = await read(keys, limit);
          return keys.map((key) => pages.get(idOf(key)) ?? []);
        },
        { cache: false },
      );
      made.set(limit, loader);
    }
    return loader;
  };
}

function usageLoaders(db: Database): Loaders['usage'] {
  const made = new Map<string, ReturnType<Loaders['usage']>>();
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

function versionFileLoader(db: Database): DataLoader<VersionFileKey, FileRow | undefined, string> {
  const keyOf = ({ versionId, recordId }: VersionFileKey): string => `${versionId}:${recordId}`;
  return new DataLoader(
    async (keys) => {
      const rows = await listVersionFileRecords(db, keys);
      const files = new Map(rows.map(({ versionId, file }) => [keyOf({ versionId, recordId: file.id }), file]));
      return keys.map((key) => files.get(keyOf(key)));
    },
    { cacheKeyFn: keyOf },
  );
}

/** Makes the loaders of one request. */
export function createLoaders(db: Database, onlooker: { readonly identities: readonly string[]; readonly superuser: boolean }): Loaders {
  return {
    collection: byId((ids) => listCollectionsByIds(db, ids, onlooker.identities)),
    dataset: byId((ids) => listDatasetsByIds(db, ids, onlooker.identities)),
    version: byId((ids) => listVersionsByIds(db, ids)),
    latestVersion: new DataLoader(async (ids) => {
      const rows = new Map((await listLatestVersions(db, ids, onlooker)).map((row) => [row.datasetId, row]));
      return ids.map((id) => rows.get(id));
    }),
    file: byId((ids) => listFilesByIds(db, ids, onlooker.identities)),
    versionFile: versionFileLoader(db),
    filesOfVersion: new DataLoader(async (ids) => {
      const files = new Map((await listFilesOfVersions(db, ids)).map((row) => [row.versionId, row.files]));
      return ids.map((id) => files.get(id) ?? []);
    }),
    firstFiles: pageLoaders(
      (ids, limit) => listFirstFiles(db, ids, limit),
      (id) => id,
    ),
    firstVersions: pageLoaders(
      (keys, limit) => listFirstVersions(db, keys, limit),
      ({ datasetId }) => datasetId,
    ),
    versionCount: new DataLoader(
      async (keys) => {
        const counts = await countVersionsOf(db, keys);
        return keys.map(({ datasetId }) => counts.get(datasetId) ?? 0);
      },
      { cache: false },
    ),
    firstContents: pageLoaders(
      (ids, limit) => listFirstContents(db, ids, onlooker, limit),
      (id) => id,
    ),
    contentCount: new DataLoader(
      async (ids) => {
        const counts = await countContentsOf(db, ids, onlooker);
        return ids.map((id) => counts.get(id) ?? 0);
      },
      { cache: false },
    ),
    fileCountOfVersion: countsFrom((ids) => countFilesOfVersions(db, ids)),
    dataFileCount: countsFrom((ids) => countDataFilesOf(db, ids)),
    fileDownloads: countsFrom((ids) => countFileDownloads(db, ids)),
    role: byId((ids) => listRolesByIds(db, ids)),
    roleAssignment: byId((ids) => listAssignmentsByIds(db, ids)),
    explicitGroup: byId((ids) => listGroupsByIds(db, ids)),
    ipGroup: byId((ids) => listIpGroupsByIds(db, ids)),
    mailDomainGroup: byId((ids) => listMailDomainGroupsByIds(db, ids)),
    // Not remembered: one read after a write of the same request shows what was written.
    groupsOfCollection: new DataLoader(
      async (ids) => {
        const groups = await listGroupsOwnedBy(db, ids);
        return ids.map((id) => groups.filter(({ ownerId }) => ownerId === id));
      },
      { cache: false },
    ),
    containedAssignees: new DataLoader(
      async (ids) => {
        const members = await listContainedAssignees(db, ids);
        return ids.map((id) => members.get(id) ?? []);
      },
      { cache: false },
    ),
    firstGroupMembers: pageLoaders(
      (ids, limit) => listMembers(db, ids, { limit }),
      (id) => id,
    ),
    groupMemberCount: new DataLoader(
      async (ids) => {
        const counts = await countMembers(db, ids);
        return ids.map((id) => counts.get(id) ?? 0);
      },
      { cache: false },
    ),
    nodeGrants: byId((ids) => listNodeGrants(db, ids, onlooker.identities)),
    nodeAccess: byId((ids) => listNodeAccess(db, ids, onlooker.identities)),
    datasetLinks: freshListOf(async (ids) => listDatasetLinks(db, ids)),
    reviewEvents: freshListOf(async (ids) => listReviewEvents(db, ids)),
    curationStatuses: freshListOf(async (ids) => listStatusesOfNewest(db, ids)),
    citations: freshListOf((ids) => listCitations(db, ids)),
    usage: usageLoaders(db),
    fileRegistration: byId(async (ids) => (await listFileRegistrations(db, ids)).map((row) => ({ ...row, id: row.dataFileId }))),
    user: byId((ids) => listUsersByIds(db, ids)),
    childCount: countsFrom((ids) => countChildren(db, ids)),
    featuredIds: new DataLoader(async (ids) => {
      const featured = await listFeaturedIds(db, ids);
      return ids.map((id) => featured.get(id) ?? []);
    }),
    inheritedRules: fromMap((ids) => listInheritedRules(db, ids)),
    inputLevels: new DataLoader(async (ids) => {
      const rows = await listInputLevels(db, ids);
      return ids.map((id) => rows.filter((row) => row.collectionId === id));
    }),
    metadataScope: new DataLoader(async (ids) => {
      const scopes = new Map((await listMetadataScopes(db, ids)).map((row) => [row.collectionId, row]));
      return ids.map((id) => scopes.get(id));
    }),
    facetFields: new DataLoader(async (ids) => {
      const fields = await listFacetFields(db, ids);
      return ids.map((id) => fields.get(id) ?? []);
    }),
  };
}
