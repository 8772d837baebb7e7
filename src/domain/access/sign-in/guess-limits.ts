/** How often somebody may guess a password. Counted in the database: all processes together, and over restarts. */
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

function keysOf({ visitor }: CommandContext, userName: string): Readonly<Record<keyof typeof MOST, string>> {
  const address = subscriber(visitor?.address ?? 'unknown');
  const hashed = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
  const name = userName.toLowerCase();
  return { pair: hashed('pair', name, address), name: hashed('name', name), address: hashed('address', address) };
}

/**
 * Counts an attempt before its password is looked at, so that many at once are as few as one after another.
 * @throws DomainError SIGN_IN_LIMITED
 */
export const countSignInAttempt = command({
  name: 'countSignInAttempt',
  input: z.object({ userName: z.string() }),
  subject: noSubject,
  requires: 'Public',
  run: async ({ tx, context, note }, _subject, { userName }): Promise<void> => {
    note({ address: context.visitor?.address ?? null });
    const keys = keysOf(context, userName);
    for (const kind of ['pair', 'name', 'address'] as const) {
      if ((await countAttempt(tx, keys[kind], WINDOW_SECONDS)) > MOST[kind]) {
        throw new DomainError('SIGN_IN_LIMITED', 'There were too many attempts to sign in; try again in a quarter of an hour.');
      }
    }
  },
});

/** Lets an attempt that succeeded not count against anybody. */
export async function forgetGuesses(tx: Queryable, context: CommandContext, userName: string): Promise<void> {
  const keys = keysOf(context, userName);
  await forgetAttempts(tx, keys.pair);
  await takeBackAttempt(tx, keys.name);
  await takeBackAttempt(tx, keys.address);
}
