/** What an account has left behind. For superusers, once in a while: most of it is found without an index of its own. Source: users-admin.md 7.7. */
import { type SQL, sql } from 'drizzle-orm';
import type { AccountTraceElement } from '../../../vocabulary/access.ts';
import type { GuestbookEvent } from '../../../vocabulary/guestbooks.ts';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { dataset } from '../../schema/dataset.ts';
import { publishedAs } from '../gate/visible.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';

/** A trace; what an element does not have is null. */
export interface AccountTraceRow {
  readonly id: number;
  readonly name: string | null;
  readonly alias: string | null;
  readonly persistentId: string | null;
  readonly version: string | null;
  readonly definitionPointId: number | null;
  readonly identifier: string | null;
  readonly roleAlias: string | null;
  readonly roleName: string | null;
  /** Of a response to a guestbook: what for, the file, and when it was given, ISO 8601, UTC, to the second. */
  readonly event: GuestbookEvent | null;
  readonly fileName: string | null;
  readonly date: string | null;
}

/** Traces of one kind: how many there are, and some of them by id. */
export interface AccountTraceList {
  readonly element: AccountTraceElement;
  readonly totalCount: number;
  readonly items: readonly AccountTraceRow[];
}

/** Whose traces, and which commands leave them. */
export interface TracedAccount {
  readonly id: number;
  readonly userName: string;
  readonly editing: readonly string[];
}

const pid = persistentIdOf(dataset);

/** Publications of objects, by the node that was published. Those of files are those of their dataset. */
const PUBLISHING = {
  COLLECTION: ['publishCollection', 'publishValidatedCollection'],
  DATASET: ['publishDataset', 'publishVerifiedDataset'],
} as const;

function created(kind: string): (account: TracedAccount) => SQL {
  return ({ id }) => sql`select n.id from node n where n.creator_id = ${id} and n.kind = ${kind}::node_kind`;
}

/** The account that published an object first is its publisher. */
function published(kind: keyof typeof PUBLISHING): (account: TracedAccount) => SQL {
  const commands = anyOf([...PUBLISHING[kind]], 'text');
  return ({ userName }) => sql`
    select n.id from node n
    where n.kind = ${kind}::node_kind and ${publishedAs('n')} and ${`@${userName}`} = (
      select a.actor from audit_record a where a.subject_id = n.id and a.command = ${commands} order by a.id limit 1)
      and n.id in (select a.subject_id from audit_record a where a.actor = ${`@${userName}`} and a.command = ${commands})`;
}

/** Files that the account's publications of their dataset made public. */
const publishedFiles = ({ userName }: TracedAccount): SQL => {
  const commands = anyOf([...PUBLISHING.DATASET], 'text');
  return sql`
    select n.id from node n
    where n.kind = 'DATAFILE' and ${publishedAs('n')}
      and n.owner_id in (select a.subject_id from audit_record a where a.actor = ${`@${userName}`} and a.command = ${commands})
      and ${`@${userName}`} = (
        select a.actor from audit_record a
        where a.subject_id = n.owner_id and a.command = ${commands} and a.at <= n.published_at order by a.id desc limit 1)`;
};

/** Versions that the account began the dataset with, or changed itself or a file of. */
const contributedVersions = ({ id, userName, editing }: TracedAccount): SQL => sql`
  select v.id from dataset_version v inner join node n on n.id = v.dataset_id where v.ordinal = 1 and n.creator_id = ${id}
  union
  select v.id from audit_record a
  inner join dataset_version v on v.dataset_id = a.subject_id and a.at between v.created_at and coalesce(v.released_at, now())
  where a.actor = ${`@${userName}`} and a.command = ${anyOf(editing, 'text')}
  union
  select v.id from audit_record a
  inner join file_metadata m on m.data_file_id = a.subject_id
  inner join dataset_version v on v.dataset_id = m.dataset_id and v.ordinal = m.valid_from
    and a.at between v.created_at and coalesce(v.released_at, now())
  where a.actor = ${`@${userName}`} and a.command = ${anyOf(editing, 'text')}`;

const newestTitle = (id: SQL): SQL =>
  sql`(select v.title from dataset_version v where v.dataset_id = ${id} order by v.ordinal desc limit 1)`;
const newestLabel = (id: SQL): SQL =>
  sql`(select m.label from file_metadata m where m.data_file_id = ${id} order by m.valid_from desc limit 1)`;

const ofCollection = sql`select c.alias from collection c where c.id = found.id`;
const ofDataset = sql`select ${pid} as "persistentId" from ${dataset} where ${dataset.id} = found.id`;
const ofFile = sql`
  select ${newestLabel(sql`found.id`)} as name, ${pid} as "persistentId"
  from data_file f inner join ${dataset} on ${dataset.id} = f.dataset_id where f.id = found.id`;

/** How the traces of each kind are found, and what is told of one. */
const TRACES: Readonly<Record<AccountTraceElement, { readonly found: (account: TracedAccount) => SQL; readonly told: SQL }>> = {
  roleAssignments: {
    found: ({ userName }) => sql`select a.id from role_assignment a where a.assignee = ${`@${userName}`}`,
    told: sql`
      select coalesce(c.name, ${newestTitle(sql`${dataset.id}`)}, ${newestLabel(sql`f.id`)}) as name, a.definition_point_id as "definitionPointId",
        coalesce(${dataset.identifier}, regexp_replace(f.persistent_id, '^[^/]*/', '')) as identifier, r.alias as "roleAlias", r.name as "roleName"
      from role_assignment a inner join role r on r.id = a.role_id
      left join collection c on c.id = a.definition_point_id
      left join ${dataset} on ${dataset.id} = a.definition_point_id
      left join data_file f on f.id = a.definition_point_id
      where a.id = found.id`,
  },
  collectionCreator: { found: created('COLLECTION'), told: ofCollection },
  collectionPublisher: { found: published('COLLECTION'), told: ofCollection },
  datasetCreator: { found: created('DATASET'), told: ofDataset },
  datasetPublisher: { found: published('DATASET'), told: ofDataset },
  dataFileCreator: { found: created('DATAFILE'), told: ofFile },
  dataFilePublisher: { found: publishedFiles, told: ofFile },
  datasetVersionUsers: {
    found: contributedVersions,
    told: sql`
      select ${pid} as "persistentId", coalesce(v.version_number || '.' || v.version_minor_number, 'DRAFT') as version
      from dataset_version v inner join ${dataset} on ${dataset.id} = v.dataset_id where v.id = found.id`,
  },
  explicitGroups: {
    found: ({ id }) => sql`select m.group_id as id from explicit_group_member m where m.user_account_id = ${id}`,
    told: sql`select g.display_name as name from explicit_group g where g.id = found.id`,
  },
  savedSearches: {
    found: ({ id }) => sql`select s.id from saved_search s where s.creator_id = ${id}`,
    told: sql`select s.query as name from saved_search s where s.id = found.id`,
  },
  guestbookEntries: {
    found: ({ id }) => sql`select g.id from guestbook_response g where g.user_account_id = ${id}`,
    told: sql`
      select g.name as name, ${pid} as "persistentId", answered.event, ${newestLabel(sql`answered.data_file_id`)} as "fileName",
        to_char(answered.responded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as date
      from guestbook_response answered inner join guestbook g on g.id = answered.guestbook_id
      inner join ${dataset} on ${dataset.id} = answered.dataset_id where answered.id = found.id`,
  },
};

const NOTHING = {
  name: null,
  alias: null,
  persistentId: null,
  version: null,
  definitionPointId: null,
  identifier: null,
  roleAlias: null,
  roleName: null,
  event: null,
  fileName: null,
  date: null,
} as const;

/** The traces of one kind, a slice of them by id. */
export async function listAccountTraces(
  db: Queryable,
  account: TracedAccount,
  element: AccountTraceElement,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<AccountTraceList> {
  const { found, told } = TRACES[element];
  const [row] = await db.execute<{ total: number; items: (Partial<AccountTraceRow> & { id: number })[] }>(sql`
    with left_behind as materialized (${found(account)})
    select (select count(*)::int from left_behind) as total, (
      select coalesce(json_agg(to_jsonb(told) || jsonb_build_object('id', found.id) order by found.id), '[]'::json)
      from (select id from left_behind order by id limit ${limit} offset ${offset}) found
      left join lateral (${told}) told on true) as items`);
  return { element, totalCount: row?.total ?? 0, items: (row?.items ?? []).map((item) => ({ ...NOTHING, ...item })) };
}
