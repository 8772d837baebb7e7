/** An account's own change of its password. Source: users-admin.md 8.3. */
import { z } from 'zod';
import { findPasswordAccount, deleteOtherSessions, replacePasswordHash } from '../../../db/queries/access/sessions.ts';
import { deleteOtherTokens } from '../../../db/queries/access/named-tokens.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { hashApiToken } from '../../../kernel/api-token.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import { countSignInAttempt, forgetGuesses } from './guess-limits.ts';
import { hashPassword } from './password.ts';
import { LONGEST_PASSWORD, passwordProblems } from './password-rules.ts';
import { refusePassword, requireByPassword } from './sign-in-with-password.ts';

const passwordChange = z.object({
  currentPassword: z.string().min(1, 'must not be empty').max(LONGEST_PASSWORD, `must not be longer than ${LONGEST_PASSWORD} characters`),
  newPassword: z.string(),
  endOthers: z.boolean().nullish(),
});
export type PasswordChange = z.infer<typeof passwordChange>;

/** What ended with a password. */
export interface EndedCredentials {
  readonly endedSessions: number;
  readonly endedTokens: number;
}

/**
 * Refuses, before any password is looked at, a caller without a password to change, and a new one that is not good enough. It is a part of the
 * change: a token that only reads could guess by it.
 * @throws DomainError PASSWORD_MISSING | BAD_USER_INPUT
 */
export const admitPasswordChange = query({
  name: 'admitPasswordChange',
  subject: noSubject,
  requires: 'LoggedIn',
  tokenScope: 'ADMINISTER',
  run: async ({ db, actor, services }, _subject, { newPassword }: Pick<PasswordChange, 'newPassword'>): Promise<string> => {
    const { userName } = actingAccount(actor);
    if (((await findPasswordAccount(db, userName))?.passwordHash ?? null) === null) {
      throw new DomainError('PASSWORD_MISSING', 'The account has no password here: its provider signs it in.');
    }
    const problems = await passwordProblems(newPassword, services, '/newPassword');
    if (problems.length === 0) return userName;
    throw new DomainError('BAD_USER_INPUT', `The new password ${problems.map(({ message }) => message).join('; ')}.`, { problems });
  },
});

/** Stores a new password for the caller's account, and ends what else opens the account, if asked. */
export const storePassword = command({
  name: 'storePassword',
  input: z.object({ passwordHash: z.string(), endOthers: z.boolean() }),
  subject: noSubject,
  requires: 'LoggedIn',
  run: async ({ tx, actor, context, note }, _subject, { passwordHash, endOthers }): Promise<EndedCredentials> => {
    const { id, userName, sessionId, apiToken } = actingAccount(actor);
    await replacePasswordHash(tx, id, passwordHash);
    await forgetGuesses(tx, context, userName);
    const ended = {
      endedSessions: endOthers ? await deleteOtherSessions(tx, id, sessionId) : 0,
      endedTokens: endOthers ? await deleteOtherTokens(tx, id, apiToken === undefined ? undefined : hashApiToken(apiToken)) : 0,
    };
    note({ ...ended });
    return ended;
  },
});

/**
 * Changes the password of the caller's account, as often as the limits of signing in allow.
 * @throws DomainError PASSWORD_MISSING | BAD_USER_INPUT | SIGN_IN_LIMITED | INVALID_CREDENTIALS | SERVICE_UNAVAILABLE
 */
export const changePassword = composed({
  name: 'changePassword',
  of: [admitPasswordChange, countSignInAttempt, refusePassword, storePassword],
  run: async (context: CommandContext, given: PasswordChange): Promise<EndedCredentials> => {
    const { currentPassword: password, newPassword, endOthers } = parseInput(passwordChange, given);
    const userName = await admitPasswordChange(context, { newPassword });
    await requireByPassword(context, { userName, password });
    return storePassword(context, { passwordHash: await hashPassword(newPassword), endOthers: endOthers ?? false });
  },
});
