import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { replaceApiToken } from '../../db/queries/users.ts';
import type { Queryable } from '../../db/client.ts';

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

/** Gives an account a token, in place of the one it had; the token is returned and kept nowhere. */
export async function issueApiToken(db: Queryable, userAccountId: number, token: string = randomUUID()): Promise<string> {
  await replaceApiToken(db, { userAccountId, tokenHash: hashApiToken(token), expiresAt: tokenExpiry(new Date()) });
  return token;
}
