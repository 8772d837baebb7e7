/** Sign-ins of programs without a browser. Source: users-admin.md 3.8. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { deviceSignIn } from '../../schema/sign-in.ts';
import { userAccount } from '../../schema/user.ts';

/** A sign-in as the person sees it who decides. */
export type DeviceSignInRow = Pick<typeof deviceSignIn.$inferSelect, 'clientName' | 'scopes' | 'clientAddress' | 'createdAt' | 'expiresAt'>;

/** Stores a sign-in; false where another one has the code for people. */
export async function insertDeviceSignIn(db: Queryable, values: typeof deviceSignIn.$inferInsert): Promise<boolean> {
  const rows = await db.insert(deviceSignIn).values(values).onConflictDoNothing().returning({ id: deviceSignIn.id });
  return rows.length > 0;
}

const undecided = (userCode: string) =>
  and(
    eq(deviceSignIn.userCode, userCode),
    gt(deviceSignIn.expiresAt, sql`now()`),
    isNull(deviceSignIn.userAccountId),
    eq(deviceSignIn.refused, false),
  );

const shown = {
  clientName: deviceSignIn.clientName,
  scopes: deviceSignIn.scopes,
  clientAddress: deviceSignIn.clientAddress,
  createdAt: deviceSignIn.createdAt,
  expiresAt: deviceSignIn.expiresAt,
};

/** Finds a sign-in that waits for a decision. */
export async function findUndecidedDevice(db: Queryable, userCode: string): Promise<DeviceSignInRow | undefined> {
  const [row] = await db.select(shown).from(deviceSignIn).where(undecided(userCode));
  return row;
}

/** Decides a sign-in that waits for it; null refuses. Undefined where none waits. */
export async function decideDevice(db: Queryable, userCode: string, userAccountId: number | null): Promise<DeviceSignInRow | undefined> {
  const [row] = await db
    .update(deviceSignIn)
    .set(userAccountId === null ? { refused: true } : { userAccountId })
    .where(undecided(userCode))
    .returning(shown);
  return row;
}

/** How much earlier than it was told a program may ask: requests travel at different speeds. */
const LENIENCE = sql`interval '1 second'`;

/**
 * Takes note that a program asks for its token while its user has not decided; undefined where that is not so. One that asks too soon has
 * to wait longer from then on. Source: RFC 8628, 3.5.
 */
export async function noteDeviceQuestion(
  db: Queryable,
  deviceCodeHash: Buffer,
  { longerBySeconds }: { readonly longerBySeconds: number },
): Promise<'pending' | 'too soon' | undefined> {
  // One statement, which locks the row: of two questions at once one is too soon.
  const [row] = await db.execute<{ tooSoon: boolean }>(sql`
    update device_sign_in d
    set asked_at = now(), interval_seconds = d.interval_seconds + case when before.too_soon then ${longerBySeconds}::int else 0 end
    from (
      select id, coalesce(asked_at + make_interval(secs => interval_seconds) - ${LENIENCE} > now(), false) as too_soon
      from device_sign_in
      where device_code_hash = ${deviceCodeHash} and expires_at > now() and user_account_id is null and not refused
      for update) before
    where d.id = before.id
    returning before.too_soon as "tooSoon"`);
  if (row === undefined) return undefined;
  return row.tooSoon ? 'too soon' : 'pending';
}

/** What has come of a sign-in; undefined where there is none, or it has ended. */
export async function findDeviceOutcome(db: Queryable, deviceCodeHash: Buffer): Promise<'pending' | 'refused' | 'allowed' | undefined> {
  const [row] = await db
    .select({ userAccountId: deviceSignIn.userAccountId, refused: deviceSignIn.refused })
    .from(deviceSignIn)
    .where(and(eq(deviceSignIn.deviceCodeHash, deviceCodeHash), gt(deviceSignIn.expiresAt, sql`now()`)));
  if (row === undefined) return undefined;
  if (row.refused) return 'refused';
  return row.userAccountId === null ? 'pending' : 'allowed';
}

/** A sign-in that was allowed, with the account that allowed it. */
export interface AllowedDevice {
  readonly clientName: string;
  readonly scopes: typeof deviceSignIn.$inferSelect.scopes;
  readonly account: { readonly id: number; readonly userName: string };
}

/** Takes a sign-in that was allowed, once; undefined where it is gone, or the account was deactivated meanwhile. */
export async function takeAllowedDevice(db: Queryable, deviceCodeHash: Buffer): Promise<AllowedDevice | undefined> {
  const [taken] = await db
    .delete(deviceSignIn)
    .where(and(eq(deviceSignIn.deviceCodeHash, deviceCodeHash), gt(deviceSignIn.expiresAt, sql`now()`)))
    .returning({ clientName: deviceSignIn.clientName, scopes: deviceSignIn.scopes, userAccountId: deviceSignIn.userAccountId });
  if (taken === undefined || taken.userAccountId === null) return undefined;
  const [account] = await db
    .select({ id: userAccount.id, userName: userAccount.userName })
    .from(userAccount)
    .where(and(eq(userAccount.id, taken.userAccountId), isNull(userAccount.deactivatedAt)));
  return account === undefined ? undefined : { ...taken, account };
}
