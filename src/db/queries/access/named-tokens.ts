/** Named tokens. */
import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { TokenScope } from '../../../vocabulary/access.ts';
import { type Queryable, prepared, type Transaction } from '../../client.ts';
import { namedToken } from '../../schema/named-token.ts';
import { apiToken, userAccount } from '../../schema/user.ts';
import { type TokenOwner, tokenOwnerColumns } from './users.ts';

const shown = {
  id: namedToken.id,
  name: namedToken.name,
  scopes: namedToken.scopes,
  collectionId: namedToken.collectionId,
  createdAt: namedToken.createdAt,
  expiresAt: namedToken.expiresAt,
  lastUsedAt: namedToken.lastUsedAt,
};

/** A token as its owner sees it. */
export interface NamedTokenRow {
  readonly id: number;
  readonly name: string;
  readonly scopes: TokenScope[];
  readonly collectionId: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The account of a named token, with the limits of the token. */
export interface NamedTokenOwner extends TokenOwner {
  readonly tokenId: number;
  readonly limits: { readonly scopes: readonly TokenScope[]; readonly collectionId: number | null };
  readonly lastUsedAt: Date | null;
}

const ownerStatement = prepared((db) =>
  db
    .select({
      ...tokenOwnerColumns,
      tokenId: namedToken.id,
      limits: { scopes: namedToken.scopes, collectionId: namedToken.collectionId },
      expiresAt: namedToken.expiresAt,
      lastUsedAt: namedToken.lastUsedAt,
    })
    .from(namedToken)
    .innerJoin(userAccount, eq(userAccount.id, namedToken.userAccountId))
    .where(eq(namedToken.tokenHash, sql.placeholder('tokenHash')))
    .prepare('user_by_named_token'),
);

/** Finds the account of a named token, by the SHA-256 of the token. */
export async function findNamedTokenOwner(db: Queryable, tokenHash: Buffer): Promise<NamedTokenOwner | undefined> {
  const [row] = await ownerStatement(db).execute({ tokenHash });
  return row;
}

/** Records that a token was used now. */
export async function touchNamedToken(db: Queryable, id: number): Promise<void> {
  await db
    .update(namedToken)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(namedToken.id, id));
}

/** Tokens of an account, by id. */
export async function listNamedTokens(db: Queryable, userAccountId: number): Promise<NamedTokenRow[]> {
  return db.select(shown).from(namedToken).where(eq(namedToken.userAccountId, userAccountId)).orderBy(namedToken.id);
}

/** Counts the tokens of an account; transactions that make another one for it wait until this one ends. */
export async function countNamedTokens(tx: Transaction, userAccountId: number): Promise<number> {
  await tx.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.id, userAccountId)).for('no key update');
  const [row] = await tx.select({ count: count() }).from(namedToken).where(eq(namedToken.userAccountId, userAccountId));
  return row?.count ?? 0;
}

/** Stores a token. */
export async function insertNamedToken(db: Queryable, values: typeof namedToken.$inferInsert): Promise<NamedTokenRow> {
  const [row] = await db.insert(namedToken).values(values).returning(shown);
  if (row === undefined) throw new Error('The token was not stored.');
  return row;
}

/** Deletes a token of an account and returns it; undefined where the account has none with this id. */
export async function deleteNamedToken(db: Queryable, userAccountId: number, id: number): Promise<NamedTokenRow | undefined> {
  const [row] = await db
    .delete(namedToken)
    .where(and(eq(namedToken.id, id), eq(namedToken.userAccountId, userAccountId)))
    .returning(shown);
  return row;
}

/** Ends all tokens of an account, of either kind, but the one with a hash, where one is to be kept; how many ended. */
export async function deleteOtherTokens(db: Queryable, userAccountId: number, kept: Buffer | undefined): Promise<number> {
  let ended = 0;
  for (const table of [namedToken, apiToken]) {
    const others = kept === undefined ? undefined : ne(table.tokenHash, kept);
    const rows = await db
      .delete(table)
      .where(and(eq(table.userAccountId, userAccountId), others))
      .returning({ id: table.id });
    ended += rows.length;
  }
  return ended;
}
