import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import type { PasswordAccount } from '../../../db/queries/access/sessions.ts';
import { callerAddress, countSignInAttempt, forgetGuesses, requireAttempt } from './guess-limits.ts';
import { findByPassword } from './password.ts';
import { type NewSession, openSession } from './sessions.ts';

/** A user name with its password, as they are typed. */
export const passwordInput = z.object({
  userName: z.string().trim().min(1).max(60),
  password: z.string().min(1).max(1024),
});
export type PasswordInput = z.infer<typeof passwordInput>;

/** What was found out about an account before the command, by its password. */
const proof = z.custom<{ readonly account: PasswordAccount }>();

/** Keeps in mind, and in the audit log, that a password was wrong. */
export const refusePassword = command({
  name: 'refusePassword',
  input: z.object({}),
  subject: noSubject,
  requires: 'Public',
  run: async ({ context, note }): Promise<void> => {
    note({ address: callerAddress(context) });
  },
});

/** Signs the account in whose password was seen. */
export const openPasswordSession = command({
  name: 'openPasswordSession',
  input: z.object({ proof }),
  subject: noSubject,
  requires: 'Public',
  run: async (scope, _subject, { proof: { account } }): Promise<NewSession> => {
    await forgetGuesses(scope.tx, scope.context, account.userName);
    return openSession(scope, account, account.providerId);
  },
});

/**
 * Finds the account of a user name and a password, as often as the limits allow.
 * @throws DomainError BAD_USER_INPUT | SIGN_IN_LIMITED | INVALID_CREDENTIALS | SERVICE_UNAVAILABLE
 */
export async function requireByPassword(context: CommandContext, given: PasswordInput): Promise<PasswordAccount> {
  const input = parseInput(passwordInput, given);
  await requireAttempt(context, input.userName);
  const account = await findByPassword(context.db, context.services.signInProviders, input);
  if (account !== undefined) return account;
  await refusePassword(context, {});
  throw new DomainError('INVALID_CREDENTIALS', 'The user name or the password is wrong.');
}

/** Signs a built-in account in. @throws DomainError as `requireByPassword` */
export const signInWithPassword = composed({
  name: 'signInWithPassword',
  of: [countSignInAttempt, refusePassword, openPasswordSession],
  run: async (context: CommandContext, given: PasswordInput): Promise<NewSession> =>
    openPasswordSession(context, { proof: { account: await requireByPassword(context, given) } }),
});
