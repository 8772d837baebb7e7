/** The API token of a built-in account for its password, where the operator lets programs ask. Source: users-admin.md 7.3. */
import { z } from 'zod';
import type { PasswordAccount } from '../../../db/queries/access/sessions.ts';
import { findApiToken } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { renewApiToken, type ShownToken } from '../../../kernel/api-token.ts';
import { command, type CommandContext } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { callerAddress, countSignInAttempt, forgetGuesses } from './guess-limits.ts';
import { type PasswordInput, refusePassword, requireByPassword } from './sign-in-with-password.ts';

/** Gives the account whose password was seen a new token in place of the one it has. @throws DomainError API_TOKEN_NOT_FOUND */
export const renewTokenByPassword = command({
  name: 'renewTokenByPassword',
  input: z.object({ proof: z.custom<PasswordAccount>() }),
  subject: noSubject,
  requires: 'Public',
  run: async ({ tx, context, note }, _subject, { proof: account }): Promise<ShownToken> => {
    if ((await findApiToken(tx, account.id)) === undefined) {
      throw new DomainError('API_TOKEN_NOT_FOUND', 'The account has no API token.');
    }
    await forgetGuesses(tx, context, account.userName);
    note({ user: account.userName, account: account.id, address: callerAddress(context) });
    return renewApiToken(tx, account.id);
  },
});

/**
 * A token for a name and a password. Tokens are kept as hashes, so that it is a new one, and the former ends.
 * @throws DomainError API_TOKEN_LOOKUP_DISABLED | API_TOKEN_NOT_FOUND, or as `requireByPassword`
 */
export const lookUpApiToken = composed({
  name: 'lookUpApiToken',
  of: [countSignInAttempt, refusePassword, renewTokenByPassword],
  run: async (context: CommandContext, given: PasswordInput): Promise<ShownToken> => {
    if (context.services.settings.get(':AllowApiTokenLookupViaApi') !== true) {
      throw new DomainError(
        'API_TOKEN_LOOKUP_DISABLED',
        'This installation gives no tokens for passwords: :AllowApiTokenLookupViaApi is not true.',
      );
    }
    return renewTokenByPassword(context, { proof: await requireByPassword(context, given) });
  },
});
