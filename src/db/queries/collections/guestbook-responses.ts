/** What people told guestbooks. Source: users-admin.md 18.7. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { dataset } from '../../schema/dataset.ts';
import { guestbook } from '../../schema/guestbook.ts';
import { type GuestbookAnswer, guestbookResponse } from '../../schema/guestbook-response.ts';
import { node } from '../../schema/node.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';

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

/** Stores a response for each file. */
export async function insertGuestbookResponses(
  db: Queryable,
  files: readonly { readonly id: number; readonly datasetId: number }[],
  response: NewGuestbookResponse,
): Promise<void> {
  const { guestbookId, userAccountId, name, email, institution, position, answers } = response;
  await db.execute(sql`
    insert into ${guestbookResponse} (guestbook_id, dataset_id, data_file_id, user_account_id, name, email, institution, position, answers)
    select ${guestbookId}::int, given.dataset_id, given.file_id, ${userAccountId}::int, ${name}, ${email}, ${institution}, ${position}, ${JSON.stringify(answers)}::json
    from unnest(${sql.param(files.map(({ datasetId }) => datasetId))}::int[], ${sql.param(files.map(({ id }) => id))}::int[])
      with ordinality given(dataset_id, file_id, place) order by given.place`);
}

export interface GuestbookResponseRow {
  readonly id: number;
  readonly datasetId: number;
  readonly guestbookId: number;
  readonly guestbookName: string;
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

/** Responses for files of the datasets that a collection holds itself, by dataset and id; `guestbookId` null for those of all guestbooks. */
export async function listGuestbookResponses(
  db: Queryable,
  asked: { readonly collectionId: number; readonly guestbookId: number | null; readonly after: ResponsePosition; readonly limit: number },
): Promise<GuestbookResponseRow[]> {
  return [
    ...(await db.execute<GuestbookResponseRow & Record<string, unknown>>(sql`
      select r.id, r.dataset_id as "datasetId", g.id as "guestbookId", g.name as "guestbookName", coalesce(v.title, '') as "datasetTitle", ${persistentIdOf(dataset)} as "datasetPersistentId",
        to_char(r.responded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "respondedAt", r.data_file_id as "fileId",
        coalesce(m.label, '') as "fileName", df.persistent_id as "filePersistentId", r.name, r.email, r.institution, r.position, r.answers
      from ${guestbookResponse} r
      inner join ${guestbook} g on g.id = r.guestbook_id
      inner join ${node} n on n.id = r.dataset_id
      inner join ${dataset} on ${dataset.id} = r.dataset_id
      inner join data_file df on df.id = r.data_file_id
      left join lateral (select v.title from dataset_version v where v.dataset_id = r.dataset_id order by v.ordinal desc limit 1) v on true
      left join lateral (select m.label from file_metadata m where m.data_file_id = r.data_file_id order by m.valid_from desc limit 1) m on true
      where n.owner_id = ${asked.collectionId}::int and n.id >= ${asked.after.datasetId}::int
        and (r.dataset_id, r.id) > (${asked.after.datasetId}::int, ${asked.after.id}::int)
        and (${asked.guestbookId}::int is null or r.guestbook_id = ${asked.guestbookId}::int)
      order by r.dataset_id, r.id limit ${asked.limit}::int`)),
  ];
}

/** Over all pages. */
export async function countGuestbookResponses(
  db: Queryable,
  asked: { readonly collectionId: number; readonly guestbookId: number | null },
): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${guestbookResponse} r inner join ${node} n on n.id = r.dataset_id
    where n.owner_id = ${asked.collectionId}::int and (${asked.guestbookId}::int is null or r.guestbook_id = ${asked.guestbookId}::int)`);
  return row?.count ?? 0;
}
