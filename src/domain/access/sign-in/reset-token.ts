/** What a link for a new password holds. Source: users-admin.md 8.4. */
import { createHash, randomBytes } from 'node:crypto';

/** How long a link counts once it was mailed. */
export const RESET_LIFETIME_MS = 60 * 60 * 1000;

/** Makes the token of a link. */
export function newResetToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which a token is kept. */
export function hashResetToken(token: string): Buffer {
  return createHash('sha256').update(`password reset ${token}`).digest();
}
