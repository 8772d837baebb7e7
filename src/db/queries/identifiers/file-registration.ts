/** Persistent identifiers of files, and how their providers know them. */
import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { dropExports } from '../exports/kept-exports.ts';
import { isAlternative } from './alternatives.ts';
import { fileRegistration } from '../../schema/file-registration.ts';

export type FileRegistrationRow = typeof fileRegistration.$inferSelect;

/** Whether files of a collection get identifiers: what the nearest collection above says that says anything; null where none does. */
export async function findFilePidsChoice(db: Queryable, collectionId: number): Promise<boolean | null> {
  const [row] = await db.execute<{ enabled: boolean }>(sql`
    select c.file_pids_enabled as enabled from node n inner join collection c on c.id = any(n.path)
    where n.id = ${collectionId} and c.file_pids_enabled is not null
    order by array_position(n.path, c.id) desc limit 1`);
  return row?.enabled ?? null;
}

/** Files of the newest version without an identifier, by id. */
export async function listFilesWithoutPid(db: Queryable, datasetId: number): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    select f.id from file_metadata m inner join data_file f on f.id = m.data_file_id and f.dataset_id = m.dataset_id
    where m.dataset_id = ${datasetId} and m.valid_to is null and f.persistent_id is null order by f.id`);
  return rows.map(({ id }) => id);
}

/** Which of some identifiers a dataset or file has, in lower case. */
export async function listTakenPids(db: Queryable, persistentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.execute<{ pid: string }>(sql`
    select asked.pid from (select lower(unnest(${sql.param(persistentIds)}::text[])) as pid) asked
    where exists (select from data_file f where lower(f.persistent_id) = asked.pid)
      or exists (select from dataset d where lower(d.protocol || ':' || d.authority || d.separator || d.identifier) = asked.pid)
      or ${isAlternative(sql`asked.pid`)}`);
  return new Set(rows.map(({ pid }) => pid));
}

/** How many files of a dataset have identifiers. */
export async function countFilePids(db: Queryable, datasetId: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from file_registration where dataset_id = ${datasetId}`,
  );
  return row?.count ?? 0;
}

/** Gives identifiers to files; `registered` where no outside service has to be told. */
export async function storeFilePids(
  db: Queryable,
  datasetId: number,
  pids: readonly { readonly id: number; readonly persistentId: string }[],
  registered: boolean,
): Promise<void> {
  const ids = sql.param(pids.map(({ id }) => id));
  await db.execute(sql`
    update data_file set persistent_id = given.pid
    from unnest(${ids}::int[], ${sql.param(pids.map(({ persistentId }) => persistentId))}::text[]) given(id, pid)
    where data_file.id = given.id`);
  await db.execute(sql`
    insert into file_registration (data_file_id, dataset_id, state, registered_at)
    select id, ${datasetId}, ${registered ? 'REGISTERED' : 'PENDING'}::registration_state, ${registered ? sql`now()` : sql`null`}
    from unnest(${ids}::int[]) id`);
  await dropExports(db, datasetId);
}

/** Notes that the providers have something new to be told of the files of some datasets; the datasets that have such files. */
export async function markFileRegistrationsDue(db: Queryable, datasetIds: readonly number[]): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    with due as (
      update file_registration set state = 'PENDING', revision = revision + 1
      where dataset_id = ${anyOf(datasetIds, 'int')} returning dataset_id)
    select distinct dataset_id as id from due order by id`);
  return rows.map(({ id }) => id);
}

/** A file as the provider of its identifier has to know it. */
export interface DueFile {
  readonly id: number;
  readonly revision: number;
  readonly registeredAt: string | null;
  readonly persistentId: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** As of the newest version that was published with it. */
  readonly label: string;
  readonly description: string | null;
  readonly restricted: boolean;
}

/** Files of a dataset of which the provider has to be told something, by id. */
export async function listDueFiles(db: Queryable, datasetId: number, limit: number): Promise<DueFile[]> {
  return [
    ...(await db.execute<DueFile & Record<string, unknown>>(sql`
      select r.data_file_id as id, r.revision, r.registered_at as "registeredAt", f.persistent_id as "persistentId",
        f.size_bytes::float8 as "sizeBytes", f.content_type as "contentType", record.label, record.description, record.restricted
      from file_registration r
      inner join data_file f on f.id = r.data_file_id
      inner join lateral (
        select m.label, m.description, m.restricted from file_metadata m
        inner join dataset_version v on v.dataset_id = m.dataset_id and v.ordinal >= m.valid_from and v.state <> 'DRAFT'
        where m.data_file_id = f.id order by m.valid_from desc limit 1) record on true
      where r.dataset_id = ${datasetId} and r.state <> 'REGISTERED'
      order by r.data_file_id limit ${limit}::int`)),
  ];
}

/** Notes that the provider accepted the record of a revision. What became due meanwhile stays due. */
export async function markFileRegistered(db: Queryable, { id, revision }: Pick<DueFile, 'id' | 'revision'>): Promise<void> {
  await db
    .update(fileRegistration)
    .set({
      state: sql`case when ${fileRegistration.revision} = ${revision} then 'REGISTERED' else ${fileRegistration.state} end`,
      attempts: sql`${fileRegistration.attempts} + 1`,
      error: null,
      registeredAt: sql`coalesce(${fileRegistration.registeredAt}, now())`,
    })
    .where(eq(fileRegistration.dataFileId, id));
}

/** Notes a try that the provider did not accept. */
export async function markFileRegistrationFailed(db: Queryable, id: number, error: string): Promise<void> {
  await db
    .update(fileRegistration)
    .set({ attempts: sql`${fileRegistration.attempts} + 1`, error })
    .where(eq(fileRegistration.dataFileId, id));
}

/** Cancels the pending registrations of the files of a dataset, until they are requested again. */
export async function giveUpFileRegistrations(db: Queryable, datasetId: number): Promise<void> {
  await db.execute(sql`update file_registration set state = 'FAILED' where dataset_id = ${datasetId} and state = 'PENDING'`);
}

/** Identifiers of all files of a dataset, by file id. */
export async function listFilePids(db: Queryable, datasetId: number): Promise<string[]> {
  const rows = await db.execute<{ pid: string }>(
    sql`select f.persistent_id as pid from data_file f where f.dataset_id = ${datasetId} and f.persistent_id is not null order by f.id`,
  );
  return rows.map(({ pid }) => pid);
}

/** Registrations of some files, in no order; a file without an identifier has none. */
export async function listFileRegistrations(db: Queryable, ids: readonly number[]): Promise<FileRegistrationRow[]> {
  return db
    .select()
    .from(fileRegistration)
    .where(sql`${fileRegistration.dataFileId} = ${anyOf(ids, 'int')}`);
}
