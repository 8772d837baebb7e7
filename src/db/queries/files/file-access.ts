import { eq, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import type { FiledDataset } from '../../../model/dataset-folder.ts';
import { dataset } from '../../schema/dataset.ts';
import { dataFile } from '../../schema/file.ts';
import { node } from '../../schema/node.ts';
import { dataFileColumns, type DataFileRow } from './file-columns.ts';
import { isEmbargoed, isRetentionOver } from './file-dates.ts';
import { askedGuestbook } from './asked-guestbook.ts';
import { grantedOn } from '../gate/granted.ts';

/** A file with the facts that decide who may read it. */
export interface FileWithAccess extends DataFileRow, FiledDataset {
  readonly granted: number;
  readonly datasetGranted: number;
  readonly permissionPath: number[];
  readonly datasetPublishedAt: Date | null;
  readonly createdAt: Date;
  /** Ordinal of the newest released version that holds the file. */
  readonly releasedOrdinal: number | null;
  /** Whether the newest released version of the dataset holds the file. */
  readonly inLatestReleased: boolean;
  /** Name in the newest version that holds the file. */
  readonly label: string;
  readonly fileAccessRequest: boolean;
  /** The guestbook that those who download it are asked to answer; null for none, or for one that is not in use. */
  readonly askedGuestbookId: number | null;
  /** Whether requests for access are asked in their place; null for what the installation says. */
  readonly guestbookAtRequest: boolean | null;
  /** Whether an embargo is active today. */
  readonly embargoed: boolean;
  /** Whether the retention period was over before today. */
  readonly retentionOver: boolean;
}

export type FileKey = { readonly id: number } | { readonly persistentId: string };

/** Read where no released version has the file. */
const newestRecord = sql`(select fm.label from file_metadata fm where fm.data_file_id = ${dataFile.id} order by fm.valid_from desc limit 1)`;

/** The newest released record of a file, joined to it. */
const newestReleased = sql`lateral (
  select fm.label, v.ordinal from file_metadata fm
  inner join dataset_version v on v.dataset_id = fm.dataset_id and v.ordinal >= fm.valid_from and (fm.valid_to is null or v.ordinal < fm.valid_to)
  where fm.data_file_id = ${dataFile.id} and v.state = 'RELEASED' order by v.ordinal desc limit 1) newest`;

const keyConditions = {
  id: eq(dataFile.id, sql.placeholder('key')),
  persistentId: sql`lower(${dataFile.persistentId}) = lower(${sql.placeholder('key')})`,
  ids: sql`${dataFile.id} = ${anyOf(sql.placeholder('key'), 'int')}`,
} as const;

/** What is the same for all files of a dataset, read once for each dataset: `offset` keeps the planner from reading it for each file. */
const ofTheirDatasets = (key: keyof typeof keyConditions): SQL => sql`(
  select dn.id, dn.published_at, ${grantedOn(sql`dn.permission_path`, sql.placeholder('identities'))} as granted,
    (select max(v.ordinal) from dataset_version v where v.dataset_id = dn.id and v.state = 'RELEASED') as latest_released
  from node dn where dn.id = any(array(select ${dataFile.datasetId} from ${dataFile} where ${keyConditions[key]})) offset 0) of_dataset`;

function accessStatement(key: keyof typeof keyConditions) {
  return prepared((db) =>
    db
      .select({
        ...dataFileColumns,
        granted: grantedOn(node.permissionPath, sql.placeholder('identities')),
        datasetGranted: sql<number>`of_dataset.granted`,
        permissionPath: node.permissionPath,
        datasetPublishedAt: sql<Date | null>`of_dataset.published_at`.mapWith(node.publishedAt),
        createdAt: node.createdAt,
        authority: dataset.authority,
        identifier: dataset.identifier,
        storageFolder: dataset.storageFolder,
        releasedOrdinal: sql<number | null>`newest.ordinal`,
        inLatestReleased: sql<boolean>`coalesce(newest.ordinal = of_dataset.latest_released, false)`,
        label: sql<string>`coalesce(newest.label, ${newestRecord})`,
        fileAccessRequest: dataset.fileAccessRequest,
        askedGuestbookId: askedGuestbook(sql`${dataset.guestbookId}`),
        guestbookAtRequest: dataset.guestbookAtRequest,
        embargoed: isEmbargoed(dataFile.embargoDateAvailable),
        retentionOver: isRetentionOver(dataFile.retentionDateUnavailable),
      })
      .from(dataFile)
      .innerJoin(node, eq(node.id, dataFile.id))
      .innerJoin(dataset, eq(dataset.id, dataFile.datasetId))
      .innerJoin(ofTheirDatasets(key), sql`of_dataset.id = ${dataFile.datasetId}`)
      .leftJoin(newestReleased, sql`true`)
      .where(keyConditions[key])
      .prepare(`file_access_by_${key}`),
  );
}

const accessById = accessStatement('id');
const accessByPersistentId = accessStatement('persistentId');
const accessByIds = accessStatement('ids');

/** Finds a file with everything that decides who may read it. */
export async function findFile(db: Queryable, key: FileKey, identities: readonly string[]): Promise<FileWithAccess | undefined> {
  const [row] =
    'id' in key
      ? await accessById(db).execute({ key: key.id, identities })
      : await accessByPersistentId(db).execute({ key: key.persistentId, identities });
  return row;
}

/** Files with the given ids and everything that decides who may read them, in no order. */
export async function listFilesByIds(db: Queryable, ids: readonly number[], identities: readonly string[]): Promise<FileWithAccess[]> {
  return accessByIds(db).execute({ key: ids, identities });
}
