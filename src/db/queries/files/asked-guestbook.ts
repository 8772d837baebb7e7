import { type SQL, sql } from 'drizzle-orm';
import { guestbook } from '../../schema/guestbook.ts';

/** The guestbook of a dataset, by its id in a column, if it is in use; else null. */
export function askedGuestbook(guestbookId: SQL): SQL<number | null> {
  return sql<number | null>`(select asked.id from ${guestbook} asked where asked.id = ${guestbookId} and asked.enabled)`;
}
