/** Pending and completed registrations of datasets at the providers of their identifiers. */
import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { dataset, datasetVersion, license } from '../../schema/dataset.ts';
import { dataFile, fileMetadata } from '../../schema/file.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { node } from '../../schema/node.ts';
import { publishedAs } from '../gate/visible.ts';
import { alternativesOfDataset } from './alternatives.ts';

export type RegistrationState = 'RESERVED' | 'PENDING' | 'REGISTERED' | 'FAILED';

/** A dataset as the provider of its persistent identifier has to know it. */
export interface Registration {
  readonly datasetId: number;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
  /** Those that it had before, in scheme form, the last one first; null for none. */
  readonly alternativePersistentIds: readonly string[] | null;
  readonly state: RegistrationState;
  /** Counts what the provider had to be told; an answer counts for the record that was sent. */
  readonly revision: number;
  /** When the provider first accepted the identifier. */
  readonly registeredAt: Date | null;
  readonly publishedAt: Date | null;
  readonly datasetType: string;
  readonly citationDateField: string | null;
  readonly embargoCitationDate: string | null;
  /** The newest released version, else the newest deaccessioned one; null while nothing was published. */
  readonly version: RegisteredVersion | null;
}

export interface RegisteredVersion {
  readonly ordinal: number;
  readonly state: 'RELEASED' | 'DEACCESSIONED';
  readonly versionNumber: number;
  readonly versionMinorNumber: number;
  readonly metadata: VersionMetadata;
  readonly fileAccessRequest: boolean;
  readonly versionNote: string | null;
  readonly releasedAt: Date | null;
  readonly updatedAt: Date;
  readonly license: {
    readonly name: string;
    readonly uri: string;
    readonly shortDescription: string;
    readonly rightsIdentifier: string | null;
    readonly rightsIdentifierScheme: string | null;
    readonly schemeUri: string | null;
    readonly languageCode: string | null;
  } | null;
}

const registrationStatement = prepared((db) =>
  db
    .select({
      datasetId: dataset.id,
      protocol: dataset.protocol,
      authority: dataset.authority,
      separator: dataset.separator,
      identifier: dataset.identifier,
      alternativePersistentIds: alternativesOfDataset,
      state: dataset.registrationState,
      revision: dataset.registrationRevision,
      registeredAt: dataset.registeredAt,
      publishedAt: node.publishedAt,
      datasetType: dataset.datasetType,
      citationDateField: dataset.citationDateField,
      embargoCitationDate: dataset.embargoCitationDate,
    })
    .from(dataset)
    .innerJoin(node, eq(node.id, dataset.id))
    .where(sql`${dataset.id} = ${sql.placeholder('datasetId')}`)
    .prepare('pid_registration'),
);

const versionStatement = prepared((db) =>
  db
    .select({
      ordinal: datasetVersion.ordinal,
      state: sql<'RELEASED' | 'DEACCESSIONED'>`${datasetVersion.state}`,
      versionNumber: sql<number>`${datasetVersion.versionNumber}`,
      versionMinorNumber: sql<number>`${datasetVersion.versionMinorNumber}`,
      metadata: datasetVersion.metadata,
      fileAccessRequest: datasetVersion.fileAccessRequest,
      versionNote: datasetVersion.versionNote,
      releasedAt: datasetVersion.releasedAt,
      updatedAt: datasetVersion.updatedAt,
      license: {
        name: license.name,
        uri: license.uri,
        shortDescription: license.shortDescription,
        rightsIdentifier: license.rightsIdentifier,
        rightsIdentifierScheme: license.rightsIdentifierScheme,
        schemeUri: license.schemeUri,
        languageCode: license.languageCode,
      },
    })
    .from(datasetVersion)
    .leftJoin(license, eq(license.id, datasetVersion.licenseId))
    .where(sql`${datasetVersion.datasetId} = ${sql.placeholder('datasetId')} and ${datasetVersion.state} <> 'DRAFT'`)
    .orderBy(sql`${datasetVersion.state} = 'RELEASED' desc, ${datasetVersion.ordinal} desc`)
    .limit(1)
    .prepare('pid_registered_version'),
);

/** Finds what a provider has to know of a dataset; undefined when the dataset is gone. */
export async function findRegistration(db: Queryable, datasetId: number): Promise<Registration | undefined> {
  // The revision is read before the state: a change in between is sent, and sent once more.
  const [registration] = await registrationStatement(db).execute({ datasetId });
  if (registration === undefined) return undefined;
  const [version] = await versionStatement(db).execute({ datasetId });
  return { ...registration, version: version ?? null };
}

/** What a registration says of the files of a version. */
export interface RegisteredFiles {
  readonly anyRestricted: boolean;
  readonly sizesBytes: readonly number[];
  readonly contentTypes: readonly string[];
  /** Of the files that have one of their own; as few as there are sizes. */
  readonly persistentIds: readonly string[];
}

/**
 * Sizes and types of a version's files, file by file; where there are more than `limit`, the types alone, each once: a record of a hundred
 * thousand sizes has no use.
 */
export async function describeRegisteredFiles(db: Queryable, datasetId: number, ordinal: number, limit: number): Promise<RegisteredFiles> {
  const held = sql`${fileMetadata.datasetId} = ${datasetId} and ${fileMetadata.validFrom} <= ${ordinal} and (${fileMetadata.validTo} is null or ${fileMetadata.validTo} > ${ordinal})`;
  const rows = await db
    .select({ sizeBytes: dataFile.sizeBytes, contentType: dataFile.contentType, persistentId: dataFile.persistentId })
    .from(fileMetadata)
    .innerJoin(dataFile, eq(dataFile.id, fileMetadata.dataFileId))
    .where(held)
    .orderBy(fileMetadata.label, fileMetadata.id)
    .limit(limit + 1);
  const restricted = await db
    .select({ id: fileMetadata.id })
    .from(fileMetadata)
    .innerJoin(dataFile, eq(dataFile.id, fileMetadata.dataFileId))
    .where(sql`${held} and ${fileMetadata.restricted}`)
    .limit(1);
  const anyRestricted = restricted.length > 0;
  if (rows.length <= limit) {
    return {
      anyRestricted,
      sizesBytes: rows.map((row) => row.sizeBytes),
      contentTypes: rows.map((row) => row.contentType),
      persistentIds: rows.flatMap(({ persistentId }) => persistentId ?? []),
    };
  }
  const types = await db
    .selectDistinct({ contentType: dataFile.contentType })
    .from(fileMetadata)
    .innerJoin(dataFile, eq(dataFile.id, fileMetadata.dataFileId))
    .where(held)
    .orderBy(dataFile.contentType);
  return { anyRestricted, sizesBytes: [], contentTypes: types.map((row) => row.contentType), persistentIds: [] };
}

/** Marks a new state to be sent to the provider. A dataset that was never published stays reserved. */
export async function markRegistrationDue(db: Queryable, datasetId: number, published: boolean): Promise<void> {
  await db
    .update(dataset)
    .set({ registrationRevision: sql`${dataset.registrationRevision} + 1`, ...(published ? { registrationState: 'PENDING' } : {}) })
    .where(eq(dataset.id, datasetId));
}

/** Which datasets a walk through all registrations looks at. */
export interface RegistrationWalk {
  /** Providers, as `protocol:authority` in lower case, that have to be told. */
  readonly providers: readonly string[];
  readonly publishedOnly: boolean;
}

const providerOfDataset = sql`d.protocol || ':' || lower(d.authority)`;

/** The providers, as `protocol:authority` in lower case, of all datasets' identifiers. */
export async function listRegistrationProviders(db: Queryable): Promise<{ protocol: string; authority: string }[]> {
  return [
    ...(await db.execute<{ protocol: string; authority: string }>(
      sql`select distinct d.protocol, lower(d.authority) as authority from dataset d`,
    )),
  ];
}

/** How many datasets a walk looks at. */
export async function countRegistrations(db: Queryable, { providers, publishedOnly }: RegistrationWalk): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from dataset d join node n on n.id = d.id where ${providerOfDataset} = ${anyOf(providers, 'text')} and (${publishedAs('n')} or not ${publishedOnly}::boolean)`,
  );
  return row?.count ?? 0;
}

/** Notes for the next `limit` datasets after the id `after` that their provider has to be told; their ids, ascending. */
export async function markRegistrationsDue(
  db: Queryable,
  { providers, publishedOnly }: RegistrationWalk,
  page: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(
    sql`update dataset set registration_revision = registration_revision + 1, registration_state = case when due.published then 'PENDING' else registration_state end from (select d.id, ${publishedAs('n')} as published from dataset d join node n on n.id = d.id where d.id > ${page.after}::int and ${providerOfDataset} = ${anyOf(providers, 'text')} and (${publishedAs('n')} or not ${publishedOnly}::boolean) order by d.id limit ${page.limit}::int) due where dataset.id = due.id returning dataset.id`,
  );
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Number of datasets in each state of registration; states without any are left out. */
export async function countByRegistrationState(db: Queryable): Promise<ReadonlyMap<RegistrationState, number>> {
  const rows = await db
    .select({ state: dataset.registrationState, count: sql<number>`count(*)::int` })
    .from(dataset)
    .groupBy(dataset.registrationState);
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/**
 * A value of the operator's own function `generateIdentifierFromStoredProcedure()`; undefined when there is none, or it gave nothing.
 * Source: datasets.md 12.2.
 */
export async function generatedIdentifier(db: Queryable): Promise<string | undefined> {
  // Calling a function that does not exist would end the transaction.
  const [known] = await db.execute<{ exists: boolean }>(
    sql`select to_regprocedure('generateidentifierfromstoredprocedure()') is not null as exists`,
  );
  if (known?.exists !== true) return undefined;
  const [row] = await db.execute<{ value: string | null }>(sql`select generateIdentifierFromStoredProcedure()::text as value`);
  return row?.value ?? undefined;
}

/** A dataset whose provider is not known to keep its identifier. */
export interface UnreservedDataset {
  readonly id: number;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
}

/** The datasets of which the providers (`protocol:authority` in lower case) have not accepted the identifier yet, by id. */
export async function listUnreservedDatasets(db: Queryable, providers: readonly string[]): Promise<UnreservedDataset[]> {
  return [
    ...(await db.execute<UnreservedDataset & Record<string, unknown>>(
      sql`select d.id, d.protocol, d.authority, d.separator, d.identifier from dataset d where d.registered_at is null and (d.registration_attempts = 0 or d.registration_error is not null) and ${providerOfDataset} = ${anyOf(providers, 'text')} order by d.id`,
    )),
  ];
}
