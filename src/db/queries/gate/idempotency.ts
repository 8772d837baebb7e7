/** Keys of requests, and what their commands returned. See docs/adr/0093-bulk-and-idempotency.md. */
import { randomInt } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { DatabaseConnection, Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { idempotencyKey, idempotencyStep } from '../../schema/idempotency.ts';

/** Which request of which account. */
export interface KeyOfRequest {
  readonly accountId: number;
  readonly key: string;
}

export type IdempotencyRow = typeof idempotencyKey.$inferSelect;

const isKey = ({ accountId, key }: KeyOfRequest) => and(eq(idempotencyKey.accountId, accountId), eq(idempotencyKey.key, key));

/** Numbers of first attempts are below it, which leaves as many for those after them. */
const FIRST_ATTEMPTS = 2 ** 30;

/**
 * Stores a key that is not known, or whose time is over; the number of the attempt, undefined where it is known. It begins anywhere: an
 * attempt that is still to be forgotten when its key has been, and was sent again, must not have the number of the one that runs now.
 */
export async function insertKey(
  db: Queryable,
  request: KeyOfRequest & { readonly fingerprint: string; readonly lifetimeSeconds: number },
): Promise<number | undefined> {
  const { accountId, key, fingerprint, lifetimeSeconds } = request;
  const isOver = sql`${idempotencyKey.expiresAt} < now()`;
  await db.delete(idempotencyKey).where(and(isKey(request), isOver));
  const rows = await db
    .insert(idempotencyKey)
    .values({
      accountId,
      key,
      fingerprint,
      attempt: randomInt(FIRST_ATTEMPTS),
      expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds}::int)`,
    })
    .onConflictDoNothing()
    .returning({ attempt: idempotencyKey.attempt });
  return rows[0]?.attempt;
}

export async function findKey(db: Queryable, request: KeyOfRequest): Promise<IdempotencyRow | undefined> {
  const [row] = await db.select().from(idempotencyKey).where(isKey(request));
  return row;
}

/** Begins another attempt of a request that was cut off; its number. Waits for a command that is committing. */
export async function takeOverKey(db: Queryable, request: KeyOfRequest): Promise<number | undefined> {
  const [row] = await db
    .update(idempotencyKey)
    .set({ attempt: sql`${idempotencyKey.attempt} + 1` })
    .where(isKey(request))
    .returning({ attempt: idempotencyKey.attempt });
  return row?.attempt;
}

/** What the commands of a request have returned, by their steps; null where that could not be stored. */
export async function listSteps(db: Queryable, { accountId, key }: KeyOfRequest): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ step: idempotencyStep.step, result: idempotencyStep.result })
    .from(idempotencyStep)
    .where(and(eq(idempotencyStep.accountId, accountId), eq(idempotencyStep.key, key)));
  return new Map(rows.map(({ step, result }) => [step, result]));
}

/** Stores what a command returned, unless another attempt has begun; whether it did. */
export async function insertStep(
  db: Queryable,
  request: KeyOfRequest & { readonly attempt: number; readonly step: string; readonly result: string | null },
): Promise<boolean> {
  const { accountId, key, attempt, step, result } = request;
  const rows = await db.execute(
    sql`insert into ${idempotencyStep} (account_id, key, step, result)
      select k.account_id, k.key, ${step}::text, ${result}::text from idempotency_key k
      where k.account_id = ${accountId}::int and k.key = ${key}::text and k.attempt = ${attempt}::int for share returning step`,
  );
  return rows.length > 0;
}

/** Stores the answer of a request in place of what its commands returned, unless another attempt has begun. */
export async function storeAnswer(
  db: Queryable,
  request: KeyOfRequest & { readonly attempt: number; readonly answer: string },
): Promise<void> {
  const { accountId, key, attempt, answer } = request;
  await db.execute(
    sql`with answered as (update ${idempotencyKey} set answer = ${answer}::text
        where account_id = ${accountId}::int and key = ${key}::text and attempt = ${attempt}::int returning account_id, key)
      delete from ${idempotencyStep} s using answered a where s.account_id = a.account_id and s.key = a.key`,
  );
}

/** Forgets a request that has changed nothing, or one of ours that is over. */
export async function deleteKey(db: Queryable, request: KeyOfRequest & { readonly attempt: number }): Promise<void> {
  await db.delete(idempotencyKey).where(and(isKey(request), eq(idempotencyKey.attempt, request.attempt)));
}

/** Forgets what some commands have returned, by what their steps begin with. */
export async function deleteSteps(db: Queryable, { accountId, key }: KeyOfRequest, steps: readonly string[]): Promise<void> {
  if (steps.length === 0) return;
  await db.execute(
    sql`delete from ${idempotencyStep} where account_id = ${accountId}::int and key = ${key}::text and split_part(step, ' ', 1) = ${anyOf(steps, 'text')}`,
  );
}

/** Deletes keys whose time is over, at most `limit`; how many went. */
export async function deleteEndedKeys(db: Queryable, limit: number): Promise<number> {
  const rows = await db.execute(
    sql`delete from ${idempotencyKey} where (account_id, key) in (select k.account_id, k.key from idempotency_key k where k.expires_at < now() limit ${limit}::int)`,
  );
  return rows.count;
}

const lockOf = ({ accountId, key }: KeyOfRequest): string => `${accountId} ${key}`;

/** Tries to hold a request on a connection: it is let go with the connection, however the process ends. */
export async function tryHold({ sql: driver }: DatabaseConnection, request: KeyOfRequest): Promise<boolean> {
  const [row] = await driver<{ held: boolean }[]>`
    select pg_try_advisory_lock(${ADVISORY_LOCKS.idempotencyKeys}::int, hashtext(${lockOf(request)}::text)) as held`;
  return row?.held === true;
}

export async function letGo({ sql: driver }: DatabaseConnection, request: KeyOfRequest): Promise<void> {
  await driver`select pg_advisory_unlock(${ADVISORY_LOCKS.idempotencyKeys}::int, hashtext(${lockOf(request)}::text))`;
}
