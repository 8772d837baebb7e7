/** The API token of the caller: shown, renewed and given up. Source: users-admin.md 7.3. */
import { z } from 'zod';
import { deleteApiTokenRow, findApiToken } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { command, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { hashApiToken, renewApiToken, type ShownToken } from '../../../kernel/api-token.ts';

function noToken(): DomainError {
  return new DomainError('API_TOKEN_NOT_FOUND', 'There is no API token of this account that could be shown or deleted.');
}

/** The token that the request came with, which is kept nowhere in clear. @throws DomainError API_TOKEN_NOT_FOUND where it came without. */
export const viewOwnToken = query({
  name: 'viewOwnToken',
  subject: noSubject,
  requires: 'LoggedIn',
  run: async ({ db, actor }, _subject, _input: null): Promise<ShownToken> => {
    const { id, apiToken: token } = actingAccount(actor);
    const kept = await findApiToken(db, id);
    if (kept === undefined || token === undefined || !hashApiToken(token).equals(kept.tokenHash)) throw noToken();
    return { token, expiresAt: kept.expiresAt };
  },
});

/** Gives the caller's account a new token; the old one is worth nothing from then on. */
export const recreateOwnToken = command({
  name: 'recreateOwnToken',
  input: z.object({}),
  subject: noSubject,
  requires: 'LoggedIn',
  run: ({ tx, actor }): Promise<ShownToken> => renewApiToken(tx, actingAccount(actor).id),
});

/** Takes the token of the caller's account away. @throws DomainError API_TOKEN_NOT_FOUND */
export const deleteOwnToken = command({
  name: 'deleteOwnToken',
  input: z.object({}),
  subject: noSubject,
  requires: 'LoggedIn',
  run: async ({ tx, actor }): Promise<void> => {
    if (!(await deleteApiTokenRow(tx, actingAccount(actor).id))) throw noToken();
  },
});
