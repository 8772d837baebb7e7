import { sql } from 'drizzle-orm';
import type { PermissionMask } from '../../../permission-set.ts';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { grantedOn } from '../gate/granted.ts';
import { publishedAs } from '../gate/visible.ts';

/** The name for readers of unpublished objects, and the public one. */
export interface TwoNames {
  readonly newest: string;
  /** Null where nothing was published. */
  readonly published: string | null;
}

/** What a notification is about, with the names of both kinds of readers. */
export interface NotificationSubjectRow {
  readonly id: number;
  readonly kind: NodeKind;
  /** Alias of a collection, persistent identifier of a dataset; of a file, that of its dataset. */
  readonly reference: string;
  /** Whether it was published at some time; of a file, its dataset. */
  readonly published: boolean;
  /** What the identities hold on the collection or dataset; of a file, on its dataset. */
  readonly granted: PermissionMask;
  /** Name of a collection, title of a dataset, label of a file. */
  readonly names: TwoNames;
  /** Of a file, the title of its dataset; else null. */
  readonly datasetNames: TwoNames | null;
  /** The collection that a collection or dataset lies in, of a file that of its dataset; null at the root. */
  readonly owner: { readonly alias: string; readonly granted: PermissionMask; readonly names: TwoNames } | null;
  /** Where the curation of a dataset's newest version stands; null where it has no status. */
  readonly curationStatus: string | null;
}

const persistentId = sql`d.protocol || ':' || d.authority || d.separator || d.identifier`;
const namesOfCollection = (alias: 'c' | 'owner', node: 'n' | 'above') =>
  sql`json_build_object('newest', ${sql.identifier(alias)}.name, 'published', case when ${publishedAs(node)} then ${sql.identifier(alias)}.name end)`;
const titles = sql`json_build_object('newest', newest.title, 'published', released.title)`;

/**
 * Finds what notifications are about, and what the identities hold there; what is gone is missing. A version that was withdrawn is no
 * published one. One statement, however many there are.
 */
export async function listNotificationSubjects(
  db: Queryable,
  ids: readonly number[],
  identities: readonly string[],
): Promise<NotificationSubjectRow[]> {
  if (ids.length === 0) return [];
  const held = sql.param(identities);
  return [
    ...(await db.execute<NotificationSubjectRow & Record<string, unknown>>(sql`
      select n.id, n.kind, ${publishedAs('home')} as published,
        case n.kind when 'COLLECTION' then c.alias else ${persistentId} end as reference,
        ${grantedOn(sql`home.permission_path`, held)} as granted,
        case n.kind when 'COLLECTION' then ${namesOfCollection('c', 'n')} when 'DATASET' then ${titles} else json_build_object(
          'newest', (select m.label from file_metadata m where m.data_file_id = n.id order by m.valid_from desc limit 1),
          'published', (select m.label from file_metadata m where m.data_file_id = n.id and m.valid_from <= released.ordinal
            and (m.valid_to is null or m.valid_to > released.ordinal))) end as names,
        case when n.kind = 'DATAFILE' then ${titles} end as "datasetNames",
        case when owner.id is not null then json_build_object('alias', owner.alias,
          'granted', ${grantedOn(sql`above.permission_path`, held)}, 'names', ${namesOfCollection('owner', 'above')}) end as owner,
        case when n.kind = 'DATASET' then (
          select s.label from curation_status s where s.dataset_version_id = newest.id order by s.id desc limit 1) end as "curationStatus"
      from node n
      inner join node home on home.id = case when n.kind = 'DATAFILE' then n.owner_id else n.id end
      left join collection c on c.id = n.id
      left join dataset d on d.id = home.id
      left join lateral (
        select v.id, v.title from dataset_version v where v.dataset_id = d.id order by v.ordinal desc limit 1) newest on true
      left join lateral (
        select v.ordinal, v.title from dataset_version v where v.dataset_id = d.id and v.state = 'RELEASED'
        order by v.ordinal desc limit 1) released on true
      left join node above on above.id = home.owner_id
      left join collection owner on owner.id = above.id
      where n.id = ${anyOf(ids, 'int')}`)),
  ];
}
