/** Tokens that accounts make for programs, each with a name, scopes and an end. Reasons: docs/adr/0047-scopes-of-tokens.md */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type CollectionKey, findCollection } from '../../../db/queries/collections/collections.ts';
import {
  countNamedTokens,
  deleteNamedToken,
  insertNamedToken,
  listNamedTokens,
  type NamedTokenRow,
} from '../../../db/queries/access/named-tokens.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../../vocabulary/access.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { hashApiToken, NAMED_TOKEN_PREFIX } from '../../../kernel/api-token.ts';
import { command, query, type Scope } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { notBlank } from './account-rules.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** Most tokens of an account. */
const MOST_TOKENS = 100;
const DAY_MS = 86_400_000;
/** A token ends after a year at the latest, and then without other wishes. */
const LONGEST_DAYS = 366;
const USUAL_DAYS = 365;

/** What a token is good for. */
export const tokenScopes = z
  .array(z.enum(TOKEN_SCOPES))
  .nonempty('must name at least one scope')
  .max(TOKEN_SCOPES.length, 'must name each scope once');

/** A token in clear, which is shown when it is made and never again. */
export interface MadeToken {
  readonly token: NamedTokenRow;
  readonly secret: string;
}

interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly collectionId?: number | null;
  /** In a year without it. */
  readonly expiresAt?: Date;
}

/** Makes a token for an account; the audit log has it. @throws DomainError TOO_MANY_TOKENS */
export async function makeToken(
  { tx, note }: Scope,
  userAccountId: number,
  { name, scopes, collectionId, expiresAt }: NewToken,
): Promise<MadeToken> {
  if ((await countNamedTokens(tx, userAccountId)) >= MOST_TOKENS) {
    throw new DomainError('TOO_MANY_TOKENS', `An account has at most ${MOST_TOKENS} tokens; revoke one first.`);
  }
  const secret = `${NAMED_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const token = await insertNamedToken(tx, {
    userAccountId,
    name,
    tokenHash: hashApiToken(secret),
    scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
    collectionId: collectionId ?? null,
    expiresAt: expiresAt ?? new Date(Date.now() + USUAL_DAYS * DAY_MS),
  });
  note({ token: token.id, name: token.name, scopes: token.scopes, collection: token.collectionId });
  return { token, secret };
}

/** Makes a token of the caller's account. @throws DomainError BAD_USER_INPUT | COLLECTION_NOT_FOUND | TOO_MANY_TOKENS */
export const createToken = command({
  name: 'createToken',
  input: z.object({
    name: notBlank,
    scopes: tokenScopes,
    collection: z.custom<CollectionKey>().nullish(),
    expiresAt: z.date().nullish(),
  }),
  subject: noSubject,
  requires: 'LoggedIn',
  run: async (scope, _subject, { name, scopes, collection, expiresAt }): Promise<MadeToken> => {
    const { tx, actor } = scope;
    const { id } = actingAccount(actor);
    const now = Date.now();
    if (expiresAt && (expiresAt.getTime() <= now || expiresAt.getTime() > now + LONGEST_DAYS * DAY_MS)) {
      throw new DomainError('BAD_USER_INPUT', `A token ends in the future, after ${LONGEST_DAYS} days at the latest.`, {
        problems: [{ pointer: '/expiresAt', ...broken('TOKEN_END', { days: LONGEST_DAYS }) }],
      });
    }
    const confined = collection ? await findCollection(tx, collection, actor.identities) : undefined;
    if (collection && confined === undefined) {
      throw new DomainError('COLLECTION_NOT_FOUND', 'There is no such collection to confine the token to.');
    }
    return makeToken(scope, id, { name, scopes, collectionId: confined?.id ?? null, ...(expiresAt && { expiresAt }) });
  },
});

/** Ends a token of the caller's account at once. @throws DomainError API_TOKEN_NOT_FOUND */
export const revokeToken = command({
  name: 'revokeToken',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'LoggedIn',
  run: async ({ tx, actor, note }, _subject, { id }): Promise<NamedTokenRow> => {
    const revoked = await deleteNamedToken(tx, actingAccount(actor).id, id);
    if (revoked === undefined) throw new DomainError('API_TOKEN_NOT_FOUND', `You have no token ${id}.`);
    note({ token: id, name: revoked.name });
    return revoked;
  },
});

/** Tokens of the caller's account that have a name, by id; never their secrets. */
export const listOwnTokens = query({
  name: 'listOwnTokens',
  subject: noSubject,
  requires: 'LoggedIn',
  run: ({ db, actor }, _subject, _input: null): Promise<NamedTokenRow[]> => listNamedTokens(db, actingAccount(actor).id),
});
