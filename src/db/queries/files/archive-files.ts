/** The files of an archive, each with the facts that decide whether the caller may download it. */
import { type SQL, sql } from 'drizzle-orm';
import { withinReach } from '../gate/granted.ts';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { askedGuestbook } from './asked-guestbook.ts';
import { isEmbargoed, isRetentionOver } from './file-dates.ts';

/** A file that may go into an archive. */
export interface ArchiveFileRow {
  readonly id: number;
  readonly datasetId: number;
  readonly label: string;
  readonly directoryLabel: string | null;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Null until it is known. */
  readonly crc32: number | null;
  readonly storageDriver: string;
  readonly storageId: string;
  /** Tag of the object that is given out; null for the storage id itself. */
  readonly bytesTag: string | null;
  readonly restricted: boolean;
  /** Whether an embargo is active today. */
  readonly embargoed: boolean;
  /** Whether the retention period was over before today. */
  readonly retentionOver: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly granted: number;
  readonly datasetGranted: number;
  /** Whether a released version holds the file. */
  readonly released: boolean;
  /** The guestbook that those who download it are asked to answer; null for none, or for one that is not in use. */
  readonly askedGuestbookId: number | null;
  /** Whether requests for access are asked in their place; null for what the installation says. */
  readonly guestbookAtRequest: boolean | null;
  readonly protocol: string;
  readonly authority: string;
  readonly identifier: string;
  readonly storageFolder: string | null;
}

function grantsOn(path: SQL, identities: readonly string[]): SQL {
  return sql`coalesce((select bit_or(r.permissions) from role_assignment ra inner join role r on r.id = ra.role_id where ra.effective_node_id = any(${path}) and ra.assignee = ${anyOf(identities, 'text')} and ${withinReach(path, sql.param(identities))}), 0)`;
}

/** Columns of a row; `df`, `n`, `d`, `dn` are the file, its node, its dataset and the dataset's node, `fm` what is said of the file. */
function columns(identities: readonly string[]): SQL {
  return sql`df.id, df.dataset_id as "datasetId", fm.label, fm.directory_label as "directoryLabel", df.content_type as "contentType", df.size_bytes::float8 as "sizeBytes", df.crc32::float8 as crc32, df.storage_driver as "storageDriver", df.storage_id as "storageId", df.bytes_tag as "bytesTag", df.restricted, ${isEmbargoed(sql`df.embargo_date_available`)} as embargoed, ${isRetentionOver(sql`df.retention_date_unavailable`)} as "retentionOver", (extract(epoch from n.created_at) * 1000)::float8 as "createdAt", ${grantsOn(sql`n.permission_path`, identities)} as granted, ${grantsOn(sql`dn.permission_path`, identities)} as "datasetGranted", exists (select 1 from file_metadata held inner join dataset_version v on v.dataset_id = held.dataset_id and v.ordinal >= held.valid_from and (held.valid_to is null or v.ordinal < held.valid_to) where held.data_file_id = df.id and v.state = 'RELEASED') as released, ${askedGuestbook(sql`d.guestbook_id`)} as "askedGuestbookId", d.guestbook_at_request as "guestbookAtRequest", d.protocol, d.authority, d.identifier, d.storage_folder as "storageFolder"`;
}

const joins = sql`inner join node n on n.id = df.id and n.owner_id = df.dataset_id inner join dataset d on d.id = df.dataset_id inner join node dn on dn.id = d.id`;

/** Files with the given ids, in no order, as the newest released version that holds each has them, else the newest version. */
export async function listArchiveFiles(db: Queryable, ids: readonly number[], identities: readonly string[]): Promise<ArchiveFileRow[]> {
  const record = sql`inner join lateral (select shown.label, shown.directory_label from file_metadata shown where shown.data_file_id = df.id order by exists (select 1 from dataset_version v where v.dataset_id = shown.dataset_id and v.ordinal >= shown.valid_from and (shown.valid_to is null or v.ordinal < shown.valid_to) and v.state = 'RELEASED') desc, shown.valid_from desc limit 1) fm on true`;
  return [
    ...(await db.execute<ArchiveFileRow & Record<string, unknown>>(
      sql`select ${columns(identities)} from data_file df ${record} ${joins} where df.id = ${anyOf(ids, 'int')}`,
    )),
  ];
}

/** All files of a version, by folder and name. */
export async function listArchiveFilesOfVersion(
  db: Queryable,
  version: { readonly datasetId: number; readonly ordinal: number },
  identities: readonly string[],
): Promise<ArchiveFileRow[]> {
  const { datasetId, ordinal } = version;
  return [
    ...(await db.execute<ArchiveFileRow & Record<string, unknown>>(
      sql`select ${columns(identities)} from file_metadata fm inner join data_file df on df.id = fm.data_file_id and df.dataset_id = fm.dataset_id ${joins} where fm.dataset_id = ${datasetId}::int and fm.valid_from <= ${ordinal}::int and (fm.valid_to is null or fm.valid_to > ${ordinal}::int) order by coalesce(fm.directory_label, ''), fm.label, fm.id`,
    )),
  ];
}

/** Remembers the CRC-32 of a file's bytes. */
export async function saveCrc32(db: Queryable, fileId: number, crc32: number): Promise<void> {
  await db.execute(sql`update data_file set crc32 = ${crc32}::bigint where id = ${fileId}::int and crc32 is null`);
}
