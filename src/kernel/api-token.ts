import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { replaceApiToken } from '../db/queries/access/users.ts';
import type { Queryable } from '../db/client.ts';

/** What is kept of a token: its SHA-256. A token is random enough that no salt is needed. */
export function hashApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether two secrets are equal, in a time that does not tell how much of them is: compared as hashes, of equal length. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hashApiToken(one), hashApiToken(other));
}

/** A token is valid one year from its creation. Source: users-admin.md 7.3. */
function tokenExpiry(from: Date): Date {
  const expiry = new Date(from);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + 1);
  return expiry;
}

/** A token in clear, which whoever it belongs to alone is shown. */
export interface ShownToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Gives an account a token, in place of the one it had, which is worth nothing at once; it is returned and kept nowhere. */
export async function renewApiToken(db: Queryable, userAccountId: number, token: string = randomUUID()): Promise<ShownToken> {
  const expiresAt = tokenExpiry(new Date());
  await replaceApiToken(db, { userAccountId, tokenHash: hashApiToken(token), expiresAt });
  return { token, expiresAt };
}

/** The same, where nobody asks until when. */
export async function issueApiToken(db: Queryable, userAccountId: number, token?: string): Promise<string> {
  return (await renewApiToken(db, userAccountId, token)).token;
}
