/** How often a password may be guessed, and a provider may refuse. Counted in the database: all processes together, and over restarts. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import { countAttempt, forgetAttempts, takeBackAttempt } from '../../../db/queries/access/sign-in-attempts.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';

const WINDOW_SECONDS = 15 * 60;
/** Attempts within the window that may fail: of one name from one address, of one name from anywhere, of one address for any names. */
const MOST = { pair: 10, name: 100, address: 50 } as const;

/** The part of an address that one subscriber has: of IPv6 the first 64 bits. */
function subscriber(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('::');
  const first = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const groups = after === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return groups.slice(0, 4).join(':');
}

/** Where a request comes from, for the audit log. */
export function callerAddress({ addresses }: CommandContext): string | null {
  return addresses?.client ?? null;
}

function hashed(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

function addressKey(context: CommandContext): string {
  return hashed('address', subscriber(callerAddress(context) ?? 'unknown'));
}

function keysOf(context: CommandContext, userName: string): Readonly<Record<keyof typeof MOST, string>> {
  const name = userName.toLowerCase();
  const address = addressKey(context);
  return { pair: hashed('pair', name, address), name: hashed('name', name), address };
}

function limited(): DomainError {
  return new DomainError('SIGN_IN_LIMITED', 'There were too many attempts to sign in; try again in a quarter of an hour.');
}

/**
 * Counts an attempt before its password is looked at, so that many at once are as few as one after another. The first one beyond a limit
 * is kept, with its place in the audit log; those after it leave nothing.
 */
export const countSignInAttempt = command({
  name: 'countSignInAttempt',
  input: z.object({ userName: z.string() }),
  subject: noSubject,
  requires: 'Public',
  run: async ({ tx, context, note }, _subject, { userName }): Promise<{ readonly limited: boolean }> => {
    const keys = keysOf(context, userName);
    let beyond = 0;
    for (const kind of ['pair', 'name', 'address'] as const) {
      beyond = Math.max(beyond, (await countAttempt(tx, keys[kind], WINDOW_SECONDS)) - MOST[kind]);
    }
    if (beyond > 1) throw limited();
    note({ address: callerAddress(context), limited: beyond === 1 });
    return { limited: beyond === 1 };
  },
});

/** Counts an attempt. @throws DomainError SIGN_IN_LIMITED */
export async function requireAttempt(context: CommandContext, userName: string): Promise<void> {
  if ((await countSignInAttempt(context, { userName })).limited) throw limited();
}

/** Counts what an address does, or something else that is named, by purpose; whether it is more than `most` within the window. */
export async function isBeyondLimit(
  tx: Queryable,
  context: CommandContext,
  { purpose, of, most }: { readonly purpose: string; readonly of?: string; readonly most: number },
): Promise<boolean> {
  const key = hashed(purpose, of ?? subscriber(callerAddress(context) ?? 'unknown'));
  return (await countAttempt(tx, key, WINDOW_SECONDS)) > most;
}

/** Counts what a caller does, by purpose; more than `most` within the window is refused. @throws DomainError SIGN_IN_LIMITED */
export async function countForAddress(tx: Queryable, context: CommandContext, purpose: string, most: number): Promise<void> {
  if (await isBeyondLimit(tx, context, { purpose, most })) throw limited();
}

/** Counts what an account does, by purpose. @throws DomainError SIGN_IN_LIMITED */
export async function countForAccount(tx: Queryable, accountId: number, purpose: string, most: number): Promise<void> {
  if ((await countAttempt(tx, hashed(purpose, String(accountId)), WINDOW_SECONDS)) > most) throw limited();
}

/** Keeps in the audit log that a provider refused a sign-in, as often as one address may guess. @throws DomainError SIGN_IN_LIMITED */
export const refuseProviderSignIn = command({
  name: 'refuseProviderSignIn',
  input: z.object({ provider: z.string(), reason: z.string(), user: z.string().optional() }),
  subject: noSubject,
  requires: 'Public',
  run: async ({ tx, context, note }, _subject, refusal): Promise<void> => {
    await countForAddress(tx, context, 'address', MOST.address);
    note({ ...refusal, address: callerAddress(context) });
  },
});

/** Takes back the count of an attempt that succeeded. */
export async function forgetGuesses(tx: Queryable, context: CommandContext, userName: string): Promise<void> {
  const keys = keysOf(context, userName);
  await forgetAttempts(tx, keys.pair);
  await takeBackAttempt(tx, keys.name);
  await takeBackAttempt(tx, keys.address);
}
