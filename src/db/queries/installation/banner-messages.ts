/** Messages of the operator to all visitors. */
import { type SQL, sql } from 'drizzle-orm';
import type { PageWindow } from '../../../model/page-window.ts';
import type { Queryable } from '../../client.ts';
import { boundWindow } from '../../id-window.ts';

/** A text of a message, in one language. */
export interface BannerText {
  readonly language: string;
  readonly message: string;
}

export interface BannerMessageRow {
  readonly id: number;
  readonly dismissible: boolean;
  readonly active: boolean;
  /** By language. */
  readonly texts: readonly BannerText[];
}

async function select(db: Queryable, where: SQL, end: SQL = sql``): Promise<BannerMessageRow[]> {
  return [
    ...(await db.execute<BannerMessageRow & Record<string, unknown>>(sql`
      select b.id, b.dismissible, b.active,
        coalesce((select json_agg(json_build_object('language', t.language, 'message', t.message) order by t.language)
          from banner_text t where t.banner_id = b.id), '[]') as texts
      from banner_message b where ${where} ${end}`)),
  ];
}

function wanted(activeOnly: boolean): SQL {
  return activeOnly ? sql`b.active` : sql`true`;
}

/** Messages by id. */
export async function listBannerMessageRows(
  db: Queryable,
  { activeOnly, ...window }: { readonly activeOnly: boolean } & PageWindow<number>,
): Promise<BannerMessageRow[]> {
  const { within, order, limit } = boundWindow(sql`b.id`, window);
  const rows = await select(db, sql`${wanted(activeOnly)} and ${within}`, sql`order by ${order} ${limit}`);
  return window.fromEnd ? rows.toReversed() : rows;
}

export async function countBannerMessageRows(db: Queryable, activeOnly: boolean): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from banner_message b where ${wanted(activeOnly)}`);
  return row?.count ?? 0;
}

/** Stores a message that is shown from now on. */
export async function insertBannerMessage(db: Queryable, dismissible: boolean, texts: readonly BannerText[]): Promise<BannerMessageRow> {
  const [row] = await db.execute<{ id: number }>(sql`insert into banner_message (dismissible) values (${dismissible}) returning id`);
  if (row === undefined) throw new Error('The message was not stored.');
  await db.execute(sql`
    insert into banner_text (banner_id, language, message)
    select ${row.id}, given.language, given.message
    from unnest(${sql.param(texts.map(({ language }) => language))}::text[], ${sql.param(texts.map(({ message }) => message))}::text[])
      given(language, message)`);
  return { id: row.id, dismissible, active: true, texts };
}

/** Stops showing a message; undefined if there is none. */
export async function deactivateBannerMessageRow(db: Queryable, id: number): Promise<BannerMessageRow | undefined> {
  await db.execute(sql`update banner_message set active = false where id = ${id}`);
  return (await select(db, sql`b.id = ${id}::int`))[0];
}

/** Removes a message; whether there was one. */
export async function deleteBannerMessageRow(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.execute(sql`delete from banner_message where id = ${id} returning id`);
  return rows.length > 0;
}
