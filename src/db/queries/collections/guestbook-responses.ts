/** What people told guestbooks. Source: users-admin.md 18.7. */
import { type SQL, sql } from 'drizzle-orm';
import type { GuestbookEvent } from '../../../vocabulary/guestbooks.ts';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { dataset } from '../../schema/dataset.ts';
import { guestbook } from '../../schema/guestbook.ts';
import { type GuestbookAnswer, guestbookResponse } from '../../schema/guestbook-response.ts';
import { node } from '../../schema/node.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';
import type { PageWindow } from '../../../model/page-window.ts';

export type { GuestbookAnswer } from '../../schema/guestbook-response.ts';

/** A response to a guestbook, for one file or many at once. */
export interface NewGuestbookResponse {
  readonly guestbookId: number;
  /** Null for a guest. */
  readonly userAccountId: number | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly institution: string | null;
  readonly position: string | null;
  readonly answers: readonly GuestbookAnswer[];
}

/** Stores a response for each file; their ids, in the order of the files. */
export async function insertGuestbookResponses(
  db: Queryable,
  files: readonly { readonly id: number; readonly datasetId: number }[],
  response: NewGuestbookResponse,
  event: GuestbookEvent,
): Promise<readonly number[]> {
  const { guestbookId, userAccountId, name, email, institution, position, answers } = response;
  const rows = await db.execute<{ id: number }>(sql`
    insert into ${guestbookResponse} (guestbook_id, dataset_id, data_file_id, event, user_account_id, name, email, institution, position, answers)
    select ${guestbookId}::int, given.dataset_id, given.file_id, ${event}::guestbook_event, ${userAccountId}::int, ${name}, ${email}, ${institution}, ${position}, ${JSON.stringify(answers)}::json
    from unnest(${sql.param(files.map(({ datasetId }) => datasetId))}::int[], ${sql.param(files.map(({ id }) => id))}::int[])
      with ordinality given(dataset_id, file_id, place) order by given.place returning id`);
  return rows.map(({ id }) => id);
}

export interface GuestbookResponseRow {
  readonly id: number;
  readonly datasetId: number;
  readonly guestbookId: number;
  readonly guestbookName: string;
  readonly event: GuestbookEvent;
  readonly datasetTitle: string;
  readonly datasetPersistentId: string;
  /** ISO 8601, UTC, to the second. */
  readonly respondedAt: string;
  readonly fileId: number;
  readonly fileName: string;
  readonly filePersistentId: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly institution: string | null;
  readonly position: string | null;
  readonly answers: readonly GuestbookAnswer[];
}

/** Where a page of responses ends. */
export interface ResponsePosition {
  readonly datasetId: number;
  readonly id: number;
}

/** Which part of the list. */
type ResponseWindow = Pick<PageWindow<ResponsePosition>, 'after' | 'limit'> & Partial<PageWindow<ResponsePosition>>;

/** Which responses are asked for: those for files of the datasets that a collection holds itself, to one guestbook or, with null, to all. */
interface AskedResponses {
  readonly collectionId: number;
  readonly guestbookId: number | null;
}

type Selected = GuestbookResponseRow & Record<string, unknown>;

/** Rows of the responses `r`, with what names their files and datasets. */
function responsesFrom(from: SQL, rest: SQL): SQL {
  return sql`
      select r.id, r.dataset_id as "datasetId", g.id as "guestbookId", g.name as "guestbookName", r.event, coalesce(v.title, '') as "datasetTitle", ${persistentIdOf(dataset)} as "datasetPersistentId",
        to_char(r.responded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "respondedAt", r.data_file_id as "fileId",
        coalesce(m.label, '') as "fileName", df.persistent_id as "filePersistentId", r.name, r.email, r.institution, r.position, r.answers
      from ${from}
      inner join ${guestbook} g on g.id = r.guestbook_id
      inner join ${dataset} on ${dataset.id} = r.dataset_id
      inner join data_file df on df.id = r.data_file_id
      left join lateral (select v.title from dataset_version v where v.dataset_id = r.dataset_id order by v.ordinal desc limit 1) v on true
      left join lateral (select m.label from file_metadata m where m.data_file_id = r.data_file_id order by m.valid_from desc limit 1) m on true
      ${rest}`;
}

/** Responses for files of the datasets that a collection holds itself, by dataset and id; `guestbookId` null for those of all guestbooks. */
export async function listGuestbookResponses(
  db: Queryable,
  { collectionId, guestbookId, after, before = null, limit, fromEnd = false }: AskedResponses & ResponseWindow,
): Promise<GuestbookResponseRow[]> {
  const ofGuestbook = guestbookId === null ? sql`` : sql`and given.guestbook_id = ${guestbookId}::int`;
  const begin = after ?? { datasetId: 0, id: 0 };
  const upTo =
    before === null
      ? sql``
      : sql`and n.id <= ${before.datasetId}::int and (given.dataset_id, given.id) < (${before.datasetId}::int, ${before.id}::int)`;
  const direction = fromEnd ? sql`desc` : sql`asc`;
  // The page first, by the index of its order; names are looked up for its rows alone.
  const page = sql`(
      select given.* from ${guestbookResponse} given inner join ${node} n on n.id = given.dataset_id
      where n.owner_id = ${collectionId}::int and n.kind = 'DATASET' and n.id >= ${begin.datasetId}::int
        and (given.dataset_id, given.id) > (${begin.datasetId}::int, ${begin.id}::int) ${upTo} ${ofGuestbook}
      order by given.dataset_id ${direction}, given.id ${direction} limit ${limit}::int) r`;
  return [...(await db.execute<Selected>(responsesFrom(page, sql`order by r.dataset_id, r.id`)))];
}

/** Responses by their ids, in no order. */
export async function listGuestbookResponsesByIds(db: Queryable, ids: readonly number[]): Promise<GuestbookResponseRow[]> {
  if (ids.length === 0) return [];
  return [...(await db.execute<Selected>(responsesFrom(sql`${guestbookResponse} r`, sql`where r.id = ${anyOf(ids, 'int')}`)))];
}

/** Over all pages. */
export async function countGuestbookResponses(db: Queryable, { collectionId, guestbookId }: AskedResponses): Promise<number> {
  const ofGuestbook = guestbookId === null ? sql`` : sql`and r.guestbook_id = ${guestbookId}::int`;
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${guestbookResponse} r inner join ${node} n on n.id = r.dataset_id
    where n.owner_id = ${collectionId}::int and n.kind = 'DATASET' ${ofGuestbook}`);
  return row?.count ?? 0;
}
