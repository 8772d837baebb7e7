/** New passwords for built-in accounts that have none, or do not know theirs. Source: users-admin.md 8.4. */
import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import { setEmailConfirmed } from '../../../db/queries/access/email-confirmations.ts';
import { deleteOtherTokens } from '../../../db/queries/access/named-tokens.ts';
import { deletePasswordReset, findPasswordReset, type PasswordHolder } from '../../../db/queries/access/password-resets.ts';
import { deleteOtherSessions, replacePasswordHash } from '../../../db/queries/access/sessions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { mailSenderOf } from '../../../kernel/mail-sender-of.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { emailAddress } from '../accounts/account-rules.ts';
import type { EndedCredentials } from './change-password.ts';
import { callerAddress, forgetGuesses, isBeyondLimit } from './guess-limits.ts';
import { hashPassword } from './password.ts';
import { passwordProblems } from './password-rules.ts';
import { hasBuiltinProvider } from './password-provider.ts';
import { hashResetToken } from './reset-token.ts';

/** Requests of one client address, and messages to one e-mail address, in a quarter of an hour. */
const MOST = { address: 30, email: 3 } as const;

/**
 * Asks for a link to be mailed to an address. What comes of it is the same whether an account has the address or not; that is looked up when
 * the message is sent. Without mail everybody is refused before the address is looked at: to accept it would be a promise that nothing keeps.
 * @throws DomainError MAIL_NOT_CONFIGURED | RATE_LIMITED | BAD_USER_INPUT
 */
export const requestPasswordReset = command({
  name: 'requestPasswordReset',
  input: z.object({ email: emailAddress }),
  subject: noSubject,
  requires: 'Public',
  run: async ({ tx, context, services, emit, note }, _subject, { email }): Promise<void> => {
    if (mailSenderOf(services) === undefined) {
      services.log.warn('A link for a new password was asked for and cannot be mailed: no mail server, or no sender, is configured.');
      throw new DomainError(
        'MAIL_NOT_CONFIGURED',
        'This installation sends no mail, so it cannot mail a link for a new password. Ask its operator.',
      );
    }
    if (await isBeyondLimit(tx, context, { purpose: 'password reset', most: MOST.address })) {
      throw new DomainError('RATE_LIMITED', 'Too many links for new passwords were asked for; try again in a quarter of an hour.');
    }
    note({ address: callerAddress(context) });
    // Silently: a refusal would tell that another request was made for the address.
    if (await isBeyondLimit(tx, context, { purpose: 'password reset of', of: email.toLowerCase(), most: MOST.email })) return;
    emit({ kind: 'PasswordResetRequested', subjectId: null, payload: { email } });
  },
});

const newPassword = z.object({ token: z.string().max(200), newPassword: z.string(), endTokens: z.boolean().nullish() });
export type PasswordResetInput = z.infer<typeof newPassword>;

/** @throws DomainError PASSWORD_RESET_NOT_FOUND */
async function requireHolder(db: Queryable, { signInProviders }: DomainServices, tokenHash: Buffer): Promise<PasswordHolder> {
  const holder = await findPasswordReset(db, tokenHash);
  if (holder !== undefined && hasBuiltinProvider(signInProviders, holder)) return holder;
  throw unknownLink();
}

function unknownLink(): DomainError {
  return new DomainError('PASSWORD_RESET_NOT_FOUND', 'This link was used already, is too old, or was never given.');
}

/**
 * Refuses, before a password is hashed, a link that does not count, and a password that is not good enough.
 * @throws DomainError PASSWORD_RESET_NOT_FOUND | BAD_USER_INPUT
 */
export const admitPasswordReset = query({
  name: 'admitPasswordReset',
  subject: noSubject,
  requires: 'Public',
  run: async ({ db, services }, _subject, given: Pick<PasswordResetInput, 'token' | 'newPassword'>): Promise<void> => {
    await requireHolder(db, services, hashResetToken(given.token));
    const problems = await passwordProblems(given.newPassword, services, '/newPassword');
    if (problems.length === 0) return;
    throw new DomainError('BAD_USER_INPUT', `The new password ${problems.map(({ message }) => message).join('; ')}.`, { problems });
  },
});

/** The account with its new password, and what ended with it. */
export interface PasswordResetOutcome extends EndedCredentials {
  readonly userName: string;
}

/**
 * Stores the password, and uses the link up; all sessions end. The address of the account counts as confirmed: the link came there.
 * @throws DomainError PASSWORD_RESET_NOT_FOUND
 */
export const storeResetPassword = command({
  name: 'storeResetPassword',
  input: z.object({ proof: z.custom<Buffer>(), passwordHash: z.string(), endTokens: z.boolean() }),
  subject: noSubject,
  requires: 'Public',
  run: async ({ tx, services, context, note }, _subject, { proof, passwordHash, endTokens }): Promise<PasswordResetOutcome> => {
    const { id, userName, emailConfirmedAt } = await requireHolder(tx, services, proof);
    if (!(await deletePasswordReset(tx, proof))) throw unknownLink();
    await replacePasswordHash(tx, id, passwordHash);
    if (emailConfirmedAt === null) await setEmailConfirmed(tx, id, new Date());
    await forgetGuesses(tx, context, userName);
    const ended = {
      endedSessions: await deleteOtherSessions(tx, id, undefined),
      endedTokens: endTokens ? await deleteOtherTokens(tx, id, undefined) : 0,
    };
    note({ user: userName, account: id, address: callerAddress(context), ...ended });
    return { userName, ...ended };
  },
});

/** Gives the account of a link a new password. @throws DomainError PASSWORD_RESET_NOT_FOUND | BAD_USER_INPUT | SERVICE_UNAVAILABLE */
export const resetPassword = composed({
  name: 'resetPassword',
  of: [admitPasswordReset, storeResetPassword],
  run: async (context: CommandContext, given: PasswordResetInput): Promise<PasswordResetOutcome> => {
    const input = parseInput(newPassword, given);
    await admitPasswordReset(context, input);
    return storeResetPassword(context, {
      proof: hashResetToken(input.token),
      passwordHash: await hashPassword(input.newPassword),
      endTokens: input.endTokens ?? false,
    });
  },
});
