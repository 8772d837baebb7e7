import type { AccountKey } from '../../../../db/queries/access/account-changes.ts';
import { listNamedTokens, type NamedTokenRow } from '../../../../db/queries/access/named-tokens.ts';
import { findApiToken } from '../../../../db/queries/access/users.ts';
import { query } from '../../../../kernel/command.ts';
import { findAccountSubject, requireFound } from '../account-subject.ts';

/** By which tokens programs can act for an account. */
export interface AccountTokens {
  /** Of its API token; null where it has none. */
  readonly apiTokenExpiresAt: Date | null;
  /** Those with names, by id. */
  readonly tokens: NamedTokenRow[];
}

/** Says which tokens an account has, and never what they are. @throws DomainError USER_NOT_FOUND */
export const viewAccountTokens = query({
  name: 'viewAccountTokens',
  subject: (scope, key: AccountKey) => findAccountSubject(scope, key),
  requires: 'Superuser',
  run: async ({ db }, { found }, key): Promise<AccountTokens> => {
    const { id } = requireFound(found, key, '/reference');
    const kept = await findApiToken(db, id);
    return { apiTokenExpiresAt: kept?.expiresAt ?? null, tokens: await listNamedTokens(db, id) };
  },
});
