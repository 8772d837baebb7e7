import { desc, eq, sql } from 'drizzle-orm';
import type { VersionState } from '../../../vocabulary/datasets.ts';
import { anyOf } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { datasetVersion, license, type VersionTerms } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';
import { StoredMetadata } from '../../stored-metadata.ts';
import { isShown, type Onlooker } from '../gate/visible.ts';
import { type PageWindow, upwards } from '../../../model/page-window.ts';
import { boundWindow } from '../../id-window.ts';

export interface LicenseRow {
  readonly name: string;
  readonly uri: string;
  readonly iconUri: string | null;
  readonly rightsIdentifier: string | null;
  readonly rightsIdentifierScheme: string | null;
  readonly schemeUri: string | null;
  readonly languageCode: string | null;
}

/** The columns of a version that are always read: without metadata and files. */
export interface VersionFacts {
  readonly id: number;
  readonly datasetId: number;
  readonly ordinal: number;
  readonly state: VersionState;
  readonly latestState: VersionState;
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
  readonly title: string;
  readonly license: LicenseRow | null;
  readonly licenseId: number | null;
  readonly terms: VersionTerms;
  readonly fileAccessRequest: boolean;
  readonly versionNote: string | null;
  readonly deaccessionNote: string | null;
  readonly deaccessionLink: string | null;
  readonly unf: string | null;
  readonly internalVersionNumber: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly releasedAt: Date | null;
}

/** A version without its files. */
export interface VersionRow extends VersionFacts {
  readonly metadata: StoredMetadata;
}

/** A version for a response: with metadata, most of its size, only if they are selected. */
export type ShownVersion = VersionFacts & Partial<Pick<VersionRow, 'metadata'>>;

const licenseJson = sql<LicenseRow | null>`case when ${license.id} is null then null else json_build_object('name', ${license.name}, 'uri', ${license.uri}, 'iconUri', ${license.iconUri}, 'rightsIdentifier', ${license.rightsIdentifier}, 'rightsIdentifierScheme', ${license.rightsIdentifierScheme}, 'schemeUri', ${license.schemeUri}, 'languageCode', ${license.languageCode}) end`;

/** What has to be read of a version, whatever is known of its dataset and its state. */
export const ownFactColumns = {
  id: datasetVersion.id,
  ordinal: datasetVersion.ordinal,
  versionNumber: datasetVersion.versionNumber,
  versionMinorNumber: datasetVersion.versionMinorNumber,
  title: datasetVersion.title,
  license: licenseJson,
  licenseId: datasetVersion.licenseId,
  terms: datasetVersion.terms,
  fileAccessRequest: datasetVersion.fileAccessRequest,
  versionNote: datasetVersion.versionNote,
  deaccessionNote: datasetVersion.deaccessionNote,
  deaccessionLink: datasetVersion.deaccessionLink,
  unf: datasetVersion.unf,
  internalVersionNumber: datasetVersion.internalVersionNumber,
  createdAt: datasetVersion.createdAt,
  updatedAt: datasetVersion.updatedAt,
  releasedAt: datasetVersion.releasedAt,
} as const;

export const factColumns = {
  ...ownFactColumns,
  datasetId: datasetVersion.datasetId,
  state: datasetVersion.state,
  latestState: sql<VersionState>`(select newest.state from dataset_version newest where newest.dataset_id = ${datasetVersion.datasetId} order by newest.ordinal desc limit 1)`,
} as const;

export const versionColumns = {
  ...factColumns,
  metadata: sql<StoredMetadata>`${datasetVersion.metadata}::text`.mapWith((text: string) => new StoredMetadata(text)),
} as const;

/** Which version of a dataset: the newest one of some states, or one by its number. */
export type VersionSelector =
  | { readonly states: readonly VersionState[] }
  | { readonly versionNumber: number; readonly versionMinorNumber: number };

const newestStatement = prepared((db) =>
  db
    .select(versionColumns)
    .from(datasetVersion)
    .leftJoin(license, eq(license.id, datasetVersion.licenseId))
    .where(
      sql`${datasetVersion.datasetId} = ${sql.placeholder('datasetId')} and ${datasetVersion.state} = ${anyOf(sql.placeholder('states'), 'version_state')}`,
    )
    .orderBy(desc(datasetVersion.ordinal))
    .limit(1)
    .prepare('dataset_version_newest'),
);

const byNumberStatement = prepared((db) =>
  db
    .select(versionColumns)
    .from(datasetVersion)
    .leftJoin(license, eq(license.id, datasetVersion.licenseId))
    .where(
      sql`${datasetVersion.datasetId} = ${sql.placeholder('datasetId')} and ${datasetVersion.versionNumber} = ${sql.placeholder('versionNumber')} and ${datasetVersion.versionMinorNumber} = ${sql.placeholder('versionMinorNumber')}`,
    )
    .prepare('dataset_version_by_number'),
);

/** Finds one version of a dataset. */
export async function findVersion(db: Queryable, datasetId: number, selector: VersionSelector): Promise<VersionRow | undefined> {
  const rows =
    'states' in selector
      ? await newestStatement(db).execute({ datasetId, states: selector.states })
      : await byNumberStatement(db).execute({ datasetId, ...selector });
  return rows[0];
}

/** The version of some states that was the newest one published at a moment. */
export async function findVersionAsOf(
  db: Queryable,
  datasetId: number,
  states: readonly VersionState[],
  moment: Date,
): Promise<VersionRow | undefined> {
  const [row] = await db
    .select(versionColumns)
    .from(datasetVersion)
    .leftJoin(license, eq(license.id, datasetVersion.licenseId))
    .where(
      sql`${datasetVersion.datasetId} = ${datasetId} and ${datasetVersion.state} = ${anyOf(states, 'version_state')} and ${datasetVersion.releasedAt} <= ${moment.toISOString()}::timestamptz`,
    )
    .orderBy(desc(datasetVersion.ordinal))
    .limit(1);
  return row;
}

/** Which part of a list of versions, newest first. Places are ordinals. */
export type VersionsWindow = Partial<PageWindow<number>> & { readonly offset?: number; readonly limit: number | null };

/** Versions in some states, newest first; `limit` null gives all. */
export async function listVersions(
  db: Queryable,
  datasetId: number,
  states: readonly VersionState[],
  { after = null, before = null, limit: most, fromEnd = false, offset = 0 }: VersionsWindow,
): Promise<VersionRow[]> {
  const { within, order, limit } = boundWindow(datasetVersion.ordinal, upwards({ after, before, limit: most, fromEnd }));
  const rows = await db
    .select(versionColumns)
    .from(datasetVersion)
    .leftJoin(license, eq(license.id, datasetVersion.licenseId))
    .where(sql`${datasetVersion.datasetId} = ${datasetId} and ${datasetVersion.state} = ${anyOf(states, 'version_state')} and ${within}`)
    .orderBy(sql`${order} ${limit} offset ${offset}::int`)
    .prepare(`dataset_versions_list_${fromEnd ? 'last' : 'first'}`)
    .execute();
  return fromEnd ? rows.toReversed() : rows;
}

/** Number of versions in some states. */
export async function countVersions(db: Queryable, datasetId: number, states: readonly VersionState[]): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(datasetVersion)
    .where(sql`${datasetVersion.datasetId} = ${datasetId} and ${datasetVersion.state} = ${anyOf(states, 'version_state')}`);
  return row?.count ?? 0;
}

/**
 * The newest version of each dataset that the onlooker may see, in no order, with metadata if asked for. One statement, whatever their
 * number.
 */
export async function listLatestVersions(
  db: Queryable,
  datasetIds: readonly number[],
  onlooker: Onlooker,
  withMetadata: boolean,
): Promise<ShownVersion[]> {
  return latestVersions[withMetadata ? 'whole' : 'facts'](db).execute({ datasetIds, ...onlooker });
}

function latestVersionsStatement(columns: typeof factColumns, name: string) {
  return prepared((db) =>
    db
      .selectDistinctOn([datasetVersion.datasetId], columns)
      .from(datasetVersion)
      .innerJoin(node, eq(node.id, datasetVersion.datasetId))
      .leftJoin(license, eq(license.id, datasetVersion.licenseId))
      .where(sql`${datasetVersion.datasetId} = ${anyOf(sql.placeholder('datasetIds'), 'int')} and ${isShown(datasetVersion.state)}`)
      .orderBy(datasetVersion.datasetId, desc(datasetVersion.ordinal))
      .prepare(name),
  );
}

const latestVersions = {
  facts: latestVersionsStatement(factColumns, 'dataset_versions_latest_facts'),
  whole: latestVersionsStatement(versionColumns, 'dataset_versions_latest'),
} as const;

const metadataStatement = prepared((db) =>
  db
    .select({ id: datasetVersion.id, metadata: versionColumns.metadata })
    .from(datasetVersion)
    .where(sql`${datasetVersion.id} = ${anyOf(sql.placeholder('ids'), 'int')}`)
    .prepare('dataset_versions_metadata'),
);

/** The metadata of each version, by its id. */
export async function listVersionMetadata(db: Queryable, ids: readonly number[]): Promise<Map<number, StoredMetadata>> {
  const rows = await metadataStatement(db).execute({ ids });
  return new Map(rows.map(({ id, metadata }) => [id, metadata]));
}

const byIdsStatement = prepared((db) =>
  db
    .select(versionColumns)
    .from(datasetVersion)
    .leftJoin(license, eq(license.id, datasetVersion.licenseId))
    .where(sql`${datasetVersion.id} = ${anyOf(sql.placeholder('ids'), 'int')}`)
    .prepare('dataset_versions_by_ids'),
);

/** Versions with the given ids, in no order. */
export async function listVersionsByIds(db: Queryable, ids: readonly number[]): Promise<VersionRow[]> {
  return byIdsStatement(db).execute({ ids });
}

const byOrdinalStatement = prepared((db) =>
  db
    .select(versionColumns)
    .from(datasetVersion)
    .leftJoin(license, eq(license.id, datasetVersion.licenseId))
    .where(sql`${datasetVersion.datasetId} = ${sql.placeholder('datasetId')} and ${datasetVersion.ordinal} = ${sql.placeholder('ordinal')}`)
    .prepare('dataset_version_by_ordinal'),
);

/** The version of a dataset with an ordinal. */
export async function findVersionByOrdinal(db: Queryable, datasetId: number, ordinal: number): Promise<VersionRow | undefined> {
  const [row] = await byOrdinalStatement(db).execute({ datasetId, ordinal });
  return row;
}
