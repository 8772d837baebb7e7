/** Guestbooks of collections. Source: users-admin.md 18.7. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { GuestbookQuestionType } from '../../../vocabulary/guestbooks.ts';
import type { Queryable } from '../../client.ts';
import { insertAll } from '../../insert-all.ts';
import { anyOf } from '../../kept-plans.ts';
import { dataset } from '../../schema/dataset.ts';
import { guestbook, type GuestbookOption, guestbookQuestion } from '../../schema/guestbook.ts';
import { guestbookResponse } from '../../schema/guestbook-response.ts';
import { node } from '../../schema/node.ts';

/** A question as it is written. */
export interface NewGuestbookQuestion {
  readonly question: string;
  readonly questionType: GuestbookQuestionType;
  readonly required: boolean;
  readonly hidden: boolean;
  readonly displayOrder: number;
  readonly options: readonly GuestbookOption[];
}

export interface GuestbookQuestionRow extends NewGuestbookQuestion {
  readonly id: number;
}

/** What a guestbook asks for. */
interface GuestbookFacts {
  readonly name: string;
  readonly enabled: boolean;
  readonly nameRequired: boolean;
  readonly emailRequired: boolean;
  readonly institutionRequired: boolean;
  readonly positionRequired: boolean;
}

export interface NewGuestbook extends GuestbookFacts {
  readonly collectionId: number;
  readonly questions: readonly NewGuestbookQuestion[];
}

export interface GuestbookRow extends GuestbookFacts {
  readonly id: number;
  readonly collectionId: number;
  /** ISO 8601, UTC, to the second. */
  readonly createdAt: string;
  /** By their order. */
  readonly questions: readonly GuestbookQuestionRow[];
}

async function select(db: Queryable, where: SQL, order: SQL): Promise<GuestbookRow[]> {
  return [
    ...(await db.execute<GuestbookRow & Record<string, unknown>>(sql`
      select g.id, g.collection_id as "collectionId", g.name, g.enabled, g.name_required as "nameRequired", g.email_required as "emailRequired",
        g.institution_required as "institutionRequired", g.position_required as "positionRequired",
        to_char(g.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
        coalesce((select json_agg(json_build_object('id', q.id, 'question', q.question, 'questionType', q.question_type, 'required', q.required,
            'hidden', q.hidden, 'displayOrder', q.display_order, 'options', q.options) order by q.display_order, q.id)
          from ${guestbookQuestion} q where q.guestbook_id = g.id), '[]') as questions
      from ${guestbook} g where ${where} order by ${order}`)),
  ];
}

/** A guestbook by its id. */
export async function findGuestbook(db: Queryable, id: number): Promise<GuestbookRow | undefined> {
  return (await select(db, sql`g.id = ${id}::int`, sql`g.id`))[0];
}

/** Guestbooks of collections, those of the last collection first, each by id. `collectionIds` go from the root down. */
export async function listGuestbooks(db: Queryable, collectionIds: readonly number[]): Promise<GuestbookRow[]> {
  return select(
    db,
    sql`g.collection_id = ${anyOf(collectionIds, 'int')}`,
    sql`array_position(${sql.param(collectionIds)}::int[], g.collection_id) desc, g.id`,
  );
}

export async function countGuestbooks(db: Queryable, collectionId: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${guestbook} where collection_id = ${collectionId}::int`,
  );
  return row?.count ?? 0;
}

/** Stores a guestbook with its questions; its id. */
export async function insertGuestbook(db: Queryable, { questions, ...facts }: NewGuestbook): Promise<number> {
  const [row] = await db.insert(guestbook).values(facts).returning({ id: guestbook.id });
  if (row === undefined) throw new Error('The guestbook was not stored.');
  await insertAll(
    db,
    guestbookQuestion,
    questions.map((question) => ({ guestbookId: row.id, ...question })),
  );
  return row.id;
}

/** Puts a guestbook of a collection in or out of use; whether there is such a one. */
export async function setGuestbookEnabled(
  db: Queryable,
  key: { readonly id: number; readonly collectionId: number },
  enabled: boolean,
): Promise<boolean> {
  const rows = await db.execute(
    sql`update ${guestbook} set enabled = ${enabled} where id = ${key.id}::int and collection_id = ${key.collectionId}::int returning id`,
  );
  return rows.length > 0;
}

/** Sets what those who download files of a dataset are asked. */
export async function setGuestbookOfDataset(db: Queryable, datasetId: number, guestbookId: number | null): Promise<void> {
  await db.update(dataset).set({ guestbookId }).where(eq(dataset.id, datasetId));
}

/** What was chosen for a dataset: whether requests for access are asked in place of downloads; null for nothing. */
export async function findGuestbookAtRequest(db: Queryable, datasetId: number): Promise<boolean | null> {
  const [row] = await db.select({ chosen: dataset.guestbookAtRequest }).from(dataset).where(eq(dataset.id, datasetId));
  return row?.chosen ?? null;
}

/** How much a guestbook is used by the datasets that a collection holds itself. */
export interface GuestbookUse {
  readonly datasets: number;
  readonly responses: number;
}

/** The use of guestbooks in a collection, by their ids; one that is not used there has no entry. */
export async function countGuestbookUse(
  db: Queryable,
  collectionId: number,
  guestbookIds: readonly number[],
): Promise<Map<number, GuestbookUse>> {
  const rows = await db.execute<{ id: number; datasets: number; responses: number }>(sql`
    select g.id,
      (select count(*)::int from ${dataset} d inner join ${node} n on n.id = d.id where d.guestbook_id = g.id and n.owner_id = ${collectionId}::int) as datasets,
      (select count(*)::int from ${guestbookResponse} r inner join ${node} n on n.id = r.dataset_id
        where r.guestbook_id = g.id and n.owner_id = ${collectionId}::int) as responses
    from ${guestbook} g where g.id = ${anyOf(guestbookIds, 'int')}`);
  return new Map(rows.map(({ id, datasets, responses }) => [id, { datasets, responses }]));
}
