import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../../../db/client.ts';
import { findPasswordAccount, type PasswordAccount } from '../../../db/queries/access/sessions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { SignInProviders } from '../../../kernel/ports/sign-in-providers.ts';
import { hasBuiltinProvider } from './password-provider.ts';

/** Passwords that are looked at at once: each takes 19 MB and a core, and a guest can send one. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 50;

let busy = 0;
const waiting: (() => void)[] = [];

/** Runs one after another what is costly. @throws DomainError SERVICE_UNAVAILABLE when too many wait. */
async function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  if (busy >= MOST_AT_ONCE) {
    if (waiting.length >= MOST_WAITING) {
      throw new DomainError('SERVICE_UNAVAILABLE', 'Too many people are signing in; try again in a moment.');
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    busy += 1;
  }
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next === undefined) busy -= 1;
    else next();
  }
}

/** The stored form of a password. The library's defaults are argon2id with the parameters that OWASP names as a minimum. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/** Takes the time that a password takes, where there is none. */
let decoy: Promise<string> | undefined;

/** Finds the account that a user name and a password belong to; undefined where they belong to none, in no less time. */
export async function findByPassword(
  db: Database,
  providers: SignInProviders,
  { userName, password }: { readonly userName: string; readonly password: string },
): Promise<PasswordAccount | undefined> {
  const account = await findPasswordAccount(db, userName);
  decoy ??= hash('nobody has this password');
  const stored = account?.passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(stored, password));
  if (!matches || account === undefined || account.passwordHash === null || account.deactivatedAt !== null) return undefined;
  return hasBuiltinProvider(providers, account) ? account : undefined;
}
