import { eq, sql } from 'drizzle-orm';
import type { Listed, PageWindow } from '../../../model/page-window.ts';
import type { Queryable } from '../../client.ts';
import { boundWindow } from '../../id-window.ts';
import { anyOf } from '../../kept-plans.ts';
import { outgoingMail } from '../../schema/mail.ts';

export type OutgoingMailRow = typeof outgoingMail.$inferSelect;

/** Messages of these that were not sent yet, in the order in which they were written. */
export async function listPendingMail(db: Queryable, ids: readonly number[]): Promise<OutgoingMailRow[]> {
  return db
    .select()
    .from(outgoingMail)
    .where(sql`${outgoingMail.id} = ${anyOf(ids, 'int')} and ${outgoingMail.state} = 'PENDING'`)
    .orderBy(outgoingMail.id);
}

/** Ends a message, or, with PENDING, notes a try that failed. */
export async function noteMail(
  db: Queryable,
  id: number,
  { state, error = null }: { readonly state: OutgoingMailRow['state']; readonly error?: string | null },
): Promise<void> {
  await db
    .update(outgoingMail)
    .set({
      state,
      lastError: error,
      attempts: sql`${outgoingMail.attempts} + 1`,
      endedAt: state === 'PENDING' ? null : sql`now()`,
    })
    .where(eq(outgoingMail.id, id));
}

/** Deletes messages that were sent, or became pointless, longer ago, at most `limit` at once; how many went. */
export async function deleteEndedMail(db: Queryable, olderThanDays: number, limit: number): Promise<number> {
  const rows = await db.execute(
    sql`delete from outgoing_mail where id in (select m.id from outgoing_mail m where m.state in ('SENT', 'OBSOLETE') and m.ended_at < now() - make_interval(days => ${olderThanDays}::int) order by m.ended_at limit ${limit}::int)`,
  );
  return rows.count;
}

/** How mail stands. */
export interface MailNumbers {
  readonly pending: number;
  /** Waiting, and tried in vain already. */
  readonly delayed: number;
  readonly failed: number;
  readonly oldestPendingAt: Date | null;
}

/** Counts messages that were not sent. */
export async function countMail(db: Queryable): Promise<MailNumbers> {
  const [row] = await db
    .select({
      pending: sql<number>`count(*) filter (where ${outgoingMail.state} = 'PENDING')::int`,
      delayed: sql<number>`count(*) filter (where ${outgoingMail.state} = 'PENDING' and ${outgoingMail.attempts} > 0)::int`,
      failed: sql<number>`count(*) filter (where ${outgoingMail.state} = 'FAILED')::int`,
      oldestPendingAt: sql<Date | null>`min(${outgoingMail.createdAt}) filter (where ${outgoingMail.state} = 'PENDING')`.mapWith(
        outgoingMail.createdAt,
      ),
    })
    .from(outgoingMail)
    .where(sql`${outgoingMail.state} in ('PENDING', 'FAILED')`);
  return row ?? { pending: 0, delayed: 0, failed: 0, oldestPendingAt: null };
}

/** A window of the messages, by id: all, or those in a state. */
export async function pageOutgoingMail(
  db: Queryable,
  { state, ...window }: PageWindow<number> & { readonly state: OutgoingMailRow['state'] | null },
): Promise<Listed<OutgoingMailRow>> {
  const { within, order, limit } = boundWindow(outgoingMail.id, window);
  const isWanted = state === null ? sql`true` : sql`${outgoingMail.state} = ${state}::mail_state`;
  const rows = await db
    .select()
    .from(outgoingMail)
    .where(sql`${within} and ${isWanted}`)
    .orderBy(sql`${order} ${limit}`);
  return { rows: window.fromEnd ? rows.toReversed() : rows, count: () => db.$count(outgoingMail, isWanted) };
}

/** One message; undefined where there is none. */
export async function findOutgoingMail(db: Queryable, id: number): Promise<OutgoingMailRow | undefined> {
  const [row] = await db.select().from(outgoingMail).where(eq(outgoingMail.id, id));
  return row;
}

/** Has a message wait again that was given up; undefined where it was not. */
export async function renewOutgoingMail(db: Queryable, id: number): Promise<OutgoingMailRow | undefined> {
  const [row] = await db
    .update(outgoingMail)
    .set({ state: 'PENDING', attempts: 0, endedAt: null })
    .where(sql`${outgoingMail.id} = ${id}::bigint and ${outgoingMail.state} = 'FAILED'`)
    .returning();
  return row;
}
