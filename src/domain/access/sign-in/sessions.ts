/** Sessions of browsers that are signed in. Source: users-admin.md 3.6. */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../../db/client.ts';
import { deleteSession, findSessionAccount, insertSession, type SessionAccount } from '../../../db/queries/access/sessions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import type { SignInProviders } from '../../../kernel/ports/sign-in-providers.ts';
import { callerAddress } from './guess-limits.ts';

/** A session as its browser gets it, once. */
export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Minutes that a session lasts, where the setting `:LoginSessionTimeout` says nothing. */
const DEFAULT_MINUTES = 480;
const LONGEST_MINUTES = 30 * 24 * 60;
const TOKEN = /^[\w-]{43}$/;

function hashOf(token: string): Buffer {
  return createHash('sha256').update(`session ${token}`).digest();
}

/**
 * Signs an account in, within the command that found out that it may be; the audit log has it. The session that the browser had until then
 * ends, of whatever account: its cookie is replaced, and a copy of it must not stay good.
 */
export async function openSession(
  { tx, actor, services, context, note }: Scope,
  { id: userAccountId, userName }: { readonly id: number; readonly userName: string },
  providerId: string,
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url');
  const minutes = Math.min(Math.max(services.settings.get(':LoginSessionTimeout') ?? DEFAULT_MINUTES, 1), LONGEST_MINUTES);
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  const before = actor.account?.sessionId;
  if (before !== undefined) await deleteSession(tx, before);
  await insertSession(tx, { userAccountId, tokenHash: hashOf(token), providerId, expiresAt });
  note({ user: userName, account: userAccountId, provider: providerId, address: callerAddress(context) });
  return { token, expiresAt };
}

/** Whose session a cookie holds; undefined where it has ended, with the account or the provider too. */
export async function findSession(db: Database, providers: SignInProviders, token: string): Promise<SessionAccount | undefined> {
  const account = TOKEN.test(token) ? await findSessionAccount(db, hashOf(token)) : undefined;
  if (account === undefined || account.deactivatedAt !== null) return undefined;
  return providers.find(account.providerId) === undefined ? undefined : account;
}

/** Ends the session that the request came with. @throws DomainError SESSION_MISSING where it came with none. */
export const signOut = command({
  name: 'signOut',
  input: z.object({}),
  subject: noSubject,
  requires: 'Public',
  run: async ({ tx, actor }): Promise<void> => {
    const sessionId = actor.account?.sessionId;
    if (sessionId === undefined || !(await deleteSession(tx, sessionId))) {
      throw new DomainError('SESSION_MISSING', 'There is no session that could be ended.');
    }
  },
});
