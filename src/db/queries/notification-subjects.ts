import { sql } from 'drizzle-orm';
import type { NodeKind } from '../../vocabulary.ts';
import type { Queryable } from '../client.ts';

/** What a notification is about, as far as it says so. Names of a collection's owner are null at the root. */
export interface NotificationSubjectRow {
  readonly id: number;
  readonly kind: NodeKind;
  /** Alias of a collection, persistent identifier of a dataset; of a file, that of its dataset. */
  readonly reference: string;
  /** Name of a collection, title of a dataset's newest version, newest label of a file. */
  readonly displayName: string;
  readonly ownerAlias: string | null;
  /** Of the owning collection; of a file, the title of its dataset. */
  readonly ownerDisplayName: string | null;
  /** Where the curation of a dataset's newest version stands; null where it has no status. */
  readonly curationStatus: string | null;
}

const newestTitle = (datasetId: string) =>
  sql.raw(`(select v.title from dataset_version v where v.dataset_id = ${datasetId} order by v.ordinal desc limit 1)`);
const persistentId = sql.raw(`d.protocol || ':' || d.authority || d.separator || d.identifier`);

/** Finds what notifications are about; what is gone is missing. One statement, however many there are. */
export async function listNotificationSubjects(db: Queryable, ids: readonly number[]): Promise<NotificationSubjectRow[]> {
  if (ids.length === 0) return [];
  return [
    ...(await db.execute<NotificationSubjectRow & Record<string, unknown>>(sql`
      select n.id, n.kind,
        case n.kind when 'COLLECTION' then c.alias else ${persistentId} end as reference,
        case n.kind when 'COLLECTION' then c.name when 'DATASET' then ${newestTitle('d.id')} else
          (select m.label from file_metadata m where m.data_file_id = n.id order by m.valid_from desc limit 1) end as "displayName",
        case when n.kind <> 'DATAFILE' then owner.alias end as "ownerAlias",
        case when n.kind <> 'DATAFILE' then owner.name else ${newestTitle('d.id')} end as "ownerDisplayName",
        case when n.kind = 'DATASET' then (
          select s.label from curation_status s inner join dataset_version v on v.id = s.dataset_version_id
          where v.dataset_id = n.id order by v.ordinal desc, s.id desc limit 1) end as "curationStatus"
      from node n
      left join collection c on c.id = n.id
      left join dataset d on d.id = case n.kind when 'DATASET' then n.id when 'DATAFILE' then n.owner_id end
      left join collection owner on owner.id = n.owner_id
      where n.id = any(${sql.param(ids)}::int[])`)),
  ];
}
