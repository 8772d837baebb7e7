import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';
import { effectiveFileCountLimit } from '../collections/collections.ts';
import { grantedOn } from '../gate/granted.ts';
import { alternativesOfDataset, findIdByAlternative, isAlternative } from '../identifiers/alternatives.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';
import { utcDay } from '../gate/utc-day.ts';

/** What lists show of a dataset: as few columns as they need, since each one costs for every entry. */
export interface DatasetSummary {
  readonly id: number;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
  readonly storageFolder: string | null;
  /** Former identifiers in scheme form, the last one first; null for none. */
  readonly alternativePersistentIds: readonly string[] | null;
  readonly storageDriver: string;
  readonly datasetType: string;
  readonly metadataLanguage: string | null;
  readonly datasetFileCountLimit: number | null;
  readonly inheritedFileCountLimit: number | null;
  readonly fileAccessRequest: boolean;
  /** What those who download files are asked; null for nothing. */
  readonly guestbookId: number | null;
  readonly ownerId: number;
  readonly path: number[];
  /** Of the first publication, `yyyy-MM-dd` in UTC. */
  readonly publicationDay: string | null;
}

/** A dataset with its place in the tree. */
export interface DatasetRow extends DatasetSummary {
  readonly registrationState: 'RESERVED' | 'PENDING' | 'REGISTERED' | 'FAILED';
  readonly registrationAttempts: number;
  readonly registrationError: string | null;
  readonly registeredAt: Date | null;
  /** Name of the metadata field that citations take their year from; null for the publication date. */
  readonly citationDateField: string | null;
  /** Latest end of an embargo among the files of the first publication, `yyyy-MM-dd`. */
  readonly embargoCitationDate: string | null;
  /** When anything of it was changed last, what lies beside its versions included: a text to compare, to the microsecond. */
  readonly modified: string;
  readonly permissionPath: number[];
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
}

/** A dataset and what an actor's identities hold on it. */
export interface DatasetWithGrants extends DatasetRow {
  readonly granted: number;
}

export const datasetColumns = {
  id: dataset.id,
  protocol: dataset.protocol,
  authority: dataset.authority,
  separator: dataset.separator,
  identifier: dataset.identifier,
  registrationState: dataset.registrationState,
  registrationAttempts: dataset.registrationAttempts,
  registrationError: dataset.registrationError,
  registeredAt: dataset.registeredAt,
  storageFolder: dataset.storageFolder,
  alternativePersistentIds: alternativesOfDataset,
  storageDriver: dataset.storageDriver,
  datasetType: dataset.datasetType,
  metadataLanguage: dataset.metadataLanguage,
  datasetFileCountLimit: dataset.datasetFileCountLimit,
  inheritedFileCountLimit: effectiveFileCountLimit(),
  fileAccessRequest: dataset.fileAccessRequest,
  citationDateField: dataset.citationDateField,
  embargoCitationDate: dataset.embargoCitationDate,
  guestbookId: dataset.guestbookId,
  ownerId: sql<number>`${node.ownerId}`,
  path: node.path,
  modified: sql<string>`${dataset.modifiedAt}::text`,
  permissionPath: node.permissionPath,
  createdAt: node.createdAt,
  publishedAt: node.publishedAt,
  publicationDay: utcDay<string | null>(node.publishedAt),
} as const;

/** How a dataset is named in a query; the persistent identifier in any case. */
export type DatasetKey = { readonly id: number } | { readonly persistentId: string };

const withGrants = { ...datasetColumns, granted: grantedOn(node.permissionPath, sql.placeholder('identities')) };

const byIdStatement = prepared((db) =>
  db
    .select(withGrants)
    .from(dataset)
    .innerJoin(node, eq(node.id, dataset.id))
    .where(eq(dataset.id, sql.placeholder('id')))
    .prepare('dataset_by_id'),
);

const byIdsStatement = prepared((db) =>
  db
    .select(withGrants)
    .from(dataset)
    .innerJoin(node, eq(node.id, dataset.id))
    .where(sql`${dataset.id} = ${anyOf(sql.placeholder('ids'), 'int')}`)
    .prepare('datasets_by_ids'),
);

const byPersistentIdStatement = prepared((db) =>
  db
    .select(withGrants)
    .from(dataset)
    .innerJoin(node, eq(node.id, dataset.id))
    .where(sql`lower(${persistentIdOf(dataset)}) = lower(${sql.placeholder('persistentId')})`)
    .prepare('dataset_by_persistent_id'),
);

/** Finds a dataset, also by an identifier that it had before, and what the identities hold on it. */
export async function findDataset(db: Queryable, key: DatasetKey, identities: readonly string[]): Promise<DatasetWithGrants | undefined> {
  if ('id' in key) return (await byIdStatement(db).execute({ id: key.id, identities }))[0];
  const [found] = await byPersistentIdStatement(db).execute({ persistentId: key.persistentId, identities });
  if (found !== undefined) return found;
  const id = await findIdByAlternative(db, key.persistentId);
  return id === undefined ? undefined : findDataset(db, { id }, identities);
}

/** Datasets with the given ids and what the identities hold on them, in no order. */
export async function listDatasetsByIds(
  db: Queryable,
  ids: readonly number[],
  identities: readonly string[],
): Promise<DatasetWithGrants[]> {
  return byIdsStatement(db).execute({ ids, identities });
}

/** Whether a dataset has this persistent identifier, or had it before, in any case. */
export async function isPersistentIdTaken(db: Queryable, persistentId: string): Promise<boolean> {
  const [row] = await db.execute<{ taken: boolean }>(sql`
    select exists (select from ${dataset} where lower(${persistentIdOf(dataset)}) = lower(${persistentId}))
      or ${isAlternative(sql`${persistentId}`)} as taken`);
  return row?.taken === true;
}

/** Changes facts of a dataset; `modifiedAt` becomes now. */
export async function updateDataset(db: Queryable, id: number, values: Partial<typeof dataset.$inferInsert>): Promise<void> {
  await db
    .update(dataset)
    .set({ ...values, modifiedAt: sql`now()` })
    .where(eq(dataset.id, id))
    .prepare('dataset_update')
    .execute();
}
