import { sql } from 'drizzle-orm';
import { permissionBit } from '../../../permission-set.ts';
import { preparedRows, type Queryable } from '../../client.ts';
import { isEmbargoed, isRetentionOver } from '../files/file-dates.ts';
import { nodesGranting } from '../gate/granted.ts';

/** Whose bytes of which version. */
export interface BytesQuestion {
  readonly datasetId: number;
  readonly ordinal: number;
  readonly identities: readonly string[];
  /** Whether files that no released version holds are open. */
  readonly viewsUnpublished: boolean;
  /** Whether the caller's permissions on the dataset open restricted and embargoed files. */
  readonly downloadsRestricted: boolean;
}

const ordinal = sql`${sql.placeholder('ordinal')}::int`;

/** Planning it took 15 times as long as running it, since it ends at the first open file. */
const openFileStatement = preparedRows<{ readonly open: boolean }>(
  () => sql`
    select exists (
      select from file_metadata fm
      inner join data_file df on df.id = fm.data_file_id
      inner join node n on n.id = df.id
      where fm.dataset_id = ${sql.placeholder('datasetId')}::int and fm.valid_from <= ${ordinal} and (fm.valid_to is null or fm.valid_to > ${ordinal})
        and not ${isRetentionOver(sql`df.retention_date_unavailable`)}
        and case when exists (
            select from file_metadata held inner join dataset_version v on v.dataset_id = held.dataset_id
            where held.data_file_id = df.id and v.state = 'RELEASED' and v.ordinal >= held.valid_from and (held.valid_to is null or v.ordinal < held.valid_to))
          then (not df.restricted and not ${isEmbargoed(sql`df.embargo_date_available`)}) or ${sql.placeholder('downloadsRestricted')}::boolean or n.permission_path && ${nodesGranting(permissionBit('DownloadFile'), sql.placeholder('identities'))}
          else ${sql.placeholder('viewsUnpublished')}::boolean end
    ) as open`,
);

/** Whether the caller may download any file of a version. */
export async function hasOpenFile(db: Queryable, question: BytesQuestion): Promise<boolean> {
  const [row] = await openFileStatement(db).execute({ ...question });
  return row?.open ?? false;
}

/** Timestamps of a dataset that are derived from several rows. */
export interface DatasetMoments {
  readonly lastMajorReleaseAt: Date | null;
  readonly updatedAt: Date;
  /** When a role on it was last assigned or revoked; null if never. */
  readonly permissionsChangedAt: Date | null;
}

/** The latest timestamps of a dataset, one statement. */
export async function findDatasetMoments(db: Queryable, datasetId: number): Promise<DatasetMoments> {
  const [row] = await db.execute<{ released: string | null; updated: string; permissions: string | null }>(sql`
    select d.modified_at as updated,
      (select max(v.released_at) from dataset_version v where v.dataset_id = d.id and v.version_minor_number = 0) as released,
      greatest((select max(a.created_at) from role_assignment a where a.definition_point_id = d.id),
        (select max(r.revoked_at) from revoked_assignment r where r.definition_point_id = d.id)) as permissions
    from dataset d where d.id = ${datasetId}`);
  if (row === undefined) throw new Error(`There is no dataset ${datasetId}.`);
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  return { lastMajorReleaseAt: moment(row.released), updatedAt: new Date(row.updated), permissionsChangedAt: moment(row.permissions) };
}

/** Bytes of all files of a dataset, each once, in however many versions it is. */
export async function sumDatasetBytes(db: Queryable, datasetId: number): Promise<number> {
  const [row] = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(df.size_bytes), 0) as bytes from data_file df where df.dataset_id = ${datasetId}`);
  return Number(row?.bytes ?? 0);
}
