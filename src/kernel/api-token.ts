import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { replaceApiToken } from '../db/queries/access/users.ts';
import type { Queryable } from '../db/client.ts';

/** First characters of a named token: programs that search texts for secrets recognise it by them. */
export const NAMED_TOKEN_PREFIX = 'avt_';

/** The stored form of a token: its SHA-256. A token is random enough that no salt is needed. */
export function hashApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether two secrets are equal, in constant time: compared as hashes of equal length. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hashApiToken(one), hashApiToken(other));
}

/** A token is valid one year from its creation. Source: users-admin.md 7.3. */
function tokenExpiry(from: Date): Date {
  const expiry = new Date(from);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + 1);
  return expiry;
}

/** A token in clear text, shown only to its owner. */
export interface ShownToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Issues a token for an account and revokes its previous one at once. The clear text is returned and not stored. */
export async function renewApiToken(db: Queryable, userAccountId: number, token: string = randomUUID()): Promise<ShownToken> {
  const expiresAt = tokenExpiry(new Date());
  await replaceApiToken(db, { userAccountId, tokenHash: hashApiToken(token), expiresAt });
  return { token, expiresAt };
}

/** The same, without the expiry. */
export async function issueApiToken(db: Queryable, userAccountId: number, token?: string): Promise<string> {
  return (await renewApiToken(db, userAccountId, token)).token;
}
